namespace PlayHouse.Engine;

/// <summary>
/// Every bound of a server in one place. Each has a unit, a default, a reaction and a counter; values are checked when
/// the server is constructed.
/// </summary>
public sealed record EngineLimits
{
    /// <summary>The defaults.</summary>
    public static EngineLimits Default { get; } = new();

    /// <summary>
    /// Bytes of a request frame after its length prefix, 2 MiB. Reaction: a larger announcement closes the session
    /// (<c>closes.frame-too-large</c>).
    /// </summary>
    public int PacketBytesMax { get; init; } = 2 * 1024 * 1024;

    /// <summary>The same before authentication, 4 KiB. Reaction: close (<c>closes.frame-too-large</c>).</summary>
    public int PreAuthenticationPacketBytesMax { get; init; } = 4 * 1024;

    /// <summary>Time from accept to an accepted authentication, 10 s. Reaction: close (<c>closes.authentication-timeout</c>).</summary>
    public TimeSpan AuthenticationTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Authentications of one connection that may be refused, 3. Reaction: the last one is answered, then the session is closed
    /// (<c>closes.authentication-attempts</c>).
    /// </summary>
    public int AuthenticationAttemptsMax { get; init; } = 3;

    /// <summary>
    /// Authentications of one remote address that may be refused within a minute, 1,000. Reaction: the next one is not looked at, its
    /// session is closed (<c>closes.address-authentications</c>).
    /// </summary>
    public int RefusedAuthenticationsPerAddressMax { get; init; } = 1_000;

    /// <summary>Silence of an authenticated client, 90 s. Reaction: close (<c>closes.idle-timeout</c>).</summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>
    /// Time a closing session may take to hand its last bytes to the network and to see its client's end, 5 s; a client that
    /// is silent for a second is not waited for. Reaction: close at once.
    /// </summary>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Sessions at a time, 18,000, or fewer where the process may not open as many files. Reaction: the connection is accepted and closed
    /// (<c>closes.connection-limit</c>).
    /// </summary>
    public int ConnectionsMax { get; init; } = 18_000;

    /// <summary>Stages at a time, 20,000. Reaction: <see cref="ErrorCodes.StageCreationFailed"/> (<c>stages.refused</c>).</summary>
    public int StagesMax { get; init; } = 20_000;

    /// <summary>
    /// Bytes waiting behind the frame in flight, 4 MiB; one frame is always admitted to an empty queue. Above half of it the
    /// session's own requests wait (<c>reader.pauses</c>) until a quarter is left. Reaction: for a push that does not fit,
    /// <see cref="SlowClientPolicy"/>; a reply may go beyond by its own size, because its request was taken when there was room.
    /// </summary>
    public int SendQueueBytesMax { get; init; } = 4 * 1024 * 1024;

    /// <summary>
    /// Messages waiting for one stage, 8,192. Reaction: its readers pause (<c>reader.pauses</c>) until half of it is handled.
    /// </summary>
    public int MailboxMessagesMax { get; init; } = 8_192;

    /// <summary>
    /// Messages waiting for one stage that count as an overload, 1,024, then twice as many and so on until it is idle again. Reaction: a
    /// count and an event (<c>mailbox.overloads</c>); nothing is slowed.
    /// </summary>
    public int MailboxOverloadMessages { get; init; } = 1_024;

    /// <summary>Bytes waiting for one stage, 8 MiB. Reaction: as for messages.</summary>
    public int MailboxBytesMax { get; init; } = 8 * 1024 * 1024;

    /// <summary>
    /// Different message ids kept as strings, 4,096; one session adds a sixteenth of them at most, and a full table forgets
    /// ids that no message has used for a minute. Reaction: further ids cost a string per message (<c>message-ids.uncached</c>).
    /// </summary>
    public int MessageIdsMax { get; init; } = 4_096;

    /// <summary>
    /// First receive buffer of a session, 1 KiB: what an idle one holds. It grows by bytes received, never by announced lengths.
    /// </summary>
    public int ReceiveBufferBytes { get; init; } = 1024;

