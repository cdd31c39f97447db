using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting;

/// <summary>Words for an execution proof, the same on every surface.</summary>
public static class ProofWords
{
    /// <summary>A column's few words.</summary>
    public static string Outcome(ExecutionProof proof)
    {
        ArgumentNullException.ThrowIfNull(proof);
        return !proof.IsProved ? "NOT PROVED" : proof.OwnCode.Count > 0 ? "the toggled code ran" : "proved by the counters of that time";
    }

    /// <summary>Yes or no, with the reason of a no and the age of a yes.</summary>
    public static string YesOrNo(ExecutionProof proof)
    {
        ArgumentNullException.ThrowIfNull(proof);
        return !proof.IsProved ? $"no: {Objection(proof)}" : proof.OwnCode.Count > 0 ? "yes" : "yes, by the counters of that time";
    }

    /// <summary>Why a proof is missing, in one sentence; empty when there is one.</summary>
    public static string Objection(ExecutionProof proof)
    {
        ArgumentNullException.ThrowIfNull(proof);
        return proof.Reason is { } reason ? ReasonText.Of(reason) : "";
    }

    /// <summary>What one arm's own code counted: <c>write-to-span encoded 1</c>; empty without such counters.</summary>
    public static string OwnCode(ExecutionProof proof, string arm)
    {
        ArgumentNullException.ThrowIfNull(proof);
        return string.Join(", ", proof.OwnCode.Where(c => c.Arm == arm).Select(c => $"{Event(c.Counter)} {Numbers.Plain(c.PerMessage)}"));
    }

    /// <summary>Strategy and event of a counter: <c>concurrent-queue taken</c>.</summary>
    private static string Event(string counter)
    {
        string[] parts = counter.Split('.');
        return parts.Length < 2 ? counter : $"{parts[^2]} {parts[^1]}";
    }
}
