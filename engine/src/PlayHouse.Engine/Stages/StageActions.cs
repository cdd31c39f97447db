using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>Work that runs on a stage between messages: authentication, disconnects, destruction, posted callbacks.</summary>
internal interface IStageAction
{
    /// <summary>Name in reports.</summary>
    string Name { get; }

    /// <summary>Runs on the stage; the stage stays busy until the task completes.</summary>
    ValueTask RunAsync();

    /// <summary>Called on the stage once <see cref="RunAsync"/> is over, however it ended.</summary>
    void Finish()
    {
    }
}

/// <summary>Creates the game's stage object.</summary>
internal sealed class CreateAction(Stage stage, IPacket packet) : IStageAction
{
    public string Name => "@Create";

    public ValueTask RunAsync() => stage.CreateAsync(packet);
}

/// <summary>Joins an authenticated actor and reports the outcome to its authentication.</summary>
internal sealed class JoinAction(Stage stage, ActorLink link, Session session, ReceivedPacket packet, ReadOnlyMemory<byte> reply)
    : IStageAction
{
    public string Name => "@Join";

    private readonly TaskCompletionSource<AuthenticationOutcome> _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private AuthenticationOutcome _outcome = ErrorCodes.SystemError;

    public Task<AuthenticationOutcome> Completion => _completion.Task;

    public async ValueTask RunAsync()
    {
        link.Bind(stage);
        _outcome = await stage.JoinAsync(link, session, packet, reply);
    }

    public void Finish()
    {
        // Only now is the stage done with the session: one that was refused may join another stage at once.
        if (_outcome.ErrorCode != ErrorCodes.Success)
        {
            session.EndStageBatch();
        }

        _completion.SetResult(_outcome);
    }
}

/// <summary>The client of a session that held messages has taken what it was owed.</summary>
internal sealed class ReleaseHeldAction(Stage stage, Session session) : IStageAction
{
    public string Name => "@ReleaseHeld";

    public ValueTask RunAsync()
    {
        stage.ReleaseHeld(session);
        return ValueTask.CompletedTask;
    }
}

/// <summary>Tells the game that the server is to stop.</summary>
internal sealed class DrainAction(Stage stage, TimeSpan remaining) : IStageAction
{
    public string Name => "@Drain";

    public ValueTask RunAsync() => stage.DrainAsync(remaining);
}

/// <summary>Completes when everything the stage had before has been handled.</summary>
internal sealed class MarkerAction : IStageAction
{
    private readonly TaskCompletionSource _reached = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Name => "@Marker";

    public Task Reached => _reached.Task;

    public ValueTask RunAsync() => ValueTask.CompletedTask;

    public void Finish() => _reached.SetResult();
}

/// <summary>Nothing: it only makes a stage look at what waits next to its mailbox.</summary>
internal sealed class NudgeAction : IStageAction
{
    public static NudgeAction Instance { get; } = new();

    public string Name => "@Nudge";

    public ValueTask RunAsync() => ValueTask.CompletedTask;
}

/// <summary>A session of the stage has ended.</summary>
internal sealed class DisconnectAction(Stage stage, ActorLink link, Session session) : IStageAction
{
    public string Name => "@ConnectionLost";

    public ValueTask RunAsync() => stage.DisconnectAsync(link, session);
}

/// <summary>An actor leaves.</summary>
internal sealed class LeaveAction(Stage stage, ActorLink link) : IStageAction
{
    public string Name => "@Leave";

    public ValueTask RunAsync() => stage.LeaveAsync(link, LeaveReason.Left);
}

/// <summary>The stage ends.</summary>
internal sealed class CloseAction(Stage stage) : IStageAction
{
    public string Name => "@Close";

    public ValueTask RunAsync() => stage.EndAsync(CloseReason.StageClosed);
}

/// <summary>The stage ends if it has no actors, none is about to join, and it waits for none.</summary>
internal sealed class EndIfUnusedAction(Stage stage) : IStageAction
{
    public string Name => "@EndIfUnused";

    public ValueTask RunAsync() => stage.EndIfUnusedAsync();
}

/// <summary>A callback the game posted with its state.</summary>
internal sealed class CallbackAction<TState>(Stage stage, Func<TState, ValueTask> callback, TState state) : IStageAction
{
    public string Name => "@Post";

    public ValueTask RunAsync()
    {
        stage.BookPostTaken();
        return stage.HasEnded ? stage.DropCallbackAsync() : callback(state);
    }
}
