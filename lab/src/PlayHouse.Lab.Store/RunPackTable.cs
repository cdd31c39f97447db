using System.Text.RegularExpressions;
using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>Whole runs, out of a store and into one.</summary>
public sealed partial class RunPackTable
{
    private readonly LabStore _store;
    private readonly StoreDatabase _database;

    internal RunPackTable(LabStore store, StoreDatabase database) => (_store, _database) = (store, database);

    /// <summary>Everything about an ended run. Throws <see cref="StoreException"/> when it can still continue.</summary>
    public async Task<RunPack> ReadAsync(string runId, CancellationToken cancellation = default)
    {
        RunRecord run = await _store.Runs.FindAsync(runId, cancellation) ?? throw RunTable.NotFound(runId);
        if (run.State is not (RunState.Completed or RunState.Failed or RunState.Cancelled))
        {
            throw new StoreException(StoreProblem.Conflict, $"run {run.Id} has not ended ({LabJson.Word(run.State)}); finish it with `plab resume` first");
        }

        List<LaunchRecord> launches = [];
        foreach (LaunchRecord launch in await _store.Launches.ListAsync(run.Id, null, cancellation))
        {
            launches.Add((await _store.Launches.FindAsync(launch.Id, cancellation))!);
        }

        return new RunPack
        {
            Version = RunPack.CurrentVersion,
            Run = run,
            Blocks = await _store.Blocks.ListAsync(run.Id, cancellation),
            Launches = launches,
            Profiles = await _store.Results.ListProfilesAsync(run.Id, cancellation),
            RuntimeProfiles = await _store.Results.ListRuntimeProfilesAsync(run.Id, cancellation),
            Verdict = await _store.Results.FindVerdictAsync(run.Id, cancellation),
            Events = await EventsAsync(run.Id, cancellation),
            Files = await _store.Artefacts.ListAsync(run.Id, cancellation),
        };
    }

    /// <summary>
    /// Stores a whole run with its own times, or nothing. Throws <see cref="StoreException"/> for a form of another version, parts
    /// that do not belong together, ids that are none, and a run that is here already.
    /// </summary>
    public async Task SaveAsync(RunPack pack, CancellationToken cancellation = default)
    {
        await CheckAsync(pack, cancellation);
        await _database.WriteAsync(
            (c, t) =>
            {
                Insert(c, t, pack);
                return true;
            },
            cancellation,
            isDurable: true);
    }

    /// <summary>What <see cref="SaveAsync"/> would refuse, before anything is written: afterwards the names in a pack may become paths.</summary>
    public async Task CheckAsync(RunPack pack, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(pack);
        Check(pack);
        if (await _store.Runs.FindAsync(pack.Run.Id, cancellation) is { } there)
        {
            throw new StoreException(StoreProblem.Conflict, $"run {there.Id} exists already");
        }
    }

    private async Task<IReadOnlyList<RunEvent>> EventsAsync(string runId, CancellationToken cancellation)
    {
        List<RunEvent> events = [];
        IReadOnlyList<RunEvent> page;
        while ((page = await _store.Events.ReadAsync(runId, events.Count == 0 ? 0 : events[^1].Seq, EventLog.MaxPage, cancellation)).Count > 0)
        {
            events.AddRange(page);
        }

        return events;
    }

    private static void Check(RunPack pack)
    {
        string id = pack.Run.Id;
        HashSet<string> launches = [.. pack.Launches.Select(l => l.Id)];
        string? problem = pack.Version is < RunPack.OldestVersion or > RunPack.CurrentVersion ? $"its form has version {pack.Version}, this build reads {RunPack.OldestVersion} to {RunPack.CurrentVersion}"
            : !Id().IsMatch(id) || pack.Run.Plan.RunId != id ? "the id of its run is none"
            : launches.FirstOrDefault(l => !Id().IsMatch(l)) is not null ? "the id of a launch is none"
            : launches.Count != pack.Launches.Count ? "two launches have the same id"
            : pack.Run.State is not (RunState.Completed or RunState.Failed or RunState.Cancelled) ? "its run has not ended"
            : pack.Launches.Any(l => l.RunId != id) || pack.Blocks.Any(b => b.RunId != id) || pack.Events.Any(e => e.RunId != id)
                || (pack.Verdict is { } verdict && verdict.Verdict.RunId != id) ? "a part of it belongs to another run"
            : pack.Profiles.Any(p => !launches.Contains(p.LaunchId)) || pack.RuntimeProfiles.Any(p => !launches.Contains(p.LaunchId))
                || pack.Files.Any(f => !launches.Contains(f.LaunchId)) ? "a profile or file of it belongs to no launch"
            : null;
        if (problem is not null)
        {
            throw new StoreException(StoreProblem.Invalid, $"the packed run cannot be taken: {problem}");
        }

        foreach (Artefact file in pack.Files)
        {
            ArtefactTable.CheckPath(file.Path);
        }
    }

    private void Insert(SqliteConnection connection, SqliteTransaction transaction, RunPack pack)
    {
        RunRecord run = pack.Run;
        long endedMs = (run.EndedAt ?? run.CreatedAt).ToUnixTimeMilliseconds();
        RunTable.Insert(connection, transaction, run.Plan, run.CreatedAt.ToUnixTimeMilliseconds());
        connection.Execute(Statements.UpdateState, new { runId = run.Id, state = LabJson.Word(run.State), error = run.Error, endedMs }, transaction);
        foreach (LaunchRecord launch in pack.Launches)
        {
            LaunchTable.Insert(connection, transaction, launch);
        }

        foreach (BlockResult block in pack.Blocks)
        {
            BlockTable.Insert(connection, transaction, run.Plan, block, endedMs);
        }

        connection.Execute(Statements.UpsertProfile, pack.Profiles.Select(p => new { launchId = p.LaunchId, record = StoreJson.Write(p) }), transaction);
        connection.Execute(Statements.UpsertRuntimeProfile, pack.RuntimeProfiles.Select(p => new { launchId = p.LaunchId, record = StoreJson.Write(p) }), transaction);
        if (pack.Verdict is { } verdict)
        {
            ResultTable.Insert(connection, transaction, verdict.Verdict, verdict.Comparison, verdict.ComputedAt.ToUnixTimeMilliseconds());
        }

        foreach (RunEvent line in pack.Events)
        {
            EventLog.Check(line.Type, line.Json);
        }

        connection.Execute(
            Statements.InsertPackedEvent,
            pack.Events.Select(e => new { runId = run.Id, seq = e.Seq, timeMs = e.Time.ToUnixTimeMilliseconds(), type = e.Type, body = e.Json }),
            transaction);
        connection.Execute(
            Statements.InsertArtefact,
            pack.Files.Select(f => new { path = f.Path, launchId = f.LaunchId, sizeBytes = f.SizeBytes, sha256 = f.Sha256, nowMs = _database.NowMs }),
            transaction);
    }

    // Launch ids name folders: nothing but what the lab itself writes.
    [GeneratedRegex("^[rl]-[a-z0-9-]{1,60}$", RegexOptions.CultureInvariant | RegexOptions.NonBacktracking)]
    private static partial Regex Id();
}
