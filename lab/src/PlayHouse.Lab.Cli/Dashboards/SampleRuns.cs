using PlayHouse.Lab.Model;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;

namespace PlayHouse.Lab.Cli.Dashboards;

/// <summary>The recorded sample that comes with the lab: real runs of another machine, so that a first look is not empty.</summary>
internal static class SampleRuns
{
    /// <summary>Where the packed runs lie: next to this program.</summary>
    public static string Folder => Path.Combine(ProgramFolder.Path, "samples");

    /// <summary>Puts the sample into a store without runs. Returns what was done, for people.</summary>
    public static async Task<string> FillAsync(ILabService service, string folder, CancellationToken ct)
    {
        if ((await service.ListAsync(1, ct)).Count > 0)
        {
            return "This store has runs already: the recorded sample is only for an empty one.";
        }

        IReadOnlyList<string> files = PackedRuns.In(folder);
        if (files.Count == 0)
        {
            throw new LabInputException(["The recorded sample is not next to this program. Build the lab again: ./plab doctor"]);
        }

        await PackedRuns.UnpackSampleAsync(service, files, ct);
        return $"The store was empty: {files.Count} recorded runs of another machine were added, marked SAMPLE. Remove them with: plab clean --sample";
    }
}
