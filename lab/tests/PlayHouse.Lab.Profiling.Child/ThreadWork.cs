using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>Two named threads whose places are known: one computes in one method for ever, one waits in another for ever.</summary>
internal static class ThreadWork
{
    private static readonly ManualResetEvent Never = new(false);
    private static long _turns;

    /// <summary>Starts both and returns when they have arrived.</summary>
    public static void Start()
    {
        using var arrived = new CountdownEvent(2);
        new Thread(() => Arrive(arrived, Spin)) { IsBackground = true, Name = "known-spinner" }.Start();
        new Thread(() => Arrive(arrived, Block)) { IsBackground = true, Name = "known-waiter" }.Start();
        arrived.Wait();
    }

    private static void Arrive(CountdownEvent arrived, Action stay)
    {
        arrived.Signal();
        stay();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Spin()
    {
        while (Volatile.Read(ref _turns) >= 0)
            _turns++;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Block() => Never.WaitOne();
}
