using System.Globalization;
using Dapper;
using Microsoft.Data.Sqlite;

namespace PlayHouse.Lab.Store;

/// <summary>
/// Opens connections and runs one unit of work on each. SQLite blocks its caller, so the work goes to the thread pool;
/// writes begin immediate, because a read that grows into a write can only fail when another writer was faster.
/// </summary>
internal sealed class StoreDatabase
{
    /// <summary>Marks a SQLite file as ours: the bytes of "PLAB".</summary>
    public const int ApplicationId = 0x504C4142;

    /// <summary>Longest wait for another process's lock, seconds; beyond it the call fails with <see cref="StoreProblem.Busy"/>.</summary>
    public const int BusyTimeoutSeconds = 30;

    private readonly string _connectionString;
    private readonly bool _isWriter;
    private readonly Lock _gate = new();
    private readonly TaskCompletionSource _idle = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // The database itself is one until it is released.
    private int _users = 1;
    private bool _isReleased;

    public StoreDatabase(string path, StoreMode mode, TimeProvider clock)
    {
        Path = path;
        Clock = clock;
        _isWriter = mode == StoreMode.Write;
        _connectionString = ConnectionString(path, _isWriter ? SqliteOpenMode.ReadWriteCreate : SqliteOpenMode.ReadOnly, true);
    }

    public string Path { get; }

    /// <summary>Called with each connection before its work; tests count statements with it.</summary>
    public Action<SqliteConnection>? Opened { get; set; }

    public TimeProvider Clock { get; }

    public long NowMs => Clock.GetUtcNow().ToUnixTimeMilliseconds();

    public static string ConnectionString(string path, SqliteOpenMode mode, bool isPooled) => new SqliteConnectionStringBuilder
    {
        DataSource = path,
        Mode = mode,
        ForeignKeys = true,
        Pooling = isPooled,
        DefaultTimeout = BusyTimeoutSeconds,
    }.ToString();

    /// <summary>Runs a unit of work inside one transaction: all of it is stored, or nothing.</summary>
    /// <param name="work">The work.</param>
    /// <param name="cancellation">Stops before the work begins.</param>
    /// <param name="isDurable">True for what must outlive a loss of power, and all that was written before it: the disk is waited for.</param>
    public Task<T> WriteAsync<T>(Func<SqliteConnection, SqliteTransaction, T> work, CancellationToken cancellation, bool isDurable = false)
    {
        if (!_isWriter)
        {
            throw new StoreException(StoreProblem.Invalid, $"{Path}: the store was opened for reading");
        }

        return Task.Run(
            () => Work(() =>
            {
                using SqliteConnection connection = Open(isDurable);
                using SqliteTransaction transaction = connection.BeginTransaction(deferred: false);
                T result = work(connection, transaction);
                transaction.Commit();
                return result;
            }),
            cancellation);
    }

    /// <summary>Runs queries against one consistent snapshot.</summary>
    public Task<T> ReadAsync<T>(Func<SqliteConnection, SqliteTransaction, T> work, CancellationToken cancellation) =>
        Task.Run(
            () => Work(() =>
            {
                using SqliteConnection connection = Open();
                using SqliteTransaction transaction = connection.BeginTransaction(deferred: true);
                return work(connection, transaction);
            }),
            cancellation);

    /// <summary>
    /// Waits for the work under way and closes every connection, so that the file can be moved or deleted. What is asked later, by a page that
    /// is still open for example, is refused: opening the file would make it again.
    /// </summary>
    public async ValueTask ReleaseFileAsync()
    {
        lock (_gate)
        {
            if (!_isReleased)
            {
                _isReleased = true;
                Leave();
            }
        }

        await _idle.Task;
        await using var connection = new SqliteConnection(_connectionString);
        SqliteConnection.ClearPool(connection);
    }

    private T Work<T>(Func<T> work)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isReleased, typeof(LabStore));
            _users++;
        }

        try
        {
            return Guard(work);
        }
        finally
        {
            Leave();
        }
    }

    private void Leave()
    {
        lock (_gate)
        {
            if (--_users == 0)
            {
                _idle.SetResult();
            }
        }
    }

    /// <summary>Runs work and turns the database's codes into messages for people.</summary>
    public T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (SqliteException e)
        {
            throw Translate(e);
        }
    }

    private SqliteConnection Open(bool isDurable = false)
    {
        var connection = new SqliteConnection(_connectionString);
        try
        {
            connection.Open();
            if (_isWriter)
            {
                // In WAL mode NORMAL keeps every committed transaction when a process dies and syncs only at checkpoints,
                // so the store does not put disk flushes into a measured window. Verdicts and decisions are worth one.
                connection.Execute(isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
            }

            Opened?.Invoke(connection);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private StoreException Translate(SqliteException e)
    {
        const int Busy = 5, Locked = 6, ReadOnly = 8, IoError = 10, Corrupt = 11, Full = 13, CannotOpen = 14, Constraint = 19, NotADatabase = 26;
        string code = e.SqliteExtendedErrorCode.ToString(CultureInfo.InvariantCulture);
        return e.SqliteErrorCode switch
        {
            Busy or Locked => new StoreException(
                StoreProblem.Busy, $"{Path}: another process held the store for more than {BusyTimeoutSeconds} s; try again when it is done", e),
            Corrupt => new StoreException(
                StoreProblem.Damaged, $"{Path}: the store is damaged ({e.Message}); move it away and restore a copy", e),
            NotADatabase => new StoreException(
                StoreProblem.NotAStore, $"{Path} is not a database; name another file, this one was left untouched", e),
            Full => new StoreException(StoreProblem.Unavailable, $"{Path}: the disk is full; free space and run `plab resume`", e),
            ReadOnly or IoError or CannotOpen => new StoreException(
                StoreProblem.Unavailable, $"{Path}: cannot be opened or written ({e.Message}); check the folder, its permissions and the disk", e),
            Constraint => new StoreException(
                StoreProblem.Conflict, $"{Path}: the change contradicts what is stored ({e.Message})", e),
            _ => new StoreException(StoreProblem.Unavailable, $"{Path}: database error {code}: {e.Message}", e),
        };
    }
}
