using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Code proves itself in real processes: what a configuration says is no proof.</summary>
[Trait("Run", "selftest-matrix")]
public sealed class ExecutionProofTests
{
    private const string Seam = "message-pool";

    /// <summary>Every message passes the seam, and the pool keeps nothing: it has the body of <c>none</c> under a pool's name.</summary>
    [Fact]
    public async Task PoolThatKeepsNothing_IsNotProved_AndTheRunEndsUnfitAfterItsFirstBlock()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "903-empty-pool",
            "c2s-echo",
            "{ preset: default, set: { route-object: pooled-object, message-pool: none } }",
            "{ preset: default, set: { route-object: pooled-object, message-pool: { use: thread-local-shared, perThread: 0, shared: 0 } } }");
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 12 }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        ExecutionProof proof = Assert.Single(report.Verdict!.Proofs, p => p.Seam == Seam);
        Assert.Equal(VerdictKind.Unfit, report.Verdict.Kind);
        Assert.Equal(1, report.Verdict.Blocks);
        Assert.DoesNotContain(report.Launches, l => l.Kind == LaunchKind.Diagnostic);
        Assert.InRange(proof.BaselineHits, 0.9, 1.1);
        Assert.InRange(proof.OtherHits, 0.9, 1.1);
        Assert.Contains("the code of thread-local-shared counted 0 objects that came back", ProofWords.Objection(proof), StringComparison.Ordinal);
        OwnCodeCount left = Assert.Single(proof.OwnCode, c => c.Arm == ArmNames.Baseline);
        Assert.Equal("strategy.message-pool.none.left", left.Counter);
        Assert.True(left.PerMessage >= left.Required, $"{left.PerMessage} objects left per message");
    }
}
