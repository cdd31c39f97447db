using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Ownership of a run while it executes: tells the store every few seconds that the owner lives, and turns a cancel
/// request in the store into a cancelled token within two seconds.
/// </summary>
internal sealed class OwnedRun : IAsyncDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);

    private readonly LabStore _store;
    private readonly string _runId;
    private readonly CancellationTokenSource _stop;
    private readonly CancellationTokenSource _ended = new();
    private readonly Task _loop;

    private OwnedRun(LabStore store, string runId, CancellationToken outer)
    {
        _store = store;
        _runId = runId;
        _stop = CancellationTokenSource.CreateLinkedTokenSource(outer);
        _loop = WatchAsync();
    }

    /// <summary>Cancelled when the caller, or a user through the store, wants the run to stop.</summary>
    public CancellationToken Token => _stop.Token;

    /// <summary>True when the stop came from a cancel request in the store.</summary>
    public bool IsCancelRequested { get; private set; }

    /// <summary>Why the run was lost, when the store said so.</summary>
    public string? Loss { get; private set; }

    /// <summary>True when another process took the run over because this one looked dead.</summary>
    public bool IsLost { get; private set; }

    /// <summary>Takes the run. Throws <see cref="LabInputException"/> when a live process owns it.</summary>
    public static async Task<OwnedRun> TakeAsync(LabStore store, string runId, CancellationToken ct)
    {
        OwnershipAttempt attempt = await store.Ownership.TryTakeAsync(runId, ProcessIdentity.Current, ct);
        if (!attempt.IsTaken)
        {
            RunOwner owner = attempt.Previous!;
            throw new LabInputException([$"Run {runId} is being executed by process {owner.Process.Pid} on {owner.Process.Machine}. Follow it with 'plab watch {runId}', or stop it with 'plab cancel {runId}'."]);
        }

        return new OwnedRun(store, runId, ct);
    }

    public async ValueTask DisposeAsync()
    {
        await _ended.CancelAsync();
        await _loop;
        if (!IsLost)
        {
            await _store.Ownership.ReleaseAsync(_runId, ProcessIdentity.Current, CancellationToken.None);
        }

        _stop.Dispose();
        _ended.Dispose();
    }

    private async Task WatchAsync()
    {
        using var timer = new PeriodicTimer(PollInterval);
        try
        {
            while (await timer.WaitForNextTickAsync(_ended.Token))
            {
                if (!await _store.Ownership.HeartbeatAsync(_runId, ProcessIdentity.Current, CancellationToken.None))
                {
                    IsLost = true;
                    await _stop.CancelAsync();
                    return;
                }

                if (!_stop.IsCancellationRequested && await _store.Runs.IsCancelRequestedAsync(_runId, CancellationToken.None))
                {
                    IsCancelRequested = true;
                    await _stop.CancelAsync();
                }
            }
        }
        catch (OperationCanceledException) when (_ended.IsCancellationRequested)
        {
        }
        catch (StoreException e)
        {
            Loss = e.Message;
            // A store that cannot be written any more ends the run: continuing would lose what it measures.
            IsLost = true;
            await _stop.CancelAsync();
        }
    }
}
