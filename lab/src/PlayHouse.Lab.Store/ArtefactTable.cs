using System.Security.Cryptography;
using Dapper;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>A large file that belongs to a launch.</summary>
public sealed record Artefact
{
    /// <summary>Path below the traces folder, with forward slashes.</summary>
    public required string Path { get; init; }

    /// <summary>Launch it came from.</summary>
    public required string LaunchId { get; init; }

    /// <summary>Size in bytes.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>SHA-256 of the file, lower-case hex.</summary>
    public required string Sha256 { get; init; }

    /// <summary>Run of the launch; set by the store on read.</summary>
    public string RunId { get; init; } = "";

    /// <summary>Time of registration, UTC; set by the store.</summary>
    public DateTimeOffset CreatedAt { get; init; }

    /// <summary>True when a decision cites the run: the file is never removed. Set by the store on read.</summary>
    public bool IsCited { get; init; }

    /// <summary>Describes a file that exists: reads its size and hash.</summary>
    /// <param name="tracesFolder">The traces folder.</param>
    /// <param name="path">Path below it, forward slashes, no <c>..</c>.</param>
    /// <param name="launchId">Launch it came from.</param>
    /// <param name="cancellation">Stops between reads.</param>
    public static async Task<Artefact> FromFileAsync(
        string tracesFolder, string path, string launchId, CancellationToken cancellation = default)
    {
        ArtefactTable.CheckPath(path);
        try
        {
            FileStream stream = File.OpenRead(System.IO.Path.Combine(tracesFolder, path));
            await using (stream)
            {
                byte[] hash = await SHA256.HashDataAsync(stream, cancellation);
                return new Artefact { Path = path, LaunchId = launchId, SizeBytes = stream.Length, Sha256 = Convert.ToHexStringLower(hash) };
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StoreException(StoreProblem.Unavailable, $"artefact {path} cannot be read: {e.Message}", e);
        }
    }
}

/// <summary>The files under the traces folder. The table knows them; removing the file itself is the caller's.</summary>
public sealed class ArtefactTable
{
    private readonly StoreDatabase _database;

    internal ArtefactTable(StoreDatabase database) => _database = database;

    /// <summary>Registers a file of a stored launch.</summary>
    public Task SaveAsync(Artefact artefact, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(artefact);
        CheckPath(artefact.Path);
        return _database.WriteAsync(
            (c, t) => c.Execute(
                Statements.InsertArtefact,
                new
                {
                    path = artefact.Path,
                    launchId = artefact.LaunchId,
                    sizeBytes = artefact.SizeBytes,
                    sha256 = artefact.Sha256,
                    nowMs = _database.NowMs,
                },
                t),
            cancellation);
    }

    /// <summary>Registered files, newest first.</summary>
    /// <param name="runId">Only of this run; null for all.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public Task<IReadOnlyList<Artefact>> ListAsync(string? runId = null, CancellationToken cancellation = default) =>
        _database.ReadAsync<IReadOnlyList<Artefact>>(
            (c, t) => [.. c.Query<Row>(Statements.SelectArtefacts, new { runId }, t).Select(r => r.ToArtefact())], cancellation);

    /// <summary>
    /// What retention would remove: the oldest files beyond a count or a total size. What a decision cites is counted and never listed.
    /// </summary>
    /// <param name="maxCount">Files to keep.</param>
    /// <param name="maxBytes">Bytes to keep.</param>
    /// <param name="cancellation">Stops before the read.</param>
    public async Task<IReadOnlyList<Artefact>> ListBeyondAsync(int maxCount, long maxBytes, CancellationToken cancellation = default) =>
        Beyond(await ListAsync(null, cancellation), maxCount, maxBytes);

    /// <summary>The same choice among these files.</summary>
    /// <param name="newestFirst">Registered files, newest first.</param>
    /// <param name="maxCount">Files to keep.</param>
    /// <param name="maxBytes">Bytes to keep.</param>
    public static IReadOnlyList<Artefact> Beyond(IReadOnlyList<Artefact> newestFirst, int maxCount, long maxBytes)
    {
        ArgumentNullException.ThrowIfNull(newestFirst);
        int count = newestFirst.Count;
        long bytes = newestFirst.Sum(a => a.SizeBytes);
        List<Artefact> removable = [];
        foreach (Artefact oldest in newestFirst.Reverse())
        {
            if (count <= maxCount && bytes <= maxBytes)
            {
                break;
            }

            if (!oldest.IsCited)
            {
                removable.Add(oldest);
                count--;
                bytes -= oldest.SizeBytes;
            }
        }

        return removable;
    }

    /// <summary>Forgets a file. Refuses one that a decision cites; false when it was not registered.</summary>
    public Task<bool> RemoveAsync(string path, CancellationToken cancellation = default) =>
        _database.WriteAsync(
            (c, t) =>
            {
                var row = c.QuerySingleOrDefault<Row>(Statements.SelectArtefact, new { path }, t);
                if (row?.Decisions > 0)
                {
                    throw new StoreException(StoreProblem.Conflict, $"artefact {path} belongs to run {row.RunId}, which a decision cites");
                }

                return c.Execute(Statements.DeleteArtefact, new { path }, t) == 1;
            },
            cancellation);

    internal static void CheckPath(string path)
    {
        bool isSafe = !string.IsNullOrWhiteSpace(path)
            && !Path.IsPathRooted(path)
            && !path.Contains('\\', StringComparison.Ordinal)
            && !path.Contains(':', StringComparison.Ordinal)
            && !path.Any(char.IsControl)
            && path.Split('/').All(part => part is not ("" or "." or ".."));
        if (!isSafe)
        {
            throw new StoreException(StoreProblem.Invalid, "the path of an artefact is relative, with forward slashes and without '.' or '..'");
        }
    }

    internal sealed class Row
    {
        public string Path { get; init; } = "";

        public string LaunchId { get; init; } = "";

        public string RunId { get; init; } = "";

        public long SizeBytes { get; init; }

        public string Sha256 { get; init; } = "";

        public long CreatedMs { get; init; }

        public long Decisions { get; init; }

        public Artefact ToArtefact() => new()
        {
            Path = Path,
            LaunchId = LaunchId,
            RunId = RunId,
            SizeBytes = SizeBytes,
            Sha256 = Sha256,
            CreatedAt = StoreJson.Time(CreatedMs),
            IsCited = Decisions > 0,
        };
    }
}
