using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Metering;

namespace PlayHouse.Lab.Cli.Doctor;

/// <summary>A machine's noise as text and as JSON: what it can and cannot decide. Pure.</summary>
internal static class NoiseReport
{
    public static IReadOnlyList<string> Lines(NoiseRecord? noise, IReadOnlyList<NoiseFloor> floors, int width)
    {
        if (noise is null)
        {
            return [.. PlainText.Wrap("Noise not measured: 'plab doctor --noise' takes three minutes and says what this machine can decide.", width)];
        }

        TextTable table = new TextTable(width).Text("metric", 10).Number("noise").Number("6 pairs").Number("12").Number("40").Number("matters").Number("seen by");
        foreach (NoiseFloor floor in floors.Where(f => f.Deviation > 0))
        {
            table.Row(
            [
                VerdictWords.Label(floor.Policy.Id),
                .. new[] { floor.Deviation, floor.First, floor.Middle, floor.Last, floor.Delta }.Select(v => Numbers.Distance(v, floor.Policy)),
                floor.CanDecide ? $"{PairsNeeded(floor)} pairs" : "not seen",
            ]);
        }

        string[] silent = [.. floors.Where(f => f.Deviation == 0).Select(f => VerdictWords.Label(f.Policy.Id))];

        return
        [
            .. PlainText.Wrap(
                $"Noise of this machine, {Numbers.Time(noise.MeasuredAt)} UTC: {Numbers.Counted(noise.Pairs, "pair")} of equal arms of {noise.Scenario}, layout {LabJson.Word(noise.Layout)}, steady, saturated and at "
                + $"{Numbers.Count(noise.Load.RatePerSecond ?? double.NaN)} messages/s.",
                width),
            "",
            .. table.Lines(),
            .. silent.Length == 0 ? [] : PlainText.Wrap($"Did not vary at all: {string.Join(", ", silent)}.", width),
            .. PlainText.Wrap(
                "Noise is the standard deviation of a pair. Smallest change found four times in five after so many pairs (6: that many and one look; 12 and 40: looks of a run). Another scenario and the environment deployed have noise of their own: plab plan PATH.",
                width),
        ];
    }

    public static JsonObject Json(NoiseRecord noise, IReadOnlyList<NoiseFloor> floors) => new()
    {
        ["measuredAt"] = noise.MeasuredAt.ToString("O"),
        ["scenario"] = noise.Scenario,
        ["layout"] = LabJson.Word(noise.Layout),
        ["rate"] = JsonText.Number(noise.Load.RatePerSecond),
        ["pairs"] = noise.Pairs,
        ["metrics"] = new JsonArray([.. floors.Select(f => (JsonNode)new JsonObject
        {
            ["metric"] = f.Policy.Id,
            ["scale"] = LabJson.Word(f.Policy.Scale),
            ["deviation"] = JsonText.Number(f.Deviation),
            ["delta"] = JsonText.Number(f.Delta),
            ["detectableAt6"] = JsonText.Number(f.First),
            ["detectableAt12"] = JsonText.Number(f.Middle),
            ["detectableAt40"] = JsonText.Number(f.Last),
            ["canDecide"] = f.CanDecide,
        })]),
    };

    private static int PairsNeeded(NoiseFloor floor)
    {
        double[] seen = [floor.First, floor.Middle, floor.Last];
        return NoiseFloors.Pairs[Math.Max(0, Array.FindIndex(seen, v => v <= floor.Delta))];
    }
}
