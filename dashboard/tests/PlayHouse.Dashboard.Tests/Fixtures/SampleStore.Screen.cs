using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Fixtures;

internal static partial class SampleStore
{
    /// <summary>A screen of two toggles that do each other's work.</summary>
    public const string ScreenRun = "r-20250102-030405-scrn";

    /// <summary>Adds the screen: either toggle saves 64 bytes, both together no more.</summary>
    public static async Task AddScreenAsync(LabStore store)
    {
        ScreenFactor Factor(string seam, string low, string high) => new(seam, new Dictionary<string, SeamLevels> { [seam] = new(StrategySetting.Of(low), StrategySetting.Of(high)) });
        var screen = new ScreenPlan
        {
            Factors = [Factor("reply-codec", "to-byte-array", "write-to-span"), Factor("message-id", "interned-table", "string-per-message")],
            Blocks =
            [
                .. new int[][] { [0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0] }.Select((cells, i) => new ScreenBlock(ScreenStage.Screen, i, cells)),
                .. new int[][] { [3, 1, 2, 3], [2, 3, 3, 1] }.Select((cells, i) => new ScreenBlock(ScreenStage.Ablate, i, cells)),
            ],
            Held = [new HeldSeam("lock", "scenario c2s-proto-echo does not execute it")],
        };
        RunPlan plan = Plan(ScreenRun, "000-screen-c2s-proto-echo");
        await store.Runs.CreateAsync(plan with { Screen = screen, Looks = [5], Policy = new Policy { Metrics = [SampleReports.Bytes] } });
        await store.Runs.SetStateAsync(ScreenRun, RunState.Running);
        for (int block = 0; block < screen.Blocks.Count; block++)
        {
            for (int slot = 0; slot < 4; slot++)
            {
                int cell = screen.Blocks[block].Cells[slot];
                // A wobble that no combination has more of than another.
                double bytes = 184 - (cell == 0 ? 0 : 64) + (0.1 * ((block + slot) % 3));
                LaunchRecord launch = SampleReports.Launch($"l-screen-{block}-{slot}", screen.CodeOf(cell), block, slot, bytes, ScreenRun);
                await store.Launches.SaveAsync(launch with
                {
                    HitsPerMessage = screen.Factors.ToDictionary(f => f.Name, _ => 1.0),
                    Strategies = screen.Factors.ToDictionary(f => f.Name, f => $"{f.Name}-{(cell >> (f.Name == "message-id" ? 1 : 0)) & 1}"),
                });
            }
        }

        await store.Runs.SetStateAsync(ScreenRun, RunState.Completed);
    }
}
