namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>The launches of one arm as its cells weigh them: by their messages. Immutable.</summary>
internal sealed class ArmLaunches
{
    /// <param name="messages">Messages of each launch.</param>
    /// <param name="variances">Sampling variance of each launch's own total per message, where its cells were made to add up to the exact counter; infinite where not. Null for none.</param>
    public ArmLaunches(IEnumerable<double> messages, IEnumerable<double>? variances = null)
    {
        Messages = [.. messages];
        Variances = variances is null ? [.. Messages.Select(_ => double.PositiveInfinity)] : [.. variances];
        AllMessages = Messages.Sum();
        SquaredWeights = Messages.Sum(m => m * m) / (AllMessages * AllMessages);
    }

    /// <summary>Messages of each launch.</summary>
    public double[] Messages { get; }

    /// <summary>Sampling variance of each launch's total, per message; infinite where its cells are not calibrated.</summary>
    public double[] Variances { get; }

    public double AllMessages { get; }

    public int Count => Messages.Length;

    /// <summary>Σ of the squared weights: variance of the mean for a unit variance between launches.</summary>
    public double SquaredWeights { get; }
}
