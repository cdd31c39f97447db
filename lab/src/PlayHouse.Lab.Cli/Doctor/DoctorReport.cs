using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Metering;

namespace PlayHouse.Lab.Cli.Doctor;

/// <summary>Checks as text and as JSON. Pure.</summary>
internal static class DoctorReport
{
    /// <summary>Name and version of the JSON.</summary>
    public const string Schema = "playhouse-lab/doctor/1";

    /// <summary>True when nothing blocks the demo.</summary>
    public static bool CanRunDemo(IEnumerable<DoctorCheck> checks) => checks.All(c => c.State != CheckState.Blocking);

    public static string Text(IReadOnlyList<DoctorCheck> checks, NoiseRecord? noise, IReadOnlyList<NoiseFloor> floors, int width)
    {
        List<string> lines = [];
        foreach (DoctorCheck check in checks)
        {
            lines.AddRange(PlainText.Wrap(check.Value, width, $"{Word(check.State),-8}{check.Id,-18}"));
            if (check.Consequence is { } consequence)
            {
                lines.AddRange(PlainText.Wrap(consequence, width, new string(' ', 28)));
            }
        }

        lines.Add("");
        lines.AddRange(NoiseReport.Lines(noise, floors, width));
        lines.Add("");
        lines.Add(CanRunDemo(checks) ? "plab demo can run." : "plab demo cannot run: see BLOCKS above.");
        return string.Join('\n', lines) + "\n";
    }

    public static string Json(IReadOnlyList<DoctorCheck> checks, NoiseRecord? noise, IReadOnlyList<NoiseFloor> floors) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["canRunDemo"] = CanRunDemo(checks),
        ["checks"] = new JsonArray([.. checks.Select(c => (JsonNode)new JsonObject
        {
            ["id"] = c.Id,
            ["state"] = LabJson.Word(c.State),
            ["value"] = PlainText.Clean(c.Value),
            ["consequence"] = c.Consequence,
        })]),
        ["noise"] = noise is null ? null : NoiseReport.Json(noise, floors),
    });

    private static string Word(CheckState state) => state switch
    {
        CheckState.Ok => "ok",
        CheckState.Warning => "warn",
        CheckState.Missing => "missing",
        _ => "BLOCKS",
    };
}
