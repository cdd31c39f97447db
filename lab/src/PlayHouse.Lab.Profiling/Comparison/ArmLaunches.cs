namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>The launches of one arm as its cells weigh them: by their messages. Immutable.</summary>
internal sealed class ArmLaunches
{
    public ArmLaunches(IEnumerable<double> messages)
    {
        Messages = [.. messages];
        AllMessages = Messages.Sum();
        SquaredWeights = Messages.Sum(m => m * m) / (AllMessages * AllMessages);
    }

    /// <summary>Messages of each launch.</summary>
    public double[] Messages { get; }

    public double AllMessages { get; }

    public int Count => Messages.Length;

    /// <summary>Σ of the squared weights: variance of the mean for a unit variance between launches.</summary>
    public double SquaredWeights { get; }
}
