using System.Globalization;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>
/// Work whose runtime events are known beforehand: so many collections, waits for a lock, exceptions, new pool threads,
/// compiled methods. Hand-overs use kernel events, which contend for no lock themselves.
/// </summary>
internal static class RuntimeWork
{
    private static readonly object MonitorLock = new();
    private static readonly Lock PlainLock = new();
    private static object? _survivors;

    /// <summary>Blocking collections of one generation.</summary>
    public static void Collect(int generation, int count)
    {
        for (int i = 0; i < count; i++)
            GC.Collect(generation, GCCollectionMode.Forced, blocking: true, compacting: false);
    }

    /// <summary>Keeps that many bytes alive over one collection of generation 0.</summary>
    public static void Survive(int arrays, int bytesEach)
    {
        byte[][] kept = new byte[arrays][];
        for (int i = 0; i < arrays; i++)
            kept[i] = new byte[bytesEach];
        _survivors = kept;
        GC.Collect(0, GCCollectionMode.Forced, blocking: true);
        GC.KeepAlive(_survivors);
    }

    /// <summary>Waits for a lock that is held until the waiter has been seen waiting: exactly one contention a round.</summary>
    public static void Contend(bool isMonitor, int rounds)
    {
        using var go = new AutoResetEvent(false);
        using var done = new AutoResetEvent(false);
        var waiter = new Thread(() =>
        {
            for (int i = 0; i < rounds; i++)
            {
                go.WaitOne();
                if (isMonitor)
                    WaitForMonitor();
                else
                    WaitForLock();
                done.Set();
            }
        });
        waiter.Start();
        for (int i = 0; i < rounds; i++)
        {
            if (isMonitor)
                HoldMonitor(go);
            else
                HoldLock(go);
            done.WaitOne();
        }
        waiter.Join();
    }

    /// <summary>Throws and catches: that many of the program's own, and as many inside the framework.</summary>
    public static void Throw(int count)
    {
        for (int i = 0; i < count; i++)
        {
            try
            {
                ThrowOwn();
            }
            catch (InvalidOperationException)
            {
                // Thrown to be counted.
            }
            try
            {
                ParseBadly();
            }
            catch (FormatException)
            {
                // Thrown to be counted.
            }
        }
    }

    /// <summary>Blocks more pool threads than there are, until the pool has added the missing ones.</summary>
    public static void Starve()
    {
        ThreadPool.GetMinThreads(out int threads, out _);
        int blocked = threads + 2;
        using var all = new CountdownEvent(blocked);
        using var released = new CountdownEvent(blocked);
        for (int i = 0; i < blocked; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(_ =>
            {
                all.Signal();
                all.Wait();
                released.Signal();
            }, null);
        }
        released.Wait();
    }

    /// <summary>Compiles that many new methods and calls each once.</summary>
    public static void Compile(int methods)
    {
        for (int i = 0; i < methods; i++)
        {
            var method = new DynamicMethod("m" + i.ToString(CultureInfo.InvariantCulture), typeof(int), null);
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Ret);
            _ = method.CreateDelegate<Func<int>>()();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WaitForMonitor()
    {
        lock (MonitorLock)
        {
            // Entered only to have waited.
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WaitForLock()
    {
        lock (PlainLock)
        {
            // Entered only to have waited.
        }
    }

    private static void HoldMonitor(AutoResetEvent go)
    {
        lock (MonitorLock)
            LetWait(go);
    }

    private static void HoldLock(AutoResetEvent go)
    {
        lock (PlainLock)
            LetWait(go);
    }

    private static void LetWait(AutoResetEvent go)
    {
        long before = Monitor.LockContentionCount;
        go.Set();
        while (Monitor.LockContentionCount == before)
            Thread.Yield();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ThrowOwn() => throw new InvalidOperationException();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ParseBadly() => int.Parse("none", CultureInfo.InvariantCulture);
}
