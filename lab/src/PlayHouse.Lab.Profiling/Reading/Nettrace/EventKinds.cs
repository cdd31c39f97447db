namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>Events that the readers understand.</summary>
internal enum EventKind
{
    /// <summary>Skipped.</summary>
    Other,

    /// <summary>A sampled object.</summary>
    Sample,

    /// <summary>Where a thread was.</summary>
    ThreadSample,

    /// <summary>Name and place of the code of a method.</summary>
    Method,

    /// <summary>From code to IL, of the method that follows.</summary>
    IlMap,

    /// <summary>Path of a module.</summary>
    Module,

    /// <summary>All names were given.</summary>
    RundownComplete,
}

/// <summary>What the numbers of event descriptions mean in this file. One file, one thread.</summary>
internal sealed class EventKinds
{
    /// <summary>Most descriptions; a trace of the runtime has some 50.</summary>
    public const int DescriptionsMax = 100_000;

    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";

    private readonly Dictionary<int, EventKind> _kinds = [];

    /// <summary>Takes a block of descriptions.</summary>
    public void Add(ReadOnlySpan<byte> block)
    {
        var blobs = new EventBlobs(block);
        while (blobs.Next())
        {
            var description = new SpanCursor(blobs.Payload);
            int number = description.Int32();
            ReadOnlySpan<char> provider = description.Text();
            _kinds[number] = Of(provider, description.Int32());
            if (_kinds.Count > DescriptionsMax)
                throw new FormatException($"it describes more than {DescriptionsMax} kinds of events");
        }
    }

    /// <summary>The kind of an event.</summary>
    public EventKind this[int metadata] => _kinds.GetValueOrDefault(metadata);

    private static EventKind Of(ReadOnlySpan<char> provider, int id)
    {
        if (provider.SequenceEqual(Runtime))
        {
            return id switch
            {
                303 => EventKind.Sample,
                143 or 144 => EventKind.Method,
                152 or 153 => EventKind.Module,
                190 => EventKind.IlMap,
                _ => EventKind.Other,
            };
        }
        if (provider.SequenceEqual(Rundown))
        {
            return id switch
            {
                143 or 144 => EventKind.Method,
                149 or 150 => EventKind.IlMap,
                153 or 154 => EventKind.Module,
                146 => EventKind.RundownComplete,
                _ => EventKind.Other,
            };
        }
        return provider.SequenceEqual(Sampler) && id == 0 ? EventKind.ThreadSample : EventKind.Other;
    }
}
