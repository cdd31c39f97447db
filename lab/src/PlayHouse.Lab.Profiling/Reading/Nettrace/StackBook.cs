using System.Buffers.Binary;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>A stack of the file, resolved.</summary>
/// <param name="Stack">Its place in the table.</param>
/// <param name="Marks">What else is known of it.</param>
internal readonly record struct BookedStack(int Stack, StackMarks Marks);

/// <summary>What a sample's stack tells besides its frames.</summary>
[Flags]
internal enum StackMarks : byte
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>The allocating frame has no name.</summary>
    Unresolved = 1,

    /// <summary>The runtime may have cut its root.</summary>
    Capped = 2,

    /// <summary>The reader has cut its root: the table was full.</summary>
    Folded = 4,

    /// <summary>The allocating code was compiled quickly: it will allocate otherwise when it is optimised.</summary>
    Quick = 8,
}

/// <summary>
/// Turns the numbered stacks of a file into stacks of one table that cannot grow without end: when it is nearly full, stacks are
/// folded to their innermost frames. One file, one thread.
/// </summary>
internal sealed class StackBook(CodeMap code, int stacksMax = AllocationStacksFile.StacksMax)
{
    /// <summary>The runtime cuts the root end of deeper stacks.</summary>
    public const int StackFramesMax = 100;

    /// <summary>Frames that a folded stack keeps.</summary>
    public const int FoldedFrames = 10;

    /// <summary>Most stacks between two sequence points; the runtime writes one every few megabytes.</summary>
    public const int OpenStacksMax = 1_000_000;

    /// <summary>Stands for the callers of a folded stack.</summary>
    public static readonly StackFrame Folded = new("(callers left out)", "", FrameKind.Continuation);

    private readonly StackNormaliser _normaliser = new();
    private readonly Dictionary<int, BookedStack> _open = [];
    private readonly Dictionary<(int Stack, string Owner), int> _charged = [];

    private readonly int _foldAbove = stacksMax / 10 * 6;
    private readonly int _siteOnlyAbove = stacksMax / 10 * 7;

    /// <summary>The stacks found so far.</summary>
    public StackTable Table { get; } = new();

    /// <summary>Takes a block of stacks.</summary>
    public void Add(ReadOnlySpan<byte> block)
    {
        var cursor = new SpanCursor(block);
        int first = cursor.Int32();
        int count = cursor.Int32();
        for (int i = 0; i < count; i++)
            _open[unchecked(first + i)] = Resolve(cursor.Take(cursor.Int32()));
        if (_open.Count > OpenStacksMax)
            throw new FormatException($"it has more than {OpenStacksMax} stacks without a sequence point");
    }

    /// <summary>Numbers of stacks begin again.</summary>
    public void OnSequencePoint() => _open.Clear();

    /// <summary>The stack of a sample.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="owner">The async method that the object belongs to, or null.</param>
    public BookedStack Find(int number, string? owner)
    {
        BookedStack stack = _open.TryGetValue(number, out BookedStack known) ? known : new BookedStack(StackTable.None, StackMarks.Unresolved);
        return owner is null ? stack : stack with { Stack = Charge(stack.Stack, owner) };
    }

    private BookedStack Resolve(ReadOnlySpan<byte> addresses)
    {
        StackMarks marks = addresses.Length == 0 ? StackMarks.Unresolved : StackMarks.None;
        int depth = addresses.Length / sizeof(ulong);
        _normaliser.Begin();
        for (int i = 0; i < depth; i++)
        {
            CodeMap.CodeFrame frame = code.Find(BinaryPrimitives.ReadUInt64LittleEndian(addresses[(i * sizeof(ulong))..]));
            if (i == 0)
                marks |= MarksOf(frame);
            _normaliser.Add(frame.Frame);
        }
        marks |= depth >= StackFramesMax ? StackMarks.Capped : StackMarks.None;
        return Book(marks);
    }

    private static StackMarks MarksOf(CodeMap.CodeFrame innermost)
        => (innermost.Frame.Frame.Kind == FrameKind.Unresolved ? StackMarks.Unresolved : StackMarks.None)
            | (innermost.Tier is CodeTier.Quick or CodeTier.QuickInstrumented or CodeTier.MinOpt ? StackMarks.Quick : StackMarks.None);

    private BookedStack Book(StackMarks marks)
    {
        bool hasFrames = Table.Frames.Count < AllocationStacksFile.FramesMax - StackFramesMax;
        if (hasFrames && Table.Count < _foldAbove)
            return new BookedStack(Table.Add(_normaliser.Frames), marks);
        if (Table.Find(_normaliser.Frames) is { } known)
            return new BookedStack(known, marks);
        // The last places are for call sites alone: there are never more of them than methods.
        _normaliser.Fold(Table.Count < _siteOnlyAbove ? FoldedFrames : 0, Folded);
        bool isAddable = hasFrames && Table.Count < stacksMax - FoldedFrames;
        int stack = Table.Find(_normaliser.Frames) ?? (isAddable ? Table.Add(_normaliser.Frames) : StackTable.None);
        return new BookedStack(stack, marks | StackMarks.Folded);
    }

    private int Charge(int stack, string owner)
    {
        if (_charged.TryGetValue((stack, owner), out int charged))
            return charged;
        _normaliser.Begin(Table.Walk(stack));
        _normaliser.Charge(owner);
        charged = Book(StackMarks.None).Stack;
        if (_charged.Count < stacksMax)
            _charged.Add((stack, owner), charged);
        return charged;
    }
}
