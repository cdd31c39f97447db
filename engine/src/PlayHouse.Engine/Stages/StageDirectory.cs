using System.Collections.Concurrent;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Stages;

/// <summary>Stages of a server by id. Any thread; off the message path.</summary>
internal sealed partial class StageDirectory(EngineContext engine)
{
    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<long, Stage> _stages = new();
    private readonly ConcurrentDictionary<Stage, bool> _ending = new();
    private bool _isClosed;

    /// <summary>Stages that have not ended.</summary>
    public ICollection<Stage> All => _stages.Values;

    /// <summary>Stages that are ending: out of the directory, but their last callbacks are not over.</summary>
    public ICollection<Stage> Ending => _ending.Keys;

    /// <summary>The same for sweeps: weakly consistent, without a copy.</summary>
    public IEnumerable<KeyValuePair<long, Stage>> Entries => _stages;

    /// <summary>
    /// The stage with this id, created when there is none; null at the limit or when the server stops. The caller visits
    /// the stage until <see cref="EndVisit"/>, which keeps it from ending unused.
    /// </summary>
    public Stage? FindOrCreate(long stageId, StageRegistration registration, IPacket packet) =>
        FindOrCreate(stageId, registration, packet, out _);

    /// <summary>The same; <paramref name="isNew"/> is true when this call made the stage.</summary>
    public Stage? FindOrCreate(long stageId, StageRegistration registration, IPacket packet, out bool isNew)
    {
        Stage? stage;
        isNew = false;
        lock (_gate)
        {
            if (!_stages.TryGetValue(stageId, out stage))
            {
                if (_isClosed || _stages.Count >= engine.Limits.StagesMax)
                {
                    engine.Counters.Count(EngineCounter.StagesRefused);
                    return null;
                }

                stage = engine.Strategies.CreateStage(engine, stageId, registration);
                _stages[stageId] = stage;
                isNew = true;
            }

            stage.Visits++;
        }

        if (isNew)
        {
            engine.Counters.Register(stage);
            stage.PostAction(new CreateAction(stage, packet));
        }

        return stage;
    }

    /// <summary>Ends a visit. A stage that no actor joined ends, so that rejected clients cannot fill the server with stages.</summary>
    public void EndVisit(Stage stage)
    {
        bool mayBeUnused;
        lock (_gate)
        {
            stage.Visits--;
            mayBeUnused = stage.Visits == 0 && !stage.WasJoined && !stage.IsKept;
        }

        if (mayBeUnused)
        {
            stage.PostAction(new CloseIfUnusedAction(stage, this));
        }
    }

    /// <summary>Takes a stage without actors and visits out of the directory. Called on the stage.</summary>
    public bool TryRemoveUnused(Stage stage)
    {
        lock (_gate)
        {
            if (stage.Visits > 0 || stage.WasJoined || stage.IsKept)
            {
                return false;
            }

            Take(stage);
            return true;
        }
    }

    /// <summary>Takes a stage out that begins to end; a new one may get the id. Followed by <see cref="Forget"/>.</summary>
    public void Remove(Stage stage)
    {
        _ending[stage] = true;
        Take(stage);
    }

    private void Take(Stage stage) => _stages.TryRemove(new KeyValuePair<long, Stage>(stage.StageId, stage));

    /// <summary>The last callback of a stage is over.</summary>
    public void Forget(Stage stage) => _ending.TryRemove(stage, out _);

    /// <summary>Refuses new stages from now on.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
        }
    }
}
