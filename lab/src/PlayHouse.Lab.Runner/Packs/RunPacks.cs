using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Packs;

/// <summary>Takes whole runs out of a workspace and into one.</summary>
internal sealed class RunPacks(LabStore store, LabWorkspace workspace)
{
    /// <summary>Writes an ended run with its stacks into one file.</summary>
    public async Task<PackResult> PackAsync(RunRecord run, string path, CancellationToken ct)
    {
        RunPack stored = await GuardedAsync(store.Packs.ReadAsync(run.Id, ct));
        // The store that takes a run in records where it comes from, and when and in which order it took the files in. None of that is
        // packed, so that a run that was unpacked and judged again gives the file of the first store.
        RunPack unmarked = stored with
        {
            Run = stored.Run with { Plan = stored.Run.Plan with { Origin = null } },
            Files = [.. stored.Files.OrderBy(f => f.Path, StringComparer.Ordinal).Select(f => f with { CreatedAt = run.CreatedAt })],
        };
        RunPack packed = await RunPackFile.WriteAsync(unmarked, workspace.Traces, path, ct);
        return new PackResult(run.Id, packed.Launches.Count, packed.Files.Count, new FileInfo(path).Length);
    }

    /// <summary>Puts a packed run into the store, marked as not measured here. All of it, or nothing.</summary>
    public async Task<RunRecord> UnpackAsync(string path, RunOrigin origin, CancellationToken ct)
    {
        (RunPack pack, IReadOnlyDictionary<string, byte[]> files) = await RunPackFile.ReadAsync(path, ct);
        RunPack marked = pack with { Run = pack.Run with { Plan = pack.Run.Plan with { Origin = origin } } };
        await GuardedAsync(TrueAfterAsync(store.Packs.CheckAsync(marked, ct)));
        // The row comes last: a kill before it leaves files that the next attempt writes again, and never a run without them.
        List<string> written = [];
        try
        {
            foreach ((string name, byte[] bytes) in files)
            {
                string target = Path.Combine(workspace.Traces, name);
                written.Add(target);
                await WriteAsync(target, bytes, ct);
            }

            await GuardedAsync(TrueAfterAsync(store.Packs.SaveAsync(marked, ct)));
        }
        catch
        {
            written.ForEach(File.Delete);
            throw;
        }

        return marked.Run;
    }

    private static async Task WriteAsync(string path, byte[] bytes, CancellationToken ct)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        await using FileStream file = File.Create(path);
        await file.WriteAsync(bytes, ct);
        file.Flush(flushToDisk: true);
    }

    private static async Task<bool> TrueAfterAsync(Task work)
    {
        await work;
        return true;
    }

    private static async Task<T> GuardedAsync<T>(Task<T> work)
    {
        try
        {
            return await work;
        }
        catch (StoreException e) when (e.Problem is StoreProblem.Conflict or StoreProblem.Invalid or StoreProblem.NotFound)
        {
            throw new LabInputException([e.Message]);
        }
    }
}
