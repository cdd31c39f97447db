namespace PlayHouse.Lab.Store;

/// <summary>
/// The lab's store: one SQLite file in WAL mode. Any number of processes may read, several may write to different runs at the
/// same time; each call is one transaction, so a killed process loses at most the call it was in. All members may be used from any
/// thread. Calls throw <see cref="StoreException"/> with a message for people.
/// </summary>
public sealed class LabStore : IAsyncDisposable
{
    private readonly StoreDatabase _database;

    private LabStore(StoreDatabase database)
    {
        _database = database;
        Events = new EventLog(database);
        Ownership = new RunOwnership(database);
        Runs = new RunTable(database);
        Launches = new LaunchTable(database);
        Blocks = new BlockTable(database);
        Results = new ResultTable(database);
        History = new HistoryTable(database);
        Decisions = new DecisionTable(database);
        Artefacts = new ArtefactTable(database);
        Packs = new RunPackTable(this, database);
    }

    /// <summary>What the tables share.</summary>
    internal StoreDatabase Database => _database;

    /// <summary>The file.</summary>
    public string Path => _database.Path;

    /// <summary>Runs: create, find, list, state, rate, cancel flag, delete.</summary>
    public RunTable Runs { get; }

    /// <summary>The append-only log of each run.</summary>
    public EventLog Events { get; }

    /// <summary>Who executes a run.</summary>
    public RunOwnership Ownership { get; }

    /// <summary>Launch records.</summary>
    public LaunchTable Launches { get; }

    /// <summary>How blocks ended.</summary>
    public BlockTable Blocks { get; }

    /// <summary>Profiles, verdicts and A/A results.</summary>
    public ResultTable Results { get; }

    /// <summary>Runs of an experiment over time.</summary>
    public HistoryTable History { get; }

    /// <summary>What people decided.</summary>
    public DecisionTable Decisions { get; }

    /// <summary>Files under the traces folder.</summary>
    public ArtefactTable Artefacts { get; }

    /// <summary>Whole runs, out of this store and into it.</summary>
    public RunPackTable Packs { get; }

    /// <summary>
    /// Opens a store. A writer creates the file and migrates it in one transaction; a reader does neither and refuses a schema that
    /// is not its own. A file that is not a store is refused and left untouched.
    /// </summary>
    /// <param name="path">The file, usually <c>.lab/lab.db</c>.</param>
    /// <param name="mode">Reader or writer.</param>
    /// <param name="clock">Time of rows and of stale owners; the system's by default.</param>
    /// <param name="cancellation">Stops before the file is touched.</param>
    public static Task<LabStore> OpenAsync(
        string path, StoreMode mode, TimeProvider? clock = null, CancellationToken cancellation = default)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(path);
        return Task.Run(
            () =>
            {
                var database = new StoreDatabase(System.IO.Path.GetFullPath(path), mode, clock ?? TimeProvider.System);
                int version = StoreOpening.Inspect(database, mode);
                if (mode == StoreMode.Write && version < Sql.Migration.Latest)
                {
                    StoreOpening.Migrate(database);
                }

                return new LabStore(database);
            },
            cancellation);
    }

    /// <summary>Reads the whole file and says what is wrong with it, one sentence each; empty is good. Takes seconds for a large store.</summary>
    /// <param name="cancellation">Stops before the file is read.</param>
    public async Task<IReadOnlyList<string>> CheckAsync(CancellationToken cancellation = default)
    {
        try
        {
            return await _database.ReadAsync(StoreCheck.Find, cancellation);
        }
        catch (StoreException e) when (e.Problem == StoreProblem.Damaged)
        {
            // Damaged so badly that not even the check can walk through it: that is its finding.
            return [e.Message];
        }
    }

    /// <summary>Closes the connections kept for reuse.</summary>
    public ValueTask DisposeAsync() => _database.ReleaseFileAsync();
}
