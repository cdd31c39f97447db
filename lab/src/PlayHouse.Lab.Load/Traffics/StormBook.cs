using PlayHouse.Lab.Load.Accounting;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>How an arrival ended.</summary>
internal enum ArrivalOutcome
{
    Right,

    /// <summary>Refused or closed by the target.</summary>
    Error,

    /// <summary>Answered with something else than was due.</summary>
    Wrong,

    /// <summary>Not at its end in time.</summary>
    Lost,

    /// <summary>This machine did not let it begin.</summary>
    NotPossible,
}

/// <summary>Ends of arrivals with their reasons. Any thread; a lock, taken once per arrival.</summary>
internal sealed class StormBook
{
    private const int ReasonsMax = 16;

    private readonly object _lock = new();
    private readonly Dictionary<(ArrivalOutcome Outcome, string Text), long> _reasons = [];
    private LoadCounts _all;
    private LoadCounts _measured;

    /// <summary>What came back and what was lost; at rest.</summary>
    public LoadCounts All => _all;

    /// <summary>The same of the measured window alone.</summary>
    public LoadCounts Measured => _measured;

    public void Count(ArrivalOutcome outcome, string text, bool isMeasured)
    {
        LoadCounts counts = outcome switch
        {
            ArrivalOutcome.Right => new LoadCounts { Received = 1 },
            ArrivalOutcome.Wrong => new LoadCounts { Received = 1, WrongReplies = 1 },
            ArrivalOutcome.Lost => new LoadCounts { Lost = 1 },
            _ => new LoadCounts { Received = 1, ErrorReplies = 1 },
        };
        lock (_lock)
        {
            _all.Add(counts);
            if (isMeasured)
            {
                _measured.Add(counts);
            }

            if (text.Length > 0 && (_reasons.Count < ReasonsMax || _reasons.ContainsKey((outcome, text))))
            {
                _reasons[(outcome, text)] = _reasons.GetValueOrDefault((outcome, text)) + 1;
            }
        }
    }

    /// <summary>What the target did wrong, in words.</summary>
    public IReadOnlyList<string> Faults() => Lines(r => r.Outcome != ArrivalOutcome.NotPossible, "arrivals failed");

    /// <summary>What this machine did not allow, in words.</summary>
    public IReadOnlyList<string> Flags() => Lines(r => r.Outcome == ArrivalOutcome.NotPossible, "client-sockets: arrivals could not begin");

    private IReadOnlyList<string> Lines(Func<(ArrivalOutcome Outcome, string Text), bool> isMeant, string what)
    {
        lock (_lock)
        {
            return [.. _reasons.Where(r => isMeant(r.Key)).OrderByDescending(r => r.Value).Select(r => $"{what}: {r.Value} × {r.Key.Text}")];
        }
    }
}
