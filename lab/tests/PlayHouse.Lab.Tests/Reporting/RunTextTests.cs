using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class RunTextTests
{
    [Fact]
    public void Result_Keep_MatchesGolden() => Check("keep.txt", SampleReports.KeepReport());

    [Fact]
    public void Result_Rollback_MatchesGolden() => Check("rollback.txt", SampleReports.Report(SampleReports.Verdict(
        VerdictKind.Rollback,
        SampleReports.Estimate(SampleReports.Bytes, 120, 184, -64, -64.1, -63.9, MetricClass.WorsePractical),
        SampleReports.Estimate(SampleReports.Cpu, 6, 7.2, -0.18, -0.2, -0.16, MetricClass.WorsePractical)) with
    {
        IsProvisional = false,
    }));

    [Fact]
    public void Result_NoEffect_MatchesGolden() => Check("no-effect.txt", SampleReports.Report(SampleReports.Verdict(
        VerdictKind.NoEffect, SampleReports.Estimate(SampleReports.Bytes, 120, 120, 0, -0.01, 0.01, MetricClass.Equivalent))) with
    {
        Attribution = new AllocationComparison
        {
            ExactDifference = 0, Explained = 0, Unexplained = 0,
            Sites = [new("EchoStage.OnDispatch", "System.String", "EchoStage.cs:7", 40, 40.1, 0.1, -2, 2.2, false)],
        },
    });

    [Fact]
    public void Result_TradeOff_MatchesGolden() => Check("trade-off.txt", SampleReports.Report(SampleReports.Verdict(
        VerdictKind.TradeOff,
        SampleReports.Estimate(SampleReports.Bytes, 184, 120, 64, 63.9, 64.1, MetricClass.ImprovedPractical),
        SampleReports.Estimate(SampleReports.Cpu, 6, 6.1, -0.016, -0.02, -0.01, MetricClass.Worse)), SampleReports.Plan(isShort: false)));

    [Fact]
    public void Result_Inconclusive_MatchesGolden() => Check("inconclusive.txt", SampleReports.Report(SampleReports.Verdict(
        VerdictKind.Inconclusive,
        SampleReports.Estimate(SampleReports.Bytes, 184, 183, 1, -5, 7, MetricClass.Inconclusive) with { BlocksToKeep = 12, BlocksToEquivalence = 18 },
        SampleReports.Estimate(SampleReports.Cpu, 6, 6, 0, -0.1, 0.1, MetricClass.Inconclusive) with { IsHeterogeneous = true, Blocks = 5, Confidence = 0.9375 }) with
    {
        Warnings = [new Said("The machine sees changes from 8.8 %, the policy asks for 3 %.")],
    }, SampleReports.Plan(isShort: false)));

    [Fact]
    public void Result_Unfit_MatchesGolden() => Check("unfit.txt", SampleReports.Report(SampleReports.Verdict(VerdictKind.Unfit) with
    {
        Rule = "execution proof failed",
        Reasons = [new Said("The toggled code was not proved to run.")],
        Proofs = [new ExecutionProof("reply-codec", 0, 0.0001, 0.9, false, new Said("The candidate's code ran for 0.0001 of the messages; 0.9 are required."))],
    }));

    [Fact]
    public void Result_InjectedTwin_SaysBothOnTop() => Check("injected-aa.txt", SampleReports.Report(
        SampleReports.Keep() with { Proofs = [] },
        SampleReports.Plan(isAa: true) is var plan
            ? plan with { Other = plan.Other with { Inject = new InjectSpec { BytesPerMessage = 64, ErrorRate = 0.01, SpinMicroseconds = 1.5, StallMs = 20 } } }
            : throw new InvalidOperationException()));

    [Fact]
    public void Result_ExtremeNumbers_MatchesGolden() => Check("extreme.txt", SampleReports.Report(SampleReports.Verdict(
        VerdictKind.Inconclusive,
        SampleReports.Estimate(SampleReports.Bytes, 1e-7, 1e12, -1e12, double.NegativeInfinity, double.PositiveInfinity, MetricClass.Inconclusive),
        SampleReports.Estimate(SampleReports.Cpu, double.NaN, 0, double.NaN, double.NaN, double.NaN, MetricClass.Inconclusive) with { Confidence = double.NaN, NoiseFloor = double.NaN },
        SampleReports.Estimate(SampleReports.P99 with { Id = "lock-contentions-per-message-and-some-more-name" }, 1e-300, 5e9, -45, -700, 700, MetricClass.Worse),
        SampleReports.Estimate(SampleReports.Bytes with { Id = MetricIds.WorkingSet, Role = MetricRole.Explore, Scale = MetricScale.Ratio }, 123_456_789, 234_567_890, -0.6, -0.7, -0.5, MetricClass.WorsePractical)) with
    {
        Reasons = [],
        WhatWouldChangeIt = [],
        Proofs = [],
    }));

    [Fact]
    public void Result_FailedRun_MatchesGolden() => Check("failed.txt", SampleReports.Report(
        null, state: RunState.Failed, error: "Three launches in a row failed: the target exited with code 134."));

    [Fact]
    public void Result_InvalidTraces_MatchesGolden() => Check("traces.txt", SampleReports.Report(SampleReports.Keep()) with
    {
        Attribution = SampleReports.Attribution() with { IsPossible = false, Sites = [], LeftOut = ["l-1 (candidate): 3 events were lost"] },
        Profiles = [SampleReports.Profile("baseline"), SampleReports.Profile("candidate", "3 events were lost")],
    });

    [Fact]
    public void NoAttribution_FailedDiagnosticLaunches_SaysHowManyAndWhy()
    {
        LaunchRecord failed = SampleReports.Launch("l-8", "candidate", 0, 0, 120) with
        {
            Kind = LaunchKind.Diagnostic, State = LaunchState.Failed, Failure = "mark 'end' took 9.0 ms in 8 attempts",
        };
        RunReport report = SampleReports.Report(SampleReports.Keep()) with { Launches = [failed, failed], Profiles = [SampleReports.Profile("baseline")] };

        Assert.Equal(
            "a comparison needs a valid trace of both arms. Failed diagnostic launches of candidate: 2, the last one because mark 'end' took 9.0 ms in 8 attempts.",
            report.NoAttributionReason);
        Assert.Contains("No attribution: a comparison needs", string.Join(' ', HotspotText.Lines(report)), StringComparison.Ordinal);
    }

    [Fact]
    public void NoAttribution_ByDesignOrNotYet_IsToldApart()
    {
        RunReport none = SampleReports.Report(SampleReports.Keep(), SampleReports.Plan() with { ProfileEveryBlocks = 0 });

        Assert.Contains("everyBlocks is 0", none.NoAttributionReason, StringComparison.Ordinal);
        Assert.Null(SampleReports.Report(null).NoAttributionReason);
        Assert.Null(SampleReports.KeepReport().NoAttributionReason);
    }

    [Fact]
    public void Full_FailedLaunch_ShowsItsLastOutputWithoutControlCodes()
    {
        LaunchRecord launch = SampleReports.Launch("l-7", "candidate", 2, 1, 120) with
        {
            State = LaunchState.Failed, Failure = "the target exited with code 134", TargetStderr = "first\n\u001b[31mlast words\n",
        };
        string text = RunText.Full(SampleReports.Report(null, state: RunState.Interrupted) with { Launches = [launch] });
        Assert.Contains("l-7 candidate, block 3: the target exited with code 134", text, StringComparison.Ordinal);
        Assert.Contains("target: ?[31mlast words", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', text);
        Assert.Contains("mailbox: channel-bounded {capacity=8192}", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Lines_UnexplainedAboveTheLimit_Warns()
    {
        AllocationComparison half = SampleReports.Attribution() with { Explained = -32, Unexplained = -32.01 };
        string text = string.Join(' ', HotspotText.Lines(SampleReports.KeepReport() with { Attribution = half }));
        Assert.Contains("WARNING: more than 20.0 % of the change", text, StringComparison.Ordinal);
        Assert.DoesNotContain("WARNING", string.Join(' ', HotspotText.Lines(SampleReports.KeepReport())), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("PlayHouse.Engine.ReplyCodec.ToByteArrayReplyCodec.Encode", "ToByteArrayReplyCodec.Encode")]
    [InlineData("A.B.Stage`1[System.Int32].Run(System.Object, A.B)", "Stage`1[System.Int32].Run(System.Object, A.B)")]
    [InlineData("A.B.Packet..ctor", "Packet..ctor")]
    [InlineData("Main", "Main")]
    [InlineData("", "")]
    [InlineData(".", ".")]
    public void Method_AnyName_LosesItsNamespaceOnly(string site, string expected) => Assert.Equal(expected, SiteName.Method(site));

    [Fact]
    public void Lines_ManySites_SaysHowManyAreHidden()
    {
        AllocationDifference site = SampleReports.Attribution().Sites[0];
        AllocationComparison many = SampleReports.Attribution() with { Sites = [.. Enumerable.Range(0, 40).Select(i => site with { Site = $"S.M{i}" })] };
        Assert.Contains("  30 more sites are not shown; plab show --json lists them all.", HotspotText.Lines(SampleReports.KeepReport() with { Attribution = many }));
    }

    private static void Check(string name, RunReport report)
    {
        string text = RunText.Result(report);
        Assert.All(text.Split('\n'), line => Assert.InRange(PlainText.Columns(line), 0, PlainText.DefaultWidth));
        GoldenText.Check(name, text);
    }
}