    /// <summary>
    /// Sessions at a time from one remote address, 1,000; IPv6 addresses count by their upper 64 bits. Reaction: the connection is accepted
    /// and closed (<c>closes.address-limit</c>).
    /// </summary>
    public int ConnectionsPerAddressMax { get; init; } = 1_000;

    /// <summary>
    /// Time from accept to a finished TLS or WebSocket handshake, the header of a load balancer included, 10 s. Reaction: close
    /// (<c>closes.handshake-timeout</c>).
    /// </summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Bytes per second a client must deliver while a frame of its, or the WebSocket frame or TLS record that brings one, is incomplete,
    /// 240, measured after <see cref="MinimumReceiveRateGrace"/>; 0 switches it off. Reaction: close (<c>closes.receive-too-slow</c>).
    /// </summary>
    public int MinimumReceiveRate { get; init; } = 240;

    /// <summary>How long a frame may be incomplete before <see cref="MinimumReceiveRate"/> counts, 5 s.</summary>
    public TimeSpan MinimumReceiveRateGrace { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Time a write may take without a byte leaving, 10 s; over WebSocket, where a frame is not split, without the frame leaving. Reaction:
    /// close (<c>closes.write-stall</c>).
    /// </summary>
    public TimeSpan WriteStallTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>What happens to a client whose send queue is full. Default: <see cref="SlowClientPolicy.Close"/>.</summary>
    public SlowClientPolicy SlowClientPolicy { get; init; } = SlowClientPolicy.Close;

    /// <summary>
    /// Messages per second of one session, with bursts of one second's worth; 0, the default, is off. Reaction:
    /// <see cref="RateLimitPolicy"/> (<c>rate.pauses</c> or <c>closes.rate-limit</c>).
    /// </summary>
    public int MessagesPerSecondMax { get; init; }

    /// <summary>Bytes per second of one session; 0, the default, is off. Reaction: as for messages.</summary>
    public int BytesPerSecondMax { get; init; }

    /// <summary>Messages per second of all sessions of one remote address; 0, the default, is off. Reaction: as for messages.</summary>
    public int MessagesPerSecondPerAddressMax { get; init; }

    /// <summary>Bytes per second of all sessions of one remote address; 0, the default, is off. Reaction: as for messages.</summary>
    public int BytesPerSecondPerAddressMax { get; init; }

    /// <summary>What happens to a session above its rate. Default: <see cref="RateLimitPolicy.Pause"/>.</summary>
    public RateLimitPolicy RateLimitPolicy { get; init; } = RateLimitPolicy.Pause;

    /// <summary>Actors of one stage, 10,000. Reaction: <see cref="ErrorCodes.JoinStageRejected"/> (<c>actors.refused</c>).</summary>
    public int ActorsPerStageMax { get; init; } = 10_000;

    /// <summary>
    /// How long an actor without a connection stays in its stage, 60 s; <see cref="Timeout.InfiniteTimeSpan"/> leaves it to
    /// the game. Reaction: it leaves the stage (<c>actors.grace-ended</c>).
    /// </summary>
    public TimeSpan ReconnectGracePeriod { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Time after which a stage's handler that has not completed is reported, 10 s. Reaction: the host is told once per handler
    /// (<c>handlers.hung</c>); it is not stopped.
    /// </summary>
    public TimeSpan HandlerHangTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Callbacks that a game has posted to one stage and that wait for their turn, 100,000. Reaction: an exception to the game
    /// (<c>posts.refused</c>).
    /// </summary>
    public int PostsPerStageMax { get; init; } = 100_000;

    /// <summary>Timers of one stage, 10,000. Reaction: an exception to the game (<c>timers.refused</c>).</summary>
    public int TimersPerStageMax { get; init; } = 10_000;

    /// <summary>
    /// Simulated time a late game loop may catch up at once, 250 ms. Reaction: the rest is dropped (<c>game-loop.dropped-steps</c>).
    /// </summary>
    public TimeSpan GameLoopCatchUpMax { get; init; } = TimeSpan.FromMilliseconds(250);

    /// <summary>Threads for off-stage computing; 0, the default, is one per core.</summary>
    public int OffStageComputeThreads { get; init; }

    /// <summary>
    /// Off-stage work of the whole server that waits or runs, 10,000. Reaction: <see cref="OffStageRefusedException"/> in the result
    /// (<c>off-stage.refused</c>).
    /// </summary>
    public int OffStageWorkMax { get; init; } = 10_000;

    /// <summary>
    /// Messages waiting for one peer server, 10,000. Reaction: <see cref="SendResult.RefusedFull"/> (<c>mesh.refused-full</c>).
    /// </summary>
    public int PeerQueueMessagesMax { get; init; } = 10_000;

    /// <summary>
    /// Bytes waiting for one peer server, 32 MiB; one message is always admitted to an empty queue. Reaction: as for messages.
    /// </summary>
    public int PeerQueueBytesMax { get; init; } = 32 * 1024 * 1024;

    /// <summary>
    /// Bytes of one message between servers, 4 MiB. Reaction: an exception to the sender; a larger one received is dropped
    /// (<c>mesh.malformed</c>).
    /// </summary>
    public int PeerMessageBytesMax { get; init; } = 4 * 1024 * 1024;

    /// <summary>Servers known at a time, 1,024. Reaction: further ones are ignored (<c>mesh.peers-refused</c>).</summary>
    public int PeersMax { get; init; } = 1_024;

    /// <summary>
    /// Time a request to another server waits for its reply, 30 s. Reaction: <see cref="ErrorCodes.RequestTimeout"/>
    /// (<c>requests.timeouts</c>).
    /// </summary>
    public TimeSpan ServerRequestTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Requests to other servers without a reply yet, 1,000,000. Reaction: <see cref="ErrorCodes.ServerBusy"/> (<c>requests.refused</c>).
    /// </summary>
    public int ServerRequestsMax { get; init; } = 1_000_000;

    /// <summary>
    /// Messages an Api server handles at a time, 1,024; as many again wait. Reaction: a request gets <see cref="ErrorCodes.SystemError"/>,
    /// a one-way message is dropped (<c>api.refused</c>).
    /// </summary>
    public int ApiHandlersMax { get; init; } = 1_024;

    /// <summary>Free buffer bytes the server keeps, 64 MiB. Reaction: further returns go to the garbage collector.</summary>
    public long RetainedBufferBytesMax { get; init; } = 64L * 1024 * 1024;

    /// <summary>
    /// Bytes of all buffers in use, 1 GiB: what clients may make the whole server hold, whatever their number. Reaction: a session that
    /// holds more than 64 KiB of an incomplete frame, or would wait with more than 64 KiB for a client that does not read, is closed
    /// (<c>closes.memory-limit</c>).
    /// </summary>
    public long BuffersInUseBytesMax { get; init; } = 1L << 30;

    /// <summary>
    /// Time without a message or push after which the server gives memory back, 30 s; <see cref="Timeout.InfiniteTimeSpan"/> never does.
    /// Reaction: free buffers are dropped and the heap is collected and compacted, once, if 16 MiB were allocated since the last time
    /// (<c>memory.trims</c>).
    /// </summary>
    public TimeSpan TrimAfterQuiet { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// How long a server that is to stop lets its stages finish, 0 s: a match under way ends by itself in that time, an Api server answers
    /// as long. Reaction: what has not ended is stopped (<c>drain.unfinished</c>).
    /// </summary>
    public TimeSpan DrainTimeout { get; init; }

    /// <summary>
    /// How long <c>StopAsync</c> gives sessions and stages to end once it stops them, 10 s. Reaction: the rest is abandoned
    /// (<c>stop.abandoned</c>).
    /// </summary>
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromSeconds(10);
}
