using System.Collections.Concurrent;
using PlayHouse.Engine.Servers;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// A handler that awaits continues on its stage: what it awaited posts the rest here, and the next run of the stage, the only one
/// at a time, continues with it before anything else. So no two pieces of a game run in one stage at once, and what is written
/// after an await leaves with the run, like what is written before it. Code that awaits with <c>ConfigureAwait(false)</c> has
/// asked to continue elsewhere, and does.
/// </summary>
internal abstract partial class Stage
{
    private ConcurrentQueue<Continuation>? _continuations;
    private StageContext? _context;
    private StageContext? _awaitingContext;
    private SynchronizationContext? _contextBefore;

    /// <summary>Continues code of the stage on it. Any thread.</summary>
    public void Continue(StageContext context, SendOrPostCallback callback, object? state)
    {
        ConcurrentQueue<Continuation>? queue = Volatile.Read(ref _continuations);
        if (queue is null)
        {
            ConcurrentQueue<Continuation> first = new();
            queue = Interlocked.CompareExchange(ref _continuations, first, null) ?? first;
        }

        queue.Enqueue(new Continuation(context, callback, state));
        WakeForContinuation();
    }

    protected bool HasContinuations => Volatile.Read(ref _continuations) is { IsEmpty: false };

    /// <summary>Has the stage run although its handler has not completed. Any thread, whose own work it does not take over.</summary>
    protected abstract void WakeForContinuation();

    /// <summary>Runs what waits; false when the run has taken its number or its time. On the running thread.</summary>
    protected bool RunContinuations()
    {
        while (Volatile.Read(ref _continuations) is { IsEmpty: false } queue)
        {
            if (EndsBudget())
            {
                return false;
            }

            if (queue.TryDequeue(out Continuation next))
            {
                Run(next);
            }
        }

        return true;
    }

    /// <summary>From here on what awaits on this thread continues on the stage.</summary>
    private void EnterContext()
    {
        _contextBefore = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(_context ??= new StageContext(this));
    }

    private void LeaveContext()
    {
        SynchronizationContext.SetSynchronizationContext(_contextBefore);
        _contextBefore = null;
    }

    /// <summary>
    /// A message of an id whose handlers are known to await gets a context of its own: what an earlier handler left running, and what
    /// continues under the shared context, is then not taken for this handler's. Ids whose handlers complete at once share one and
    /// cost nothing. The first handler of an id that awaits is the one that cannot be told from what handlers before it left running.
    /// </summary>
    private void EnterMessage(string msgId)
    {
        if (_engine.Awaiting.Has(msgId))
        {
            SynchronizationContext.SetSynchronizationContext(_context = new StageContext(this));
        }
    }

    /// <summary>The callback in work awaits: its context is not shared from now on.</summary>
    private void KeepContextOfAwaiting()
    {
        _awaitingContext = _context;
        _context = null;
        if (_currentLink is not null || _serverMessage is not null)
        {
            _engine.Awaiting.Add(_packet.MsgId);
        }
    }

    private void Run(in Continuation next)
    {
        (ActorLink? link, ServerMessage? message) = (_currentLink, _serverMessage);
        bool isOfAwaiting = ReferenceEquals(next.Context, _awaitingContext);
        if (!isOfAwaiting)
        {
            // Its handler is over: a reply must not answer the message that is in work now.
            (_currentLink, _serverMessage) = (null, null);
        }

        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(next.Context);
        try
        {
            next.Callback(next.State);
        }
        catch (Exception exception)
        {
            // Of a method that returns no task: nothing else would hear of it.
            CountFailure(exception);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
            if (!isOfAwaiting)
            {
                (_currentLink, _serverMessage) = (link, message);
            }
        }
    }

    private readonly record struct Continuation(StageContext Context, SendOrPostCallback Callback, object? State);
}

/// <summary>
/// Where code of a stage continues after an await. One is shared by callbacks that complete at once; one that awaits keeps its own.
/// </summary>
internal sealed class StageContext(Stage stage) : SynchronizationContext
{
    public override void Post(SendOrPostCallback d, object? state) => stage.Continue(this, d, state);

    /// <inheritdoc/>
    /// <exception cref="NotSupportedException">Always: a thread that waits for a stage may be one that the stage waits for.</exception>
    public override void Send(SendOrPostCallback d, object? state) =>
        throw new NotSupportedException("Nothing waits for a stage by its context: use Post.");

    public override SynchronizationContext CreateCopy() => this;
}
