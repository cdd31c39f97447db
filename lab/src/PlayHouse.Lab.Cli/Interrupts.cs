using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Cli;

/// <summary>Ctrl-C, SIGTERM and a closed terminal: the first asks the work to stop, the second ends the process at once.</summary>
internal sealed class Interrupts : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Action<int> _exit;
    private readonly List<PosixSignalRegistration> _registrations = [];
    private int _count;

    /// <summary>Creates the source; nothing is registered yet.</summary>
    public Interrupts(Action<int> exit) => _exit = exit;

    /// <summary>Cancelled by the first interrupt.</summary>
    public CancellationToken Token => _stop.Token;

    /// <summary>Tells the user what the first interrupt does; called on the signal's thread.</summary>
    public Action Announce { get; set; } = static () => { };

    /// <summary>Takes the signals of this process over.</summary>
    public void Register()
    {
        foreach (PosixSignal signal in new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP })
        {
            _registrations.Add(PosixSignalRegistration.Create(signal, context =>
            {
                context.Cancel = true;
                Interrupt();
            }));
        }
    }

    /// <summary>What a signal does.</summary>
    public void Interrupt()
    {
        if (Interlocked.Increment(ref _count) > 1)
        {
            _exit(ExitCodes.Interrupted);
            return;
        }

        // Said before anything stops, so that the word stands before whatever the stopping run still prints.
        Announce();
        _stop.Cancel();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (PosixSignalRegistration registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }
}
