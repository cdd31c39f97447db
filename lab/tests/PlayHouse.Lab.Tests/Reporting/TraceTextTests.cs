using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class TraceTextTests
{
    private static readonly TraceReport Report = new()
    {
        Pid = 4711,
        ExitCode = 3,
        Seconds = 10,
        Bytes = 10 << 20,
        Low = 9 << 20,
        High = 11 << 20,
        Samples = 102,
        Sites =
        [
            new TracedSite { Site = "A.B.C", Type = "System.Byte[]", Source = "B.cs:~7", Bytes = 9 << 20, Low = 8 << 20, High = 10 << 20, Samples = 99 },
            new TracedSite { Site = "lib.X.Y\u001b[2J", Type = "T", CalledFrom = "A.B.D (B.cs:9)", Bytes = 1 << 20, Low = double.NaN, High = double.NaN, Samples = 3 },
        ],
        Notes = ["no exact counter"],
        TracePath = "a.nettrace",
        TraceBytes = 2048,
        StacksPath = "a.stacks",
    };

    [Fact]
    public void Text_OrdinaryTrace_HasSharesRatesAndIntervals()
    {
        string text = TraceText.Of(Report).Replace("\r", "", StringComparison.Ordinal);

        Assert.Contains("10.0 MiB (95 %: 9.0 MiB to 11.0 MiB)", string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        Assert.Contains("exited with code 3", text, StringComparison.Ordinal);
        Assert.Contains("B.C  Byte[]  B.cs:~7\n     90.0 %   921.6 KiB/s      9.0 MiB      [8.0 MiB, 10.0 MiB]\n", text, StringComparison.Ordinal);
        Assert.Contains("from B.cs:9", text, StringComparison.Ordinal);
        Assert.Contains("insufficient", text, StringComparison.Ordinal);
        Assert.Contains("note: no exact counter", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', text);
        Assert.All(text.Split('\n'), l => Assert.InRange(l.Length, 0, 80));
    }

    [Fact]
    public void Text_InvalidTrace_SaysSoFirst()
        => Assert.Contains("\nNOT VALID: 7 events were lost\n", TraceText.Of(Report with { Invalid = ["7 events were lost"] }), StringComparison.Ordinal);

    [Fact]
    public void TextAndJson_WithoutInlining_ShowNoAmount()
    {
        TraceReport report = Report with { IsAttributionOnly = true };
        string text = TraceText.Of(report);
        JsonNode json = JsonNode.Parse(TraceJson.Of(report))!;

        Assert.DoesNotContain("MiB", text, StringComparison.Ordinal);
        Assert.Contains("90.0 %  99 samples", text, StringComparison.Ordinal);
        Assert.Null(json["bytes"]);
        Assert.Null(json["sites"]![0]!["bytesPerSecond"]);
        Assert.Equal(0.9, (double)json["sites"]![0]!["share"]!, 1e-9);
    }

    [Fact]
    public void Text_ManySites_SaysHowManyAreHidden()
        => Assert.Contains("1 more site is not shown", TraceText.Of(Report, rowsMax: 1), StringComparison.Ordinal);

    [Fact]
    public void TextAndJson_NothingSampled_HaveNoNumbers()
    {
        TraceReport empty = Report with { Bytes = 0, Low = double.NaN, High = double.NaN, Samples = 0, Sites = [], ExitCode = null };

        Assert.Contains("too few samples", TraceText.Of(empty), StringComparison.Ordinal);
        Assert.Null(JsonNode.Parse(TraceJson.Of(empty))!["low"]);
    }
}
