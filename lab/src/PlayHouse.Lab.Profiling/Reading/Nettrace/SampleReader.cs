using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>Collects the samples. One file, one thread.</summary>
internal sealed class SampleReader(StackBook stacks, int samplesMax) : StackedEventReader(stacks, EventKind.Sample)
{
    /// <summary>Types of their own; objects of further ones share a name.</summary>
    public const int TypesMax = AllocationStacksFile.TypesMax;

    /// <summary>Longest names of all types together, characters.</summary>
    private const long TypeCharsMax = 8 << 20;

    private const string OtherTypes = "(other types)";
    private const string UnknownType = "(unknown type)";

    private readonly List<AllocationTrace.Sample> _samples = [];
    private readonly List<string> _types = [];
    private readonly Dictionary<string, TypeEntry> _ids = new(StringComparer.Ordinal);
    private long _typeChars;

    private readonly record struct TypeEntry(int Id, string? Owner);

    /// <summary>The samples found.</summary>
    public AllocationTrace.Sample[] Samples() => [.. _samples];

    /// <summary>Names of their types.</summary>
    public string[] Types() => [.. _types];

    /// <inheritdoc/>
    protected override void OnEvent(in EventHeader header, SpanCursor payload)
    {
        payload.Take(sizeof(uint) + sizeof(ushort) + sizeof(ulong));
        TypeEntry type = Type(payload.Text());
        payload.UInt64();
        long bytes = payload.Int64();
        if (bytes <= 0)
            throw new FormatException($"a sample of {bytes} bytes");
        if (_samples.Count == samplesMax)
            throw new FormatException($"it has more than {samplesMax} samples; trace a shorter window");
        BookedStack stack = Stacks.Find(header.Stack, type.Owner);
        _samples.Add(new AllocationTrace.Sample(header.Ticks, bytes, stack.Stack, type.Id, stack.Marks));
    }

    private TypeEntry Type(ReadOnlySpan<char> name)
    {
        Dictionary<string, TypeEntry>.AlternateLookup<ReadOnlySpan<char>> ids = _ids.GetAlternateLookup<ReadOnlySpan<char>>();
        if (ids.TryGetValue(name, out TypeEntry known))
            return known;
        string text = name.Length == 0 ? UnknownType
            : _types.Count >= TypesMax - 2 || _typeChars + name.Length > TypeCharsMax ? OtherTypes
            : name.ToString();
        ref TypeEntry entry = ref CollectionsMarshal.GetValueRefOrAddDefault(_ids, text, out bool isThere);
        if (!isThere)
        {
            entry = new TypeEntry(_types.Count, FrameNames.StateMachineOwner(text));
            _types.Add(text);
            _typeChars += text.Length;
        }
        return entry;
    }
}
