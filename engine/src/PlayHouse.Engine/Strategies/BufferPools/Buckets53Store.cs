using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// 53 sizes; in each a stack per thread in front of one that all threads share. Can be filled before the first rent. A
/// timer gives a fifth of what a bucket has above its warm-up back when no rent has asked it for a minute.
/// </summary>
internal class Buckets53Store : BufferStore
{
    public static StrategyCounter ReusedEvents { get; } = new(
        BufferPoolCatalog.SeamId, "buckets-53", "reused", "buffers that came back and were given out again", StrategyCounter.Shared);

    public static StrategyCounter MadeEvents { get; } = new(
        BufferPoolCatalog.SeamId, "buckets-53", "made", "buffers that had to be new", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = BufferPoolCatalog.SeamId,
        Id = "buckets-53",
        Type = typeof(Buckets53Store),
        Summary = "53 sizes from 128 B to 880 KiB; a stack per thread in front of a shared one, trimmed by a timer.",
        Source = "seed 000 (section 9), without its two defects",
        Counters = [ReusedEvents, MadeEvents],
        MinHitsPerMessage = BufferPoolCatalog.MinHits,
        Knobs = BufferPoolCatalog.BucketKnobs,
        Bytes = [],
    };

    private static readonly TimeSpan TrimPeriod = TimeSpan.FromSeconds(30);
    private const long IdleMs = 60_000;
    private const int TrimmedMin = 10;

    private readonly Bucket[] _buckets;
    [SuppressMessage("Usage", "CA2213", Justification = "Buffers come back after the end; what threads hold goes with the store.")]
    private readonly ThreadLocal<ThreadBuckets> _local;
    private readonly int _preWarmPercent;
    private readonly Timer _trim;
    private long _reused;

    public Buckets53Store(StrategyChoice choice, long retainedBytesMax)
        : this(choice, Descriptor, retainedBytesMax, countsByWalking: false)
    {
    }

    protected Buckets53Store(StrategyChoice choice, StrategyDescriptor strategy, long retainedBytesMax, bool countsByWalking)
        : base(retainedBytesMax)
    {
        int capPercent = (int)choice.Knob(strategy, BufferPoolCatalog.CapPercent);
        int localMax = (int)choice.Knob(strategy, BufferPoolCatalog.LocalMax);
        _preWarmPercent = (int)choice.Knob(strategy, BufferPoolCatalog.PreWarmPercent);
        _buckets = [.. BucketSizes.KeptMax.Select(max => new Bucket(Math.Max(1, (int)((long)max * capPercent / 100)), countsByWalking))];
        _local = new ThreadLocal<ThreadBuckets>(() => new ThreadBuckets(localMax, BookTrimmed));
        _trim = new Timer(static state => ((Buckets53Store)state!).Trim(Environment.TickCount64), this, TrimPeriod, TrimPeriod);
    }

    public override void Attach(BufferPool pool)
    {
        base.Attach(pool);
        for (int bucket = 0; bucket < _buckets.Length; bucket++)
        {
            for (int left = BucketSizes.WarmUp[bucket] * _preWarmPercent / 100; left > 0; left--)
            {
                if (CreateFree(bucket, BucketSizes.Bytes[bucket]) is not { } buffer || !Keep(bucket, buffer))
                {
                    break;
                }
            }
        }
    }

    public sealed override long Rented => Reused + Created;

    /// <summary>Rents that a buffer that came back, or was made beforehand, has served.</summary>
    protected long Reused => Volatile.Read(ref _reused);

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(ReusedEvents, Reused);
        block.Add(MadeEvents, Created);
    }

    public sealed override int LengthOf(int bytesMin) =>
        BucketSizes.BucketOf(bytesMin) is var bucket and >= 0 ? BucketSizes.Bytes[bucket] : bytesMin;

    public override PooledBuffer Rent(int bytesMin)
    {
        int bucket = BucketSizes.BucketOf(bytesMin);
        if (bucket < 0)
        {
            return Create(Unkept, GC.AllocateUninitializedArray<byte>(bytesMin));
        }

        PooledBuffer? buffer = _local.Value!.TryPop(bucket);
        if (buffer is null)
        {
            Volatile.Write(ref _buckets[bucket].LastRentMs, Environment.TickCount64);
            buffer = _buckets[bucket].TryPop();
        }

        if (buffer is null)
        {
            return Create(bucket, GC.AllocateUninitializedArray<byte>(BucketSizes.Bytes[bucket]));
        }

        Interlocked.Increment(ref _reused);
        BookTaken(buffer);
        return buffer;
    }

    public sealed override void Return(PooledBuffer buffer)
    {
        int bucket = buffer.SizeClass;
        if (bucket == Unkept)
        {
            BookDropped(buffer.Array.Length);
        }
        else if (TryBookFree(buffer) && !_local.Value!.TryPush(bucket, buffer))
        {
            Keep(bucket, buffer);
        }
    }

    /// <summary>Gives up a fifth of what each idle bucket has above its warm-up, ten buffers at least. One thread at a time.</summary>
    public void Trim(long nowMs)
    {
        for (int bucket = 0; bucket < _buckets.Length; bucket++)
        {
            int excess = _buckets[bucket].Kept - (BucketSizes.WarmUp[bucket] * _preWarmPercent / 100);
            if (excess <= 0 || nowMs - Volatile.Read(ref _buckets[bucket].LastRentMs) < IdleMs)
            {
                continue;
            }

            for (int left = Math.Min(excess, Math.Max(TrimmedMin, excess / 5)); left > 0 && _buckets[bucket].TryPop() is { } buffer; left--)
            {
                BookTrimmed(buffer.Array.Length);
            }
        }
    }

    public sealed override void Dispose()
    {
        _trim.Dispose();
        base.Dispose();
    }

    private bool Keep(int bucket, PooledBuffer buffer)
    {
        if (_buckets[bucket].TryPush(buffer))
        {
            return true;
        }

        BookTrimmed(buffer.Array.Length);
        return false;
    }
}
