using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>
/// Collects the names that the runtime sends when a session ends, and checks that nothing was lost. First pass over a file: its
/// names come last. One file, one thread.
/// </summary>
internal sealed class Rundown
{
    /// <summary>Most versions of methods in a file; a large server has 100,000.</summary>
    public const int MethodsMax = 1_000_000;

    /// <summary>Longest names of all methods and modules together, characters.</summary>
    public const long NameCharsMax = 96L << 20;

    /// <summary>Most entries of all maps from code to IL together; methods beyond have no lines.</summary>
    public const int MapEntriesMax = 8_000_000;

    private readonly EventKinds _kinds = new();
    private readonly LostEvents _lost = new();
    private readonly List<MethodCode> _methods = [];
    private readonly Dictionary<ulong, string> _modulePaths = [];
    private (ulong Method, IlMap Map)? _pending;
    private int _mapEntries;
    private long _nameChars;

    /// <summary>How often the end of the names was reported; once in a good file.</summary>
    public int Completions { get; private set; }

    /// <summary>Events the file does not hold.</summary>
    public long EventsLost => _lost.Count;

    /// <summary>Tick of the last event.</summary>
    public long LastTicks { get; private set; }

    /// <summary>The names found.</summary>
    public CodeMap Code() => new(_methods, _modulePaths);

    /// <summary>Takes a block of the file.</summary>
    public void OnBlock(BlockKind kind, ReadOnlySpan<byte> content)
    {
        if (kind == BlockKind.Metadata)
            _kinds.Add(content);
        else if (kind == BlockKind.SequencePoint)
            _lost.OnSequencePoint(content);
        else if (kind == BlockKind.Events)
            OnEvents(content);
    }

    private void OnEvents(ReadOnlySpan<byte> block)
    {
        var blobs = new EventBlobs(block);
        while (blobs.Next())
        {
            EventHeader header = blobs.Event;
            _lost.OnEvent(header.Thread, header.Sequence);
            LastTicks = Math.Max(LastTicks, header.Ticks);
            switch (_kinds[header.Metadata])
            {
                case EventKind.Method:
                    OnMethod(new SpanCursor(blobs.Payload));
                    break;
                case EventKind.IlMap:
                    OnMap(new SpanCursor(blobs.Payload));
                    break;
                case EventKind.Module:
                    OnModule(new SpanCursor(blobs.Payload));
                    break;
                case EventKind.RundownComplete:
                    Completions++;
                    break;
            }
        }
    }

    private void OnMethod(SpanCursor payload)
    {
        ulong id = payload.UInt64();
        ulong module = payload.UInt64();
        ulong start = payload.UInt64();
        uint bytes = payload.UInt32();
        int token = payload.Int32();
        var tier = (CodeTier)((payload.UInt32() >> 7) & 7);
        ReadOnlySpan<char> type = payload.Text();
        ReadOnlySpan<char> name = payload.Text();
        // A method compiled several times has one pair of map and description per version.
        IlMap? map = _pending is { } pending && pending.Method == id ? pending.Map : null;
        _pending = null;
        string full = type.Length == 0 ? name.ToString() : $"{type}.{name}";
        Count(full);
        _methods.Add(new MethodCode(start, bytes, module, token, tier, full, map));
        if (_methods.Count > MethodsMax)
            throw new FormatException($"it names more than {MethodsMax} methods");
    }

    private void OnMap(SpanCursor payload)
    {
        ulong method = payload.UInt64();
        payload.UInt64();
        payload.Byte();
        int count = payload.UInt16();
        _pending = null;
        if ((_mapEntries += count) > MapEntriesMax)
            return;
        int[] il = Numbers(ref payload, count);
        _pending = (method, new IlMap(Numbers(ref payload, count), il));
    }

    private void OnModule(SpanCursor payload)
    {
        ulong module = payload.UInt64();
        payload.Take(8 + 4 + 4);
        string path = payload.Text().ToString();
        Count(path);
        _modulePaths[module] = path;
    }

    private void Count(string name)
    {
        if ((_nameChars += name.Length) > NameCharsMax)
            throw new FormatException($"its names have more than {NameCharsMax} characters");
    }

    private static int[] Numbers(ref SpanCursor payload, int count)
    {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++)
            numbers[i] = payload.Int32();
        return numbers;
    }
}
