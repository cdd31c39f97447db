using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// What other servers send to a play server: messages to stages and client sessions are placed by the receiving thread,
/// system messages by handlers on other threads.
/// </summary>
internal sealed class PlayMessages : IMeshHandler
{
    private readonly EngineContext _engine;
    private readonly SystemHandlers _handlers;
    private readonly HandlerQueue _system;
    private HandlerCall? _calls;

    public PlayMessages(EngineContext engine, ISystemController? controller)
    {
        _engine = engine;
        _handlers = new SystemHandlers(controller);
        _system = new HandlerQueue(engine.Limits.ApiHandlersMax, HandleSystemAsync);
    }

    /// <summary>System handlers that have not completed.</summary>
    public int HandlersCount => _system.Count;

    /// <summary>Starts taking messages; those that came before are dropped and counted.</summary>
    public void Open(ServerGateway gateway) => Volatile.Write(ref _calls, new HandlerCall(gateway, _engine.ReportHandlerFailure));

    /// <summary>Refuses further system messages and awaits the handlers.</summary>
    public Task CloseAsync() => _system.CloseAsync();

    public void OnMessage(in MeshMessage message)
    {
        HandlerCall? calls = Volatile.Read(ref _calls);
        if (calls is null)
        {
            _engine.Counters.Count(EngineCounter.MeshDropped);
            message.Release();
            return;
        }

        try
        {
            Route(message, calls);
        }
        catch (Exception exception)
        {
            // The buffer is left to the garbage collector: who owned it when this happened is not known.
            _engine.ReportFault(exception);
        }
    }

    private void Route(in MeshMessage message, HandlerCall calls)
    {
        if (message.Header.IsSystem)
        {
            if (!_system.TryAdd(message))
            {
                _engine.Counters.Count(EngineCounter.ApiRefused);
                calls.Refuse(message, ErrorCodes.SystemError);
            }
        }
        else if (message.Header.ServiceId != 0)
        {
            calls.Refuse(message, ErrorCodes.HandlerNotFound);
        }
        else if (message.Header.Sid != 0)
        {
            Push(message);
        }
        else
        {
            PostToStage(message, calls);
        }
    }

    private void PostToStage(in MeshMessage message, HandlerCall calls)
    {
        Stage? stage = _engine.Stages.Find(message.Header.StageId);
        if (stage is null)
        {
            calls.Refuse(message, ErrorCodes.StageNotFound);
            return;
        }

        ServerMessage carrier = _engine.ServerMessages.Take(message.Header);
        MessageSlot slot = new(SlotKind.ServerMessage, carrier, message.Buffer, message.Offset, message.Length, 1);
        if (!stage.PostElsewhere(slot))
        {
            _engine.ServerMessages.Return(carrier);
            calls.Refuse(message, ErrorCodes.SystemError);
        }
    }

    private void Push(in MeshMessage message)
    {
        Session? session = _engine.Sessions.Find(message.Header.Sid);
        ActorLink? link = session?.Member as ActorLink;
        if (session is null || link is null || session.IsClosed)
        {
            _engine.Counters.Count(EngineCounter.MeshDropped);
        }
        else if (!MessageIdRules.IsLegal(message.Header.MsgId) || message.Length > ReplyFrame.PayloadBytesMax)
        {
            _engine.Counters.Count(EngineCounter.MeshMalformed);
        }
        else
        {
            ActorLink.WriteDetached(session, message.Header.MsgId, 0, link.Stage.StageId, ErrorCodes.Success, message.Payload.Span);
        }

        message.Release();
    }

    private Task HandleSystemAsync(MeshMessage message)
    {
        HandlerCall calls = _calls!;
        Func<IPacket, IApiLink, ValueTask>? handler = message.Header.MsgId switch
        {
            SystemMessages.CreateStage => CreateStageAsync,
            SystemMessages.GetOrCreateStage => GetOrCreateStageAsync,
            SystemMessages.DestroyStage => DestroyStageAsync,
            _ => _handlers.Find(message.Header.MsgId),
        };
        if (handler is not null)
        {
            return calls.RunAsync(message, handler);
        }

        calls.Refuse(message, ErrorCodes.HandlerNotFound);
        return Task.CompletedTask;
    }

    private async ValueTask CreateStageAsync(IPacket packet, IApiLink link)
    {
        if (!SystemMessages.TryDecode(packet.Payload, out StageRequest request))
        {
            link.Reply(ErrorCodes.InvalidMessage);
            return;
        }

        StageCreation creation = await _engine.Stages.CreateAsync(request.StageType, packet.StageId, request.MsgId, request.Payload);
        link.Reply(SystemMessages.CreateStageReply, SystemMessages.Encode(creation));
    }

    private async ValueTask GetOrCreateStageAsync(IPacket packet, IApiLink link)
    {
        if (!SystemMessages.TryDecode(packet.Payload, out StageRequest request))
        {
            link.Reply(ErrorCodes.InvalidMessage);
            return;
        }

        StageCreation creation = await _engine.Stages.GetOrCreateAsync(request.StageType, packet.StageId, request.MsgId, request.Payload);
        link.Reply(SystemMessages.GetOrCreateStageReply, SystemMessages.Encode(creation));
    }

    private ValueTask DestroyStageAsync(IPacket packet, IApiLink link)
    {
        Stage? stage = _engine.Stages.Find(packet.StageId);
        stage?.CloseStage();
        if (stage is null)
        {
            _engine.Counters.Count(EngineCounter.MeshDropped);
        }

        if (link.IsRequest)
        {
            link.Reply(stage is null ? ErrorCodes.StageNotFound : ErrorCodes.Success);
        }

        return default;
    }
}
