using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>What a stage can ask of the engine. Safe for use by several threads unless a member says "on the stage".</summary>
public interface IStageLink : IServerLink
{
    /// <summary>Id of the stage, unique in the server.</summary>
    long StageId { get; }

    /// <summary>Registered type of the stage.</summary>
    string StageType { get; }

    /// <summary>Actors that have joined and not left, with and without a client. On the stage.</summary>
    /// <exception cref="InvalidOperationException">No callback of the stage is in work, or it runs on another thread.</exception>
    IReadOnlyCollection<IActor> Actors { get; }

    /// <summary>
    /// Runs <paramref name="callback"/> on the stage, after the messages it already has. Ignored and counted after the stage ended.
    /// </summary>
    /// <exception cref="InvalidOperationException"><see cref="EngineLimits.PostsPerStageMax"/> callbacks wait for their turn.</exception>
    void Post(Func<ValueTask> callback);

    /// <summary>Runs <paramref name="callback"/> with <paramref name="state"/> on the stage; needs no closure.</summary>
    /// <exception cref="InvalidOperationException"><see cref="EngineLimits.PostsPerStageMax"/> callbacks wait for their turn.</exception>
    void Post<TState>(Func<TState, ValueTask> callback, TState state);

    /// <summary>
    /// Ends the stage after the messages it already has: its actors leave (<see cref="LeaveReason.StageEnded"/>), their connections close,
    /// then <see cref="IStage.OnDestroy"/>.
    /// </summary>
    void CloseStage();

    /// <summary>
    /// Replies to the message being handled by <see cref="IStage.OnDispatch(IPacket)"/>. A second reply, or one that no sender waits for,
    /// is counted and dropped.
    /// </summary>
    /// <exception cref="InvalidOperationException">No message without an actor is being handled.</exception>
    void Reply(IMessage message);

    /// <summary>Replies with bytes. See <see cref="Reply(IMessage)"/>.</summary>
    void Reply(string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Replies with an error code. See <see cref="Reply(IMessage)"/>.</summary>
    void Reply(ushort errorCode);

    /// <summary>
    /// Pushes to every connected actor of the stage except <paramref name="except"/>; encoded once. Returns the recipients. On the stage.
    /// </summary>
    /// <exception cref="InvalidOperationException">No callback of the stage is in work, or it runs on another thread.</exception>
    /// <exception cref="ArgumentException">The frame would exceed the size clients accept.</exception>
    int Broadcast(IMessage message, IActor? except = null);

    /// <summary>
    /// Pushes bytes to every connected actor of the stage except <paramref name="except"/>; the frame is built once. Returns the
    /// recipients. On the stage.
    /// </summary>
    /// <exception cref="InvalidOperationException">No callback of the stage is in work, or it runs on another thread.</exception>
    /// <exception cref="ArgumentException">
    /// The id has more than 255 UTF-8 bytes, or the frame would exceed the size clients accept.
    /// </exception>
    int Broadcast(string msgId, ReadOnlySpan<byte> payload, IActor? except = null);

    /// <summary>An empty group of the stage's actors. It lives as long as it has members or the game holds it. On the stage.</summary>
    /// <exception cref="InvalidOperationException">No callback of the stage is in work, or it runs on another thread.</exception>
    IActorGroup CreateGroup();

    /// <summary>
    /// Calls <paramref name="callback"/> on the stage after <paramref name="delay"/> and then every <paramref name="period"/>
    /// until it is cancelled or the stage ends. A call that is still waiting for its turn when the next is due is not doubled
    /// (<c>timers.skipped</c>). Returns the timer's id, unique in the server. Ignored and counted after the stage ended.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The delay is negative or the period below 1 ms.</exception>
    /// <exception cref="InvalidOperationException">The stage has <see cref="EngineLimits.TimersPerStageMax"/> timers.</exception>
    long AddRepeatTimer(TimeSpan delay, TimeSpan period, Func<ValueTask> callback);

    /// <summary>The same for <paramref name="count"/> calls; one that was skipped is made up for later.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Also when the count is below 1.</exception>
    long AddCountTimer(TimeSpan delay, TimeSpan period, int count, Func<ValueTask> callback);

    /// <summary>
    /// Calls <paramref name="callback"/> once, on the stage, after <paramref name="delay"/>. See <see cref="AddRepeatTimer"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The delay is negative.</exception>
    /// <exception cref="InvalidOperationException">The stage has <see cref="EngineLimits.TimersPerStageMax"/> timers.</exception>
    long AddTimer(TimeSpan delay, Func<ValueTask> callback) => AddCountTimer(delay, TimeSpan.FromMilliseconds(1), 1, callback);

    /// <summary>Ends a timer; a call that waits for its turn is dropped. False when there is none with this id.</summary>
    bool CancelTimer(long timerId);

    /// <summary>True while a timer with this id will call again.</summary>
    bool HasTimer(long timerId);

    /// <summary>
    /// Calls <paramref name="callback"/> on the stage once per <paramref name="step"/> of real time, with a fixed step and no
    /// drift. A loop that falls behind catches up by at most <see cref="EngineLimits.GameLoopCatchUpMax"/>; what exceeds it
    /// is dropped and counted (<c>game-loop.dropped-steps</c>, <c>game-loop.overruns</c>).
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The step is not 1 to 1,000 ms.</exception>
    /// <exception cref="InvalidOperationException">The stage has a loop already.</exception>
    void StartGameLoop(TimeSpan step, Func<GameTick, ValueTask> callback);

    /// <summary>Ends the game loop after the step in work; nothing when there is none.</summary>
    void StopGameLoop();

    /// <summary>
    /// Runs <paramref name="work"/> off the stage on one of a bounded number of threads, then <paramref name="then"/> on the
    /// stage, with the result or the error. Results return in the order of completion; one that comes after the end of the
    /// stage is dropped and counted.
    /// </summary>
    void AsyncCompute<T>(Func<T> work, Func<OffStageResult<T>, ValueTask> then);

    /// <summary>The same for work that awaits. The token is cancelled when the stage ends.</summary>
    void AsyncIO<T>(Func<CancellationToken, Task<T>> work, Func<OffStageResult<T>, ValueTask> then);
}
