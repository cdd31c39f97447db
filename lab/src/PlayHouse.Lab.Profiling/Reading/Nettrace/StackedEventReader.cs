namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>
/// Second pass over a file, when all names are known: follows its stacks and hands over the events of one kind. One file, one thread.
/// </summary>
internal abstract class StackedEventReader(StackBook stacks, EventKind wanted)
{
    private readonly EventKinds _kinds = new();

    /// <summary>Stacks of the file up to the event in hand.</summary>
    protected StackBook Stacks => stacks;

    /// <summary>Takes a block of the file.</summary>
    public void OnBlock(BlockKind kind, ReadOnlySpan<byte> content)
    {
        if (kind == BlockKind.Metadata)
            _kinds.Add(content);
        else if (kind == BlockKind.Stacks)
            stacks.Add(content);
        else if (kind == BlockKind.SequencePoint)
            stacks.OnSequencePoint();
        else
            OnEvents(content);
    }

    /// <summary>Takes an event of the wanted kind.</summary>
    protected abstract void OnEvent(in EventHeader header, SpanCursor payload);

    private void OnEvents(ReadOnlySpan<byte> block)
    {
        var blobs = new EventBlobs(block);
        while (blobs.Next())
        {
            if (_kinds[blobs.Event.Metadata] == wanted)
                OnEvent(blobs.Event, new SpanCursor(blobs.Payload));
        }
    }
}
