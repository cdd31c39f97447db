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
        RunPack packed = await RunPackFile.WriteAsync(await GuardedAsync(store.Packs.ReadAsync(run.Id, ct)), workspace.Traces, path, ct);
        return new PackResult(run.Id, packed.Launches.Count, packed.Files.Count, new FileInfo(path).Length);
    }

    /// <summary>Puts a packed run into the store, marked as not measured here. All of it, or nothing.</summary>
    public async Task<RunRecord> UnpackAsync(string path, RunOrigin origin, CancellationToken ct)
    {
        (RunPack pack, IReadOnlyDictionary<string, byte[]> files) = await RunPackFile.ReadAsync(path, ct);
        RunPack marked = pack with { Run = pack.Run with { Plan = pack.Run.Plan with { Origin = origin } } };
        // First the row: its checks say which names may become paths.
        await GuardedAsync(SaveAsync(marked, ct));
        foreach ((string name, byte[] bytes) in files)
        {
            string target = Path.Combine(workspace.Traces, name);
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            await File.WriteAllBytesAsync(target, bytes, ct);
        }

        return marked.Run;
    }

    private async Task<bool> SaveAsync(RunPack pack, CancellationToken ct)
    {
        await store.Packs.SaveAsync(pack, ct);
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
