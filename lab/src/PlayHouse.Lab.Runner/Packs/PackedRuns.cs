using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Packs;

/// <summary>Files of packed runs, as <c>plab pack</c> writes them. Any thread.</summary>
public static class PackedRuns
{
    /// <summary>Ending of a packed run.</summary>
    public const string Extension = ".plabrun";

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
}
