using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>A run judged again from its stored launches, with what its store says.</summary>
public sealed record Reanalysis
{
    /// <summary>The run as it is stored.</summary>
    public required RunReport Report { get; init; }

    /// <summary>What was said first, under whatever rule held then.</summary>
    public required PastVerdict SaidAtTheTime { get; init; }

    /// <summary>What the rule of this build says, with the policy and the seed that the plan holds.</summary>
    public required VerdictRecord Now { get; init; }

    /// <summary>True when the stored verdict is of the rule of this build: then it must come out the same to the last byte.</summary>
    public required bool IsSameRule { get; init; }

    /// <summary>True when the stored verdict and the new one are the same to the last byte; of one that holds sentences, in everything but the words.</summary>
    public required bool IsIdentical { get; init; }

    /// <summary>True when the new verdict was put into the store; the old one stays in it.</summary>
    public bool IsRecorded { get; init; }

    /// <summary>True when one rule gives two verdicts from the same launches: the store or the build is damaged.</summary>
    public bool IsContradiction => IsSameRule && !IsIdentical;
}
