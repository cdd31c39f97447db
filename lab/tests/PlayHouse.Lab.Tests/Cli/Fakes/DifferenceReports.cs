using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Cli.Tests.Fakes;

/// <summary>A run with traces of both arms: the codec saves, a buffer is gone, a map is new, the rest is the same.</summary>
internal static class DifferenceReports
{
    public const double Messages = 200_000;

    private const string Loop = "PlayHouse.Engine.Stages.ScheduledStage.Drain";
    private const string Handler = "Game.Lobby.OnMessage";
    private const string OldCodec = "PlayHouse.Engine.Strategies.ReplyCodec.ToByteArrayReplyCodec.Encode";
    private const string NewCodec = "PlayHouse.Engine.Strategies.ReplyCodec.WriteToSpanReplyCodec.Encode";

    /// <summary>Two launches of each arm.</summary>
    public static IReadOnlyList<AllocationStacks> Stacks { get; } =
    [
        Launch("l-1", "baseline", (OldCodec, 400), (Handler, 300), ("Game.Lobby.Copy", 60), ("Game.Clock.Tick", 3)),
        Launch("l-2", "baseline", (OldCodec, 410), (Handler, 290), ("Game.Lobby.Copy", 64), ("Game.Clock.Tick", 1)),
        Launch("l-3", "candidate", (NewCodec, 120), (Handler, 305), ("Game.Lobby.Index", 45), ("Game.Clock.Tick", 2)),
        Launch("l-4", "candidate", (NewCodec, 118), (Handler, 296), ("Game.Lobby.Index", 47), ("Game.Clock.Tick", 2)),
    ];

    /// <summary>The run those launches belong to.</summary>
    public static RunReport Report(string id = SampleReports.RunId)
    {
        double exact = 0.5 * (Bytes("l-3") + Bytes("l-4") - Bytes("l-1") - Bytes("l-2"));
        VerdictRecord verdict = SampleReports.Verdict(
            VerdictKind.Keep, SampleReports.Estimate(SampleReports.Bytes, 390, 240, 1.3 - exact, -exact - 0.7, 3.3 - exact, MetricClass.ImprovedPractical));
        RunReport report = SampleReports.Report(verdict, SampleReports.Plan() with { RunId = id });
        return report with
        {
            Run = report.Run with { Id = id },
            Profiles = [.. Stacks.Select(Profile)],
            Launches = [.. Enumerable.Range(0, 4).Select(i => SampleReports.Launch($"{id}-{i}", i < 2 ? "baseline" : "candidate", 0, i, i < 2 ? 390 : 240, id))],
        };
    }

    private static double Bytes(string launch) => Stacks.Single(s => s.Origin == launch).Total().Bytes / Messages;

    private static AllocationStacks Launch(string id, string arm, params (string Method, int Samples)[] sites)
    {
        var builder = new AllocationStacksBuilder();
        foreach ((string method, int samples) in sites)
        {
            bool isCalledByHandler = method.StartsWith("Game.Lobby", StringComparison.Ordinal) && method != Handler;
            string[] names = isCalledByHandler ? [method, Handler, Loop] : [method, Loop];
            int stack = builder.Stack([.. names.Select(n => new StackFrame(n, "Game", FrameKind.Program, n == Handler ? "Lobby.cs:12" : null))]);
            int type = builder.Type(method.EndsWith("Encode", StringComparison.Ordinal) ? "System.Byte[]" : "Game.Item");
            for (int i = 0; i < samples; i++)
            {
                builder.Add(stack, type, 64);
            }
        }

        return builder.Build() with { Messages = Messages, Arm = arm, Origin = id };
    }

    private static AllocationProfile Profile(AllocationStacks stacks) => new()
    {
        LaunchId = stacks.Origin,
        Arm = stacks.Arm,
        Messages = Messages,
        ExactBytesPerMessage = stacks.Total().Bytes / Messages,
        EstimatedBytesPerMessage = stacks.Total().Bytes / Messages,
        Samples = stacks.Total().Samples,
        Sites =
        [
            .. stacks.Cells.Select(c => new AllocationSite
            {
                Site = CallSites.Of(stacks, c).Site,
                Type = stacks.Types[c.Type],
                Source = CallSites.Of(stacks, c).Source,
                BytesPerMessage = c.Estimate.Bytes / Messages,
                Variance = c.Estimate.Variance / Messages / Messages,
                Low = c.Estimate.Interval95().Low / Messages,
                High = c.Estimate.Interval95().High / Messages,
                Samples = c.Estimate.Samples,
            }),
        ],
    };
}
