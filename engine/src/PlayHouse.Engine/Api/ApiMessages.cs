using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Api;

/// <summary>What other servers send to an Api server: queued by the receiving thread, handled in parallel with a scope each.</summary>
internal sealed class ApiMessages : IMeshHandler
{
    private readonly IServiceProvider _services;
    private readonly ApiHandlers _handlers;
    private readonly SystemHandlers _systemHandlers;
    private readonly EngineCounters _counters;
    private readonly Action<Exception> _reportFailure;
    private readonly HandlerQueue _queue;
    private HandlerCall? _calls;

    public ApiMessages(
        ApiServerOptions options,
        IServiceProvider services,
        ApiHandlers handlers,
        EngineCounters counters,
        Action<Exception> reportFailure)
    {
        _services = services;
        _handlers = handlers;
        _systemHandlers = new SystemHandlers(options.SystemController);
        _counters = counters;
        _reportFailure = reportFailure;
        _queue = new HandlerQueue(options.Limits.ApiHandlersMax, HandleAsync);
    }

    /// <summary>Handlers that have not completed, those waiting included.</summary>
    public int HandlersCount => _queue.Count;

    /// <summary>Starts taking messages; those that came before are dropped and counted.</summary>
    public void Open(ServerGateway gateway) => Volatile.Write(ref _calls, new HandlerCall(gateway, _reportFailure));

    /// <summary>Refuses further messages and awaits the handlers.</summary>
    public Task CloseAsync() => _queue.CloseAsync();

    public void OnMessage(in MeshMessage message)
    {
        HandlerCall? calls = Volatile.Read(ref _calls);
        if (calls is null)
        {
            _counters.Count(EngineCounter.MeshDropped);
            message.Release();
        }
        else if (!message.Header.IsSystem && message.Header.ServiceId == 0)
        {
            // Addressed to a stage or a client: there are none here.
            calls.Refuse(message, ErrorCodes.StageNotFound);
        }
        else if (!_queue.TryAdd(message))
        {
            _counters.Count(EngineCounter.ApiRefused);
            RefuseBusy(message, calls);
        }
    }

    private static void RefuseBusy(in MeshMessage message, HandlerCall calls)
    {
        if (message.Header.MsgSeq != 0)
        {
            calls.Refuse(message, ErrorCodes.SystemError);
        }
        else
        {
            message.Release();
        }
    }

    private async Task HandleAsync(MeshMessage message)
    {
        HandlerCall calls = _calls!;
        if (message.Header.IsSystem)
        {
            await HandleSystemAsync(message, calls);
            return;
        }

        ApiHandler? handler = _handlers.Find(message.Header.MsgId);
        if (handler is null)
        {
            calls.Refuse(message, ErrorCodes.HandlerNotFound);
            return;
        }

        await calls.RunAsync(message, (packet, link) => InvokeAsync(handler, packet, link));
        _counters.Count(EngineCounter.ApiHandled);
    }

    private Task HandleSystemAsync(MeshMessage message, HandlerCall calls)
    {
        if (_systemHandlers.Find(message.Header.MsgId) is { } handler)
        {
            return calls.RunAsync(message, handler);
        }

        calls.Refuse(message, ErrorCodes.HandlerNotFound);
        return Task.CompletedTask;
    }

    private async ValueTask InvokeAsync(ApiHandler handler, IPacket packet, IApiLink link)
    {
        await using AsyncServiceScope scope = _services.CreateAsyncScope();
        object controller = handler.Source.Make(scope.ServiceProvider);
        try
        {
            await handler.InvokeAsync(controller, packet, link);
        }
        finally
        {
            await handler.Source.EndAsync(controller);
        }
    }
}
