using System.Text.Json;

namespace PlayHouse.Lab.EndToEnd.Tests;

[Trait("Run", "selftest-matrix")]
public sealed class MatrixTests
{
    [Fact]
    public async Task Matrix_ReplyCodec_ExactBytesOfEachAndNothingStored()
    {
        using var lab = new TempLab();

        (int exitCode, string output, string error) =
            await CommandLine.RunAsync(lab.Workspace, "matrix", "reply-codec", "--rounds", "1", "--window", "0.5", "--warmup", "0.5", "--json");

        Assert.True(exitCode == 0, error);
        using JsonDocument json = JsonDocument.Parse(output);
        Dictionary<string, double> bytes = json.RootElement.GetProperty("rows").EnumerateArray()
            .ToDictionary(r => r.GetProperty("strategy").GetString()!, r => r.GetProperty("samples")[0].GetProperty("bytesPerMessage").GetDouble());
        // The message, its serialised copy and nothing else: the array of 144 bytes is what the two differ in.
        Assert.InRange(bytes["to-byte-array"] - bytes["write-to-span"], 150, 186);
        JsonElement twin = Assert.Single(json.RootElement.GetProperty("twins").EnumerateArray());
        double first = twin.GetProperty("first")[0].GetProperty("bytesPerMessage").GetDouble();
        double second = twin.GetProperty("second")[0].GetProperty("bytesPerMessage").GetDouble();
        Assert.InRange(first - second, -15, 15);
        Assert.All(json.RootElement.GetProperty("rows").EnumerateArray(), r => Assert.True(r.GetProperty("isProved").GetBoolean()));
        Assert.Equal("[1/", error[..3]);
    }
}
