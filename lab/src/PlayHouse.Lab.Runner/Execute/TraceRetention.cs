using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Registers the files of traces in the store and removes the oldest beyond the limits; what a decision cites stays. Raw traces
/// and the stacks cut from them have limits of their own: the stacks say where a run allocated long after its raw trace is gone.
/// </summary>
internal static class TraceRetention
{
    public const int TracesMax = 20;
    public const long BytesMax = 2L * 1024 * 1024 * 1024;

    /// <summary>Stacks files that stay; some 100 kB each.</summary>
    public const int StacksFilesMax = 1000;

    /// <summary>Bytes of stacks files that stay.</summary>
    public const long StacksBytesMax = 256L * 1024 * 1024;

    private const string StacksEnding = ".stacks";

    public static async Task RegisterAsync(RunContext context, string launchId, string path)
    {
        string traces = context.Workspace.Traces;
        Artefact artefact = await Artefact.FromFileAsync(traces, Path.GetRelativePath(traces, path), launchId);
        await context.Store.Artefacts.SaveAsync(artefact);
        await ApplyAsync(context.Store, traces, TracesMax, BytesMax, isDryRun: false, CancellationToken.None);
    }

    /// <summary>Removes (or only lists) the oldest files beyond the limits; those given are of the raw traces.</summary>
    public static async Task<IReadOnlyList<Artefact>> ApplyAsync(
        LabStore store, string traces, int tracesMax, long bytesMax, bool isDryRun, CancellationToken ct)
    {
        IReadOnlyList<Artefact> all = await store.Artefacts.ListAsync(null, ct);
        ILookup<bool, Artefact> files = all.ToLookup(a => a.Path.EndsWith(StacksEnding, StringComparison.Ordinal));
        Artefact[] beyond =
        [
            .. ArtefactTable.Beyond([.. files[false]], tracesMax, bytesMax),
            .. ArtefactTable.Beyond([.. files[true]], StacksFilesMax, StacksBytesMax),
        ];
        foreach (Artefact artefact in isDryRun ? [] : beyond)
        {
            if (await store.Artefacts.RemoveAsync(artefact.Path, ct))
            {
                DeleteFile(traces, artefact.Path);
            }
        }

        return beyond;
    }

    /// <summary>Deletes a file and the folder of its launch when that was the last file in it.</summary>
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
