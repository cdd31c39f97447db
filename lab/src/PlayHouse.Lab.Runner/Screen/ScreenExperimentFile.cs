using System.Globalization;
using System.Text;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>An experiment as the file that the loader reads back. Pure.</summary>
internal static class ScreenExperimentFile
{
    /// <summary>The whole file, ending in a line feed.</summary>
    public static string Of(ExperimentSpec spec)
    {
        var text = new StringBuilder();
        Line(text, "version: 1");
        Line(text, $"id: {spec.Id}");
        // A JSON string is a YAML string in double quotes.
        Line(text, $"question: {JsonSerializer.Serialize(spec.Question)}");
        Line(text, $"scenario: {spec.Scenario}");
        LoadSpec load = spec.Load;
        string rate = load.RatePerSecond is { } r ? Number(r) : "auto";
        Line(text, $"load: {{ mode: {LabJson.Word(load.Mode)}, arrivals: {LabJson.Word(load.Arrivals)}, rate: {rate}, connections: {load.Connections}, depth: {load.Depth}, payloadBytes: {load.PayloadBytes}, hops: {Flag(load.Hops)} }}");
        Line(text, "arms:");
        foreach ((string name, ArmSpec arm) in spec.Arms)
        {
            Arm(text, name, arm);
        }

        DesignSpec design = spec.Design;
        Line(text, $"design: {{ kind: {LabJson.Word(design.Kind)}, layout: {LabJson.Word(design.Layout)}, warmupSeconds: {(design.WarmupSeconds is { } w ? Number(w) : "auto")}, profile: {{ everyBlocks: {design.ProfileEveryBlocks} }} }}");
        EnvironmentSpec environment = spec.Environment;
        Line(text, $"environment: {{ gcServer: {Flag(environment.GcServer)}, gcConcurrent: {Flag(environment.GcConcurrent)}, tieredPgo: {Flag(environment.TieredPgo)}, compilation: {LabJson.Word(environment.Compilation)}, poolSpin: {Flag(environment.PoolSpin)} }}");
        Line(text, $"policy: {spec.Policy}");
        return text.ToString();
    }

    private static void Arm(StringBuilder text, string name, ArmSpec arm)
    {
        Line(text, $"  {name}:");
        Line(text, $"    preset: {arm.Preset}");
        Line(text, "    set:");
        foreach ((string seam, StrategySetting setting) in arm.Set.OrderBy(s => s.Key, StringComparer.Ordinal))
        {
            string knobs = string.Concat(setting.Knobs.Select(k => $", {k.Key}: {Number(k.Value)}"));
            Line(text, $"      {seam}: {(knobs.Length == 0 ? setting.Use : $"{{ use: {setting.Use}{knobs} }}")}");
        }

        if (arm.Inject is { } inject)
        {
            Line(text, $"    inject: {{ bytesPerMessage: {inject.BytesPerMessage} }}");
        }
    }

    private static string Flag(bool value) => value ? "true" : "false";

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    private static void Line(StringBuilder text, string line) => text.Append(line).Append('\n');
}
