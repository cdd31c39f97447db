using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Matrix;

namespace PlayHouse.Lab.Reporting;

/// <summary>A matrix for programs. Pure; any thread.</summary>
public static class MatrixJson
{
    /// <summary>Name and version of the document.</summary>
    public const string Schema = "playhouse-lab/matrix/1";

    /// <summary>The document.</summary>
    public static string Of(MatrixResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["isComplete"] = result.IsComplete,
            ["rounds"] = result.Rounds,
            ["warmupSeconds"] = result.WarmupSeconds,
            ["windowSeconds"] = result.WindowSeconds,
            // A number of 64 bits is more than a double holds.
            ["seed"] = result.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture),
            ["load"] = new JsonObject
            {
                ["connections"] = result.Load.Connections,
                ["depth"] = result.Load.Depth,
                ["payloadBytes"] = result.Load.PayloadBytes,
            },
            ["rows"] = new JsonArray([.. result.Rows.Select(Row)]),
            ["twins"] = new JsonArray([.. result.Twins.Select(Twin)]),
        });
    }

    private static JsonNode Row(MatrixRow row) => new JsonObject
    {
        ["seam"] = row.Seam,
        ["strategy"] = row.Strategy,
        ["isDefault"] = row.IsDefault,
        ["scenario"] = row.Scenario,
        ["beside"] = Beside(row.Beside),
        ["isProved"] = row.IsProved,
        ["minHitsPerMessage"] = row.MinHitsPerMessage,
        ["samples"] = Samples(row.Samples),
        ["failures"] = JsonText.Strings(row.Failures),
    };

    private static JsonNode Twin(MatrixTwin twin) => new JsonObject
    {
        ["scenario"] = twin.Scenario,
        ["beside"] = Beside(twin.Beside),
        ["first"] = Samples(twin.First),
        ["second"] = Samples(twin.Second),
    };

    private static JsonObject Beside(IReadOnlyDictionary<string, string> beside) =>
        new(beside.Select(b => KeyValuePair.Create<string, JsonNode?>(b.Key, b.Value)));

    private static JsonArray Samples(IReadOnlyList<MatrixSample> samples) => [.. samples.Select(s => (JsonNode)new JsonObject
    {
        ["bytesPerMessage"] = JsonText.Number(s.BytesPerMessage),
        ["cpuUsPerMessage"] = JsonText.Number(s.CpuUsPerMessage),
        ["writesPerMessage"] = JsonText.Number(s.WritesPerMessage),
        ["readsPerMessage"] = JsonText.Number(s.ReadsPerMessage),
        ["hitsPerMessage"] = JsonText.Number(s.HitsPerMessage),
        ["messages"] = JsonText.Number(s.Messages),
    })];
}
