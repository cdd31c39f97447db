namespace PlayHouse.Engine.Diagnostics;

/// <summary>Counters of a server besides the close reasons. The order is that of <see cref="CounterNames"/>.</summary>
internal enum EngineCounter
{
    /// <summary>Client messages whose handler has completed.</summary>
    MessagesCompleted,

    /// <summary>Replies handed to the network.</summary>
    Replies,

    /// <summary>Pushes handed to the network.</summary>
    Pushes,

    /// <summary>Receives that brought bytes.</summary>
    SocketReads,

    /// <summary>Sends that took bytes.</summary>
    SocketWrites,

    /// <summary>Bytes received.</summary>
    BytesIn,

    /// <summary>Bytes sent.</summary>
    BytesOut,

    /// <summary>Heartbeats answered.</summary>
    Heartbeats,

    /// <summary>Messages and events whose handler threw.</summary>
    HandlerFailures,

    /// <summary>Times a session was not read because its stage, or its own send queue, was full.</summary>
    ReaderPauses,

    /// <summary>Times a stage's waiting messages reached the overload limit, twice that, and so on.</summary>
    MailboxOverloads,

    /// <summary>Messages that found their session or stage gone.</summary>
    LateDrops,

    /// <summary>Replies to one-way messages and second replies.</summary>
    RepliesWithoutRequest,

    /// <summary>Messages addressed to a stage the session does not belong to.</summary>
    WrongStage,

    /// <summary>Accepted authentications, reconnects included.</summary>
    Authentications,

    /// <summary>Refused or failed authentications.</summary>
    AuthenticationFailures,

    /// <summary>Accepted authentications that found their actor.</summary>
    Reconnects,

    /// <summary>Connections accepted.</summary>
    Accepts,

    /// <summary>Accept errors that concern one connection only.</summary>
    AcceptTransientErrors,

    /// <summary>Accepts that failed, or were refused, for want of descriptors or the like, each followed by a pause.</summary>
    AcceptBackOffs,

    /// <summary>Accept errors that ended the listener.</summary>
    AcceptFatalErrors,

    /// <summary>Stages not created because of the limit.</summary>
    StagesRefused,

    /// <summary>Sessions and stages that did not end within the stop time.</summary>
    StopAbandoned,

    /// <summary>Stages that had not ended by themselves when the drain time was over.</summary>
    DrainUnfinished,

    /// <summary>Times a quiet server gave memory back.</summary>
    MemoryTrims,

    /// <summary>Times a reader stopped because its session or address was above its rate.</summary>
    RatePauses,

    /// <summary>Pushes not sent because the client reads too slowly.</summary>
    PushesDropped,

    /// <summary>Actors not admitted because of the limit.</summary>
    ActorsRefused,

    /// <summary>Actors removed because their client did not come back in time.</summary>
    ActorsGraceEnded,

    /// <summary>Handlers reported because they took too long.</summary>
    HandlersHung,

    /// <summary>Timers not added because of the limit.</summary>
    TimersRefused,

    /// <summary>Posted callbacks refused because of the limit.</summary>
    PostsRefused,

    /// <summary>Timer calls left out because the one before still waited for its turn.</summary>
    TimersSkipped,

    /// <summary>Times a game loop had fallen behind by more than it may catch up.</summary>
    GameLoopOverruns,

    /// <summary>Steps of game loops left out because of that.</summary>
    GameLoopDroppedSteps,

    /// <summary>Off-stage work not started because of the limit.</summary>
    OffStageRefused,

    /// <summary>Messages handed to the network for other servers.</summary>
    MeshSent,

    /// <summary>Messages received from other servers.</summary>
    MeshReceived,

    /// <summary>Messages refused because a peer's queue was full.</summary>
    MeshRefusedFull,

    /// <summary>Messages refused because the peer was unknown or gone.</summary>
    MeshUnreachable,

    /// <summary>Accepted messages that a broken connection lost.</summary>
    MeshLost,

    /// <summary>Messages from other servers that could not be read.</summary>
    MeshMalformed,

    /// <summary>Messages from other servers in the frame layout that this server is not set to; each is malformed too.</summary>
    MeshFrameMismatches,

    /// <summary>Servers ignored because of the limit, a wrong entry, or a key that is missing or another server's.</summary>
    MeshPeersRefused,

    /// <summary>Messages of senders that the directory does not list.</summary>
    MeshStrangers,

    /// <summary>Connections of programs whose key the directory does not list.</summary>
    MeshRefusedKeys,

    /// <summary>Connections to the port for servers whose handshake failed.</summary>
    MeshFailedHandshakes,

    /// <summary>Messages from other servers whose receiver was gone.</summary>
    MeshDropped,

    /// <summary>Requests to other servers not sent because of the limit.</summary>
    RequestsRefused,

    /// <summary>Requests to other servers without a reply in time.</summary>
    RequestsTimeouts,

    /// <summary>Replies of other servers that came after their request had given up.</summary>
    RequestsLateReplies,

    /// <summary>Messages handled by Api controllers.</summary>
    ApiHandled,

    /// <summary>Messages refused because too many were handled or waiting.</summary>
    ApiRefused,

    /// <summary>Messages left out of the hops because too many were under way, or because their answers were refused.</summary>
    HopsDropped,

    /// <summary>Unexpected exceptions inside the engine.</summary>
    EngineFaults,

    /// <summary>Message ids turned into strings.</summary>
    SeamMessageId,

    /// <summary>Buffers rented from the pool.</summary>
    SeamBufferPool,

    /// <summary>Frames received over plain TCP: messages, heartbeats, authentications.</summary>
    SeamSession,

    /// <summary>Replies and pushes accepted for sending.</summary>
    SeamSendPump,

    /// <summary>Times the lock of a receive buffer was taken.</summary>
    SeamLock,

    /// <summary>Frames that came through a receive buffer between two tasks.</summary>
    SeamReceiveBuffer,

    /// <summary>Messages taken out of a mailbox.</summary>
    SeamMailbox,

    /// <summary>Messages carried by objects of the message pool.</summary>
    SeamMessagePool,

    /// <summary>Messages handled in a run that the scheduler started.</summary>
    SeamScheduler,

    /// <summary>Messages grouped and posted by readers.</summary>
    SeamHandOver,

    /// <summary>Messages handled by the stage loop.</summary>
    SeamStageLoop,

    /// <summary>Messages unwrapped from their route form.</summary>
    SeamRouteObject,

    /// <summary>Messages encoded by the reply codec.</summary>
    SeamReplyCodec,

    /// <summary>Messages whose handler's result was taken by the dispatch-result seam.</summary>
    SeamDispatchResult,

    /// <summary>Messages handled in a run for which a waiting thread was woken, or found by itself.</summary>
    SeamWakeUp,

    /// <summary>Messages to other servers whose header was encoded.</summary>
    SeamHeaderCodec,

    /// <summary>Messages from other servers whose header was parsed.</summary>
    SeamHeaderParse,

    /// <summary>Messages from other servers whose sender was looked up.</summary>
    SeamPeerId,

    /// <summary>Requests to other servers entered into the table.</summary>
    SeamRequestTable,

    /// <summary>Messages sent to and received from other servers in frames.</summary>
    SeamMeshFrame,
}
