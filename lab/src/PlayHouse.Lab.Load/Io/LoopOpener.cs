using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>Connects and authenticates sockets on an event loop, a batch at a time.</summary>
internal sealed class LoopOpener(EventLoop loop, ScenarioWire wire, EndPoint target)
{
    /// <summary>Opens every connection or none: throws the first refusal after closing those that stood.</summary>
    public async Task<NonBlockingSocket[]> OpenAllAsync(int count, IControlOutput output, CancellationToken cancellationToken)
    {
        var openings = new List<LoopOpening>(count);
        try
        {
            for (int first = 0; first < count; first += LoadLimits.ConnectBatch)
            {
                int end = Math.Min(count, first + LoadLimits.ConnectBatch);
                await OpenBatchAsync(openings, first, end, count, cancellationToken);
                output.Progress($"{end} of {count} connections open");
            }

            return [.. openings.Select(o => o.Socket!)];
        }
        catch
        {
            await CloseAsync(openings);
            throw;
        }
    }

    private async Task OpenBatchAsync(List<LoopOpening> openings, int first, int end, int count, CancellationToken cancellationToken)
    {
        var batch = new List<Task>(end - first);
        for (int number = first; number < end; number++)
        {
            var opening = new LoopOpening(loop, target, ConnectionSources.Of(target, count, number), wire.CreateOpening(number));
            batch.Add(OpenAsync(opening, number));
            openings.Add(opening);
            if (!loop.Post(opening))
            {
                throw OpeningErrors.NotConnected(number, target, "the load's event loop has ended");
            }
        }

        try
        {
            await Task.WhenAll(batch).WaitAsync(TimeSpan.FromMilliseconds(LoadLimits.ConnectBatchMs), cancellationToken);
        }
        catch (TimeoutException)
        {
            throw OpeningErrors.TimedOut(batch.Count(o => !o.IsCompletedSuccessfully), first, end, target);
        }
    }

    private async Task OpenAsync(LoopOpening opening, int number)
    {
        try
        {
            Opening said = await opening.Completed;
            if (said.Outcome != OpeningOutcome.Open)
            {
                throw OpeningErrors.NotAuthenticated(number, said);
            }
        }
        catch (SocketException e)
        {
            throw OpeningErrors.NotConnected(number, target, e.Message);
        }
    }

    private async Task CloseAsync(List<LoopOpening> openings)
    {
        var closing = new LoopClosing(openings);
        if (loop.Post(closing))
        {
            await closing.Completed;
        }
    }
}
