using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class ThreadTimeTextTests
{
    private static readonly ThreadTimeReport Report = new()
    {
        Pid = 4711,
        ExitCode = 3,
        Seconds = 10,
        Time = new ThreadTime(2_000, 6_000, 1_000, 3_000),
        Threads = [new ThreadTimeThread(12, new ThreadTime(2_000, 0, 1_000, 0)), new ThreadTimeThread(13, new ThreadTime(0, 6_000, 0, 3_000))],
        Methods =
        [
            new ThreadTimeMethod("A.B.Spin", "B.cs:7", new ThreadTime(1_500, 0, 750, 0), new ThreadTime(1_500, 0, 750, 0)),
            new ThreadTimeMethod("A.B.Main\u001b[2J", null, new ThreadTime(500, 0, 250, 0), new ThreadTime(2_000, 0, 1_000, 0)),
            new ThreadTimeMethod("A.B.Wait", null, new ThreadTime(0, 6_000, 0, 3_000), new ThreadTime(0, 6_000, 0, 3_000)),
        ],
        Sites =
        [
            new ThreadTimeSite("A.B.Spin", "B.cs:7", null, new ThreadTime(1_500, 0, 750, 0)),
            new ThreadTimeSite("A.B.Main\u001b[2J", null, "A.B.C (B.cs:9)", new ThreadTime(500, 1_500, 250, 750)),
            new ThreadTimeSite("A.B.Wait", null, null, new ThreadTime(0, 4_500, 0, 2_250)),
        ],
        Notes = ["something to know"],
        TracePath = "a.nettrace",
        TraceBytes = 2048,
    };

    [Fact]
    public void Text_OrdinaryTrace_SaysWhatItIsAndKeepsWaitingApart()
    {
        string text = ThreadTimeText.Of(Report);
        string[] parts = text.Split("\n\n");
        string flat = string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

        Assert.Contains(ThreadTimeReport.Caveat, flat, StringComparison.Ordinal);
        Assert.Contains("exited with code 3. Their time is 8,000 ms: 2,000 ms (25.0 %) inside managed code, 6,000 ms (75.0 %) outside it.", flat, StringComparison.Ordinal);
        Assert.Matches(@"B\.Spin  B\.cs:7 +1,500 +75\.0 % +1,500 +75\.0 %\n", parts[1]);
        Assert.DoesNotContain("B.Wait", parts[1], StringComparison.Ordinal);
        Assert.DoesNotContain("B.Wait", parts[2], StringComparison.Ordinal);
        Assert.Matches(@"B\.Wait +4,500 +75\.0 %\n.*from B\.cs:9 +1,500 +25\.0 %\n", parts[3]);
        Assert.DoesNotContain("Spin", parts[3], StringComparison.Ordinal);
        Assert.Contains("note: something to know", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', text);
        Assert.All(text.Split('\n'), l => Assert.InRange(l.Length, 0, 80));
    }

    [Fact]
    public void Text_ManyRows_SaysHowManyAreHidden()
        => Assert.Equal(3, ThreadTimeText.Of(Report, rowsMax: 1).Split("1 more is not shown").Length - 1);

    [Fact]
    public void Text_InvalidTrace_SaysSoFirst()
        => Assert.Contains("\nNOT VALID: 7 events were lost\n", ThreadTimeText.Of(Report with { Invalid = ["7 events were lost"] }), StringComparison.Ordinal);

    [Fact]
    public void TextAndJson_NothingSeen_HaveNoRows()
    {
        ThreadTimeReport empty = Report with { Time = default, Threads = [], Methods = [], Sites = [] };

        Assert.Equal(3, ThreadTimeText.Of(empty).Split("no sample").Length - 1);
        Assert.Empty(JsonNode.Parse(ThreadTimeJson.Of(empty))!["sites"]!.AsArray());
    }

    [Fact]
    public void Json_HasEveryFigure()
    {
        JsonNode json = JsonNode.Parse(ThreadTimeJson.Of(Report))!;

        Assert.Equal("playhouse-lab/thread-time/1", (string?)json["schema"]);
        Assert.Equal(ThreadTimeReport.Caveat, (string?)json["caveat"]);
        Assert.Equal((6_000, 3_000), ((double)json["time"]!["externalMs"]!, (int)json["time"]!["externalSamples"]!));
        Assert.Equal(13, (long)json["threads"]![1]!["id"]!);
        Assert.Equal(2_000, (double)json["methods"]![1]!["total"]!["managedMs"]!);
        Assert.Equal("A.B.C (B.cs:9)", (string?)json["sites"]![1]!["calledFrom"]);
    }
}
