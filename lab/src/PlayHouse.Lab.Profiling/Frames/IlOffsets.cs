using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>
/// From a return address to the IL offset of its call, by the maps the runtime sends at the end of a session. Each map comes
/// directly before the description of the code it belongs to; a method compiled several times has one pair per version.
/// Built by one thread, then read by it.
/// </summary>
internal sealed class IlOffsets
{
    private readonly Dictionary<ulong, Code> _codes = [];
    private ulong[] _starts = [];
    private (long MethodId, int[] Native, int[] Il)? _pending;

    public void OnMap(MethodILToNativeMapTraceData map)
    {
        int count = map.CountOfMapEntries;
        int[] native = new int[count];
        int[] il = new int[count];
        for (int i = 0; i < count; i++)
        {
            native[i] = map.NativeOffset(i);
            il[i] = map.ILOffset(i);
        }
        Array.Sort(native, il);
        _pending = (map.MethodID, native, il);
    }

    public void OnMethod(MethodLoadUnloadVerboseTraceData method)
    {
        if (_pending is { } map && map.MethodId == method.MethodID)
            _codes[method.MethodStartAddress] = new Code(method.MethodSize, map.Native, map.Il);
        _pending = null;
    }

    /// <summary>IL offset of the call that returns to an address; −1 when no map tells.</summary>
    public int Find(ulong returnAddress)
    {
        if (_starts.Length != _codes.Count)
            _starts = [.. _codes.Keys.Order()];
        // One byte back: the return address may already belong to the next statement.
        ulong call = returnAddress - 1;
        int at = Array.BinarySearch(_starts, call);
        int index = at >= 0 ? at : ~at - 1;
        if (index < 0)
            return -1;
        Code code = _codes[_starts[index]];
        ulong offset = call - _starts[index];
        return offset < (ulong)Math.Max(0, code.Bytes) ? code.At((int)offset) : -1;
    }

    private sealed record Code(int Bytes, int[] Native, int[] Il)
    {
        public int At(int offset)
        {
            int found = -1;
            for (int i = 0; i < Native.Length && Native[i] <= offset; i++)
            {
                // Negative marks stand for prologue, epilogue and code without a source.
                if (Il[i] >= 0)
                    found = Il[i];
            }
            return found;
        }
    }
}
