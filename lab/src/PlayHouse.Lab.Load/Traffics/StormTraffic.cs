using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>
/// Connections come and go: each message is one that connects, authenticates and leaves. At most connections × depth are on
/// their way at a time. A refusal or failure is an error; what has not come to an end after the time-out is lost.
/// </summary>
/// <remarks>An arrival costs a socket and some objects of the load itself: this is the one traffic that allocates.</remarks>
internal sealed class StormTraffic : PacedTraffic
{
    private const long TendEveryNs = 100_000;
    private static readonly TimeSpan Timeout = TimeSpan.FromTicks(LoadLimits.RequestTimeoutNs / 100);

    private readonly IPEndPoint _target;
    private readonly StormSources _sources;
    private readonly StormBook _book = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly CountdownEvent _arrivals = new(1);
    private readonly int _places;
    private readonly WaitingArrivals _skipped = new();
    private LoadCounts _sentAll;
    private LoadCounts _sentMeasured;
    private long _number;
    private bool _isEnded;

    public StormTraffic(LoadContext context, IPEndPoint target, ulong seed)
        : base(context, ArrivalSchedule.Of(context.Load, seed))
    {
        _target = target;
        _places = context.Load.Connections * context.Load.Depth;
        _sources = new StormSources(target, _places);
    }

    /// <inheritdoc/>
    public override bool HasOutstanding => InProgress > 0;

    private int InProgress => _arrivals.CurrentCount - 1;

    /// <inheritdoc/>
    public override void Offer(int stream, long dueNs, long nowNs, bool isMeasured)
    {
        if (InProgress >= _places)
        {
            Count(isMeasured, new LoadCounts { Offered = 1, Skipped = 1 });
            if (isMeasured)
            {
                _skipped.Add(dueNs, 1);
            }

            return;
        }

        long sentNs = Context.NowNs();
        if (!_skipped.IsEmpty)
        {
            _skipped.Resolve(sentNs, Context.Recorder);
        }

        if (isMeasured)
        {
            Context.Lateness.Record(sentNs - dueNs);
        }

        Begin(new RequestSlot { DueNs = dueNs, SentNs = sentNs, IsMeasured = isMeasured });
    }

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override long Tend(long nowNs)
    {
        // Not more than there are places in one go: each turn looks at the time again.
        for (int free = _places - InProgress; free > 0 && Context.IsSending; free--)
        {
            long sentNs = Context.NowNs();
            Begin(new RequestSlot { DueNs = sentNs, SentNs = sentNs, IsMeasured = Context.Window?.Contains(sentNs) ?? false });
        }

        return TendEveryNs;
    }

    /// <inheritdoc/>
    public override TrafficReport Report() => new()
    {
        Measured = LoadCounts.Sum(_sentMeasured, _book.Measured),
        Connections = Context.Load.Connections,
        LossReasons = [],
        Unbalanced = LoadCounts.Sum(_sentAll, _book.All).IsConserved && LoadCounts.Sum(_sentMeasured, _book.Measured).IsConserved ? 0 : 1,
        Faults = _book.Faults(),
        Flags = _book.Flags(),
    };

    /// <inheritdoc/>
    protected override void EndConnections()
    {
        if (_isEnded)
        {
            return;
        }

        _isEnded = true;
        _skipped.Resolve(Context.NowNs(), Context.Recorder);
        _stop.Cancel();
        _arrivals.Signal();
        _arrivals.Wait();
        _arrivals.Dispose();
        _stop.Dispose();
    }

    private void Begin(in RequestSlot slot)
    {
        Count(slot.IsMeasured, new LoadCounts { Offered = 1, Sent = 1 });
        _arrivals.AddCount();
        _ = ArriveAsync(_number++, slot);
    }

    // Never throws: its end is seen by the countdown alone.
    private async Task ArriveAsync(long number, RequestSlot slot)
    {
        try
        {
            (ArrivalOutcome outcome, string text) = await TryArriveAsync(number);
            long endNs = Context.NowNs();
            _book.Count(outcome, text, slot.IsMeasured);
            if (outcome == ArrivalOutcome.Lost && slot.IsMeasured)
            {
                Context.Recorder.RecordCensored(slot.DueNs, endNs, 1);
            }

            if (outcome == ArrivalOutcome.Right)
            {
                Context.Recorder.Record(slot, endNs, Context.Window?.Contains(endNs) ?? false);
            }
        }
        finally
        {
            _arrivals.Signal();
        }
    }

    private async Task<(ArrivalOutcome, string)> TryArriveAsync(long number)
    {
        int connection = (int)(number % Context.Load.Connections);
        try
        {
            using var deadline = new CancellationTokenSource(Timeout, Context.Timers);
            using var end = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, deadline.Token);
            Opening opening = await Context.Io.VisitAsync(Context.Wire, _target, _sources.Of(number), connection, end.Token);
            return (OutcomeOf(opening.Outcome), opening.Text);
        }
        catch (OperationCanceledException)
        {
            return (ArrivalOutcome.Lost, "");
        }
        catch (SocketException e)
        {
            return (IsOwn(e.SocketErrorCode) ? ArrivalOutcome.NotPossible : ArrivalOutcome.Error, e.Message);
        }
        catch (Exception e)
        {
            // A defect of the load is seen in its result, not in a process that ends.
            await Console.Error.WriteLineAsync($"arrival {number}: {e}");
            return (ArrivalOutcome.NotPossible, $"internal error: {e.Message}");
        }
    }

    private static ArrivalOutcome OutcomeOf(OpeningOutcome outcome) => outcome switch
    {
        OpeningOutcome.Open => ArrivalOutcome.Right,
        OpeningOutcome.Wrong => ArrivalOutcome.Wrong,
        _ => ArrivalOutcome.Error,
    };

    // Errors that this machine gives before the target is asked.
    private static bool IsOwn(SocketError error) => error is SocketError.AddressAlreadyInUse or SocketError.AddressNotAvailable
        or SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable or SocketError.AccessDenied;

    private void Count(bool isMeasured, in LoadCounts counts)
    {
        _sentAll.Add(counts);
        if (isMeasured)
        {
            _sentMeasured.Add(counts);
        }
    }
}
