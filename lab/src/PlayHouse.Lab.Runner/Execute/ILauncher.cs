using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Makes launches. Runs, screens, matrices and the noise meter know nothing else of processes.</summary>
internal interface ILauncher
{
    /// <summary>Raised for each process after its start; the self-test disturbs launches by it.</summary>
    event Action<ChildProcess>? ChildStarted;

    /// <summary>Runs one launch. Throws only <see cref="OperationCanceledException"/>: whatever fails is a failed record.</summary>
    Task<LaunchOutcome> RunAsync(LaunchRequest request, CancellationToken cancellationToken);

    /// <summary>Runs launches that are alive at once; their records in the order of the request. Throws only <see cref="OperationCanceledException"/>.</summary>
    Task<IReadOnlyList<LaunchRecord>> RunTurnsAsync(TurnsRequest request, CancellationToken cancellationToken);
}

/// <summary>A process of a launch.</summary>
/// <param name="Role">What it is: target, peer or load.</param>
/// <param name="Arm">Its arm; of a load, the arm whose launch came first.</param>
/// <param name="Pid">Its id.</param>
public sealed record ChildProcess(string Role, string Arm, int Pid);

/// <summary>Where launches are made.</summary>
/// <param name="Launcher">Makes what makes them, when the first is needed.</param>
/// <param name="Lock">Name of the lock under which they are made one run at a time.</param>
internal sealed record LaunchSite(Func<ILauncher> Launcher, string Lock)
{
    /// <summary>Real processes on this machine.</summary>
    public static LaunchSite Machine { get; } = new(static () => new LaunchExecutor(), MachineLock.Name);
}
