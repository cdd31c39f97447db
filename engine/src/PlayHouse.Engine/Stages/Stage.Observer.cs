using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Stages;

#pragma warning disable VSTHRD200 // The names of the game's callbacks are the published interface of the engine.

/// <summary>
/// What listens to handlers stands between the stage and the game while there is a listener, and is not there otherwise: a run
/// looks once, a message costs nothing.
/// </summary>
internal abstract partial class Stage
{
    private IStage? _handler;
    private Observer? _observer;

    /// <summary>Members at the moment. Any thread.</summary>
    public int ActorsCount => _actors.Count;

    /// <summary>Messages that wait or are being handled. Any thread.</summary>
    public abstract int WaitingMessages { get; }

    /// <summary>Measures waits; null while nothing listens. Any thread.</summary>
    protected WaitProbe? Wait => _observer?.Wait;

    private void SwitchObserver()
    {
        _observer = _observer is null ? new Observer(this) : null;
        _handler = _observer ?? _game;
    }

    /// <summary>
    /// The game's handlers with a span and a duration each. The asynchronous method takes back what the span made ambient.
    /// </summary>
    private sealed class Observer(Stage stage) : IStage
    {
        private readonly string _spanName = "process " + stage.StageType;

        public WaitProbe Wait { get; } = new(stage._engine.Clock.Provider, stage._engine.Options.ServerId, stage.StageType);

        public async ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            ObservedHandler observed = Begin(ActivityKind.Server, packet.MsgId, null);
            observed.Activity?.SetTag("playhouse.session.id", stage.HandledSessionId);
            try
            {
                await stage._game!.OnDispatch(actor, packet).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                observed.Fail(exception);
                throw;
            }
            finally
            {
                observed.End();
            }
        }

        public async ValueTask OnDispatch(IPacket packet)
        {
            RouteHeader header = stage._serverMessage!.Header;
            ObservedHandler observed = Begin(header.MsgSeq != 0 ? ActivityKind.Server : ActivityKind.Consumer, packet.MsgId, header.Trace);
            observed.Activity?.SetTag("playhouse.peer.id", header.From);
            try
            {
                await stage._game!.OnDispatch(packet).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                observed.Fail(exception);
                throw;
            }
            finally
            {
                observed.End();
            }
        }

        private ObservedHandler Begin(ActivityKind kind, string msgId, byte[]? sender)
        {
            ObservedHandler observed = ObservedHandler.Begin(
                stage._engine.Options.ServerId, stage.StageType, _spanName, kind, msgId, sender, stage._engine.Clock.Provider);
            observed.Activity?.SetTag("playhouse.stage.id", stage.StageId);
            return observed;
        }
    }
}
