using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Packs;

/// <summary>Files of packed runs, as <c>plab pack</c> writes them. Any thread.</summary>
public static class PackedRuns
{
    /// <summary>Ending of a packed run.</summary>
    public const string Extension = ".plabrun";

    private const int RunsMax = 10_000;

    /// <summary>The packed runs of a folder by name; none for a folder that is not there.</summary>
    public static IReadOnlyList<string> In(string folder) =>
        Directory.Exists(folder) ? [.. Directory.GetFiles(folder, "*" + Extension).Order(StringComparer.Ordinal)] : [];

    /// <summary>Puts packed runs into a store, marked as the recorded sample.</summary>
    /// <exception cref="LabInputException">A file is no packed run, or its run is there already.</exception>
    public static async Task UnpackSampleAsync(ILabService service, IReadOnlyList<string> files, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(files);
        foreach (string file in files)
        {
            await service.UnpackAsync(file, RunOrigin.Sample, ct);
        }
    }

    /// <summary>Puts those packed runs into a store that it does not have yet, marked as the recorded sample.</summary>
    /// <exception cref="LabInputException">A file is no packed run.</exception>
    public static async Task UnpackMissingAsync(ILabService service, IReadOnlyList<string> files, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(files);
        HashSet<string> known = [.. (await service.ListAsync(RunsMax, ct)).Select(r => r.Run.Id)];
        List<string> missing = [];
        foreach (string file in files)
        {
            if (!known.Contains((await RunPackFile.ReadAsync(file, ct)).Pack.Run.Id))
            {
                missing.Add(file);
            }
        }

        await UnpackSampleAsync(service, missing, ct);
    }
}
