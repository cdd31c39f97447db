using System.Collections.Concurrent;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Stages;

/// <summary>Stages of a server by id. Any thread; off the message path.</summary>
internal sealed partial class StageDirectory(EngineContext engine)
{
    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<long, Stage> _stages = new();
    private bool _isClosed;

    /// <summary>Stages whose last callback is not over.</summary>
    public ICollection<Stage> All => _stages.Values;

    /// <summary>The same for sweeps: weakly consistent, without a copy.</summary>
    public IEnumerable<KeyValuePair<long, Stage>> Entries => _stages;

    /// <summary>
    /// The stage with this id, created when there is none; null at the limit or when the server stops. A stage that ends keeps its
    /// id until its last callback is over: what it saves is there when the next one loads. The caller visits the stage until
    /// <see cref="EndVisit"/>, which keeps it from ending unused.
    /// </summary>
    public async ValueTask<StageVisit> VisitAsync(long stageId, StageRegistration registration, IPacket packet, bool mayCreate = true)
    {
        Stage? stage;
        bool isNew;
        while (TryVisit(stageId, registration, mayCreate, out stage, out isNew) is { } ending)
        {
            await ending.Ended;
        }

        if (isNew)
        {
            engine.Counters.Register(stage!);
            stage!.PostAction(new CreateAction(stage, packet));
        }

        return new StageVisit(stage, isNew);
    }

    /// <summary>Ends a visit. A stage that no actor joined ends, so that rejected clients cannot fill the server with stages.</summary>
    public void EndVisit(Stage stage)
    {
        bool mayBeUnused;
        lock (_gate)
        {
            stage.Visits--;
            mayBeUnused = MayEnd(stage);
        }

        if (mayBeUnused)
        {
            stage.PostAction(new EndIfUnusedAction(stage));
        }
    }

    /// <summary>Gives the id of a stage without actors and visits up. Called on the stage.</summary>
    public bool TryBeginEndUnused(Stage stage)
    {
        lock (_gate)
        {
            if (!MayEnd(stage))
            {
                return false;
            }

            stage.IsEnding = true;
            return true;
        }
    }

    /// <summary>A stage begins to end: from here on callers that ask for its id wait. Followed by <see cref="Forget"/>.</summary>
    public void BeginEnd(Stage stage)
    {
        lock (_gate)
        {
            stage.IsEnding = true;
        }
    }

    /// <summary>The last callback of a stage is over: another one may get the id.</summary>
    public void Forget(Stage stage) => _stages.TryRemove(new KeyValuePair<long, Stage>(stage.StageId, stage));

    /// <summary>Refuses new stages from now on.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
        }
    }

    private static bool MayEnd(Stage stage) => stage.Visits == 0 && stage.IsUnused && !stage.IsEnding;

    /// <summary>Begins a visit; otherwise the stage that must end first.</summary>
    private Stage? TryVisit(long stageId, StageRegistration registration, bool mayCreate, out Stage? stage, out bool isNew)
    {
        isNew = false;
        lock (_gate)
        {
            if (!_stages.TryGetValue(stageId, out stage))
            {
                if (!mayCreate)
                {
                    return null;
                }

                if (_isClosed || _stages.Count >= engine.Limits.StagesMax)
                {
                    engine.Counters.Count(EngineCounter.StagesRefused);
                    return null;
                }

                stage = engine.Strategies.CreateStage(engine, stageId, registration);
                _stages[stageId] = stage;
                isNew = true;
            }
            else if (stage.IsEnding)
            {
                return stage;
            }

            stage.Visits++;
            return null;
        }
    }
}

/// <summary>What a caller who asked for a stage got.</summary>
internal readonly record struct StageVisit(Stage? Stage, bool IsNew);
