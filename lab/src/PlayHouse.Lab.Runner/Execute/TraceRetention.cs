using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Registers raw traces in the store and removes the oldest beyond the limits; a trace that a decision cites stays.</summary>
internal static class TraceRetention
{
    public const int TracesMax = 20;
    public const long BytesMax = 2L * 1024 * 1024 * 1024;

    public static async Task RegisterAsync(RunContext context, string launchId, string path)
    {
        string traces = context.Workspace.Traces;
        Artefact artefact = await Artefact.FromFileAsync(traces, Path.GetRelativePath(traces, path), launchId);
        await context.Store.Artefacts.SaveAsync(artefact);
        await ApplyAsync(context.Store, traces, TracesMax, BytesMax, isDryRun: false, CancellationToken.None);
    }

    /// <summary>Removes (or only lists) the oldest traces beyond the limits.</summary>
    public static async Task<IReadOnlyList<Artefact>> ApplyAsync(
        LabStore store, string traces, int tracesMax, long bytesMax, bool isDryRun, CancellationToken ct)
    {
        IReadOnlyList<Artefact> beyond = await store.Artefacts.ListBeyondAsync(tracesMax, bytesMax, ct);
        foreach (Artefact artefact in isDryRun ? [] : beyond)
        {
            if (await store.Artefacts.RemoveAsync(artefact.Path, ct))
            {
                DeleteFile(traces, artefact.Path);
            }
        }

        return beyond;
    }

    /// <summary>Deletes a trace and the folder of its launch when that was the last file in it.</summary>
    public static void DeleteFile(string traces, string relativePath)
    {
        string path = Path.Combine(traces, relativePath);
        File.Delete(path);
        string folder = Path.GetDirectoryName(path)!;
        if (Directory.Exists(folder) && !Directory.EnumerateFileSystemEntries(folder).Any())
        {
            Directory.Delete(folder);
        }
    }
}
