namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>Positions in a ring over an array that another object owns. Mutable: lives in a field and is called on the field.</summary>
internal struct ByteRing(byte[] array)
{
    private int _read;

    /// <summary>The array; its owner exchanges it through <see cref="MoveTo"/>.</summary>
    public byte[] Array { get; private set; } = array;

    public int Count { get; private set; }

    public readonly int FreeBytes => Array.Length - Count;

    /// <summary>Adds bytes that fit.</summary>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        int write = _read + Count;
        write = write >= Array.Length ? write - Array.Length : write;
        int first = Math.Min(bytes.Length, Array.Length - write);
        bytes[..first].CopyTo(Array.AsSpan(write));
        bytes[first..].CopyTo(Array);
        Count += bytes.Length;
    }

    /// <summary>Moves bytes out, oldest first; returns how many.</summary>
    public int Read(Span<byte> destination)
    {
        int taken = Peek(destination);
        Advance(taken);
        return taken;
    }

    /// <summary>Copies the oldest bytes without taking them; returns how many.</summary>
    public readonly int Peek(Span<byte> destination)
    {
        int taken = Math.Min(destination.Length, Count);
        int first = Math.Min(taken, Array.Length - _read);
        Array.AsSpan(_read, first).CopyTo(destination);
        Array.AsSpan(0, taken - first).CopyTo(destination[first..]);
        return taken;
    }

    /// <summary>Drops the oldest bytes, no more than there are.</summary>
    public void Advance(int count)
    {
        _read += count;
        _read = _read >= Array.Length ? _read - Array.Length : _read;
        Count -= count;
        if (Count == 0)
        {
            _read = 0;
        }
    }

    /// <summary>The size of a ring that doubles until it holds <paramref name="neededBytes"/>, at most <paramref name="maxBytes"/>.</summary>
    public static int Doubled(int bytes, int neededBytes, int maxBytes)
    {
        long size = Math.Max(bytes, 1);
        while (size < neededBytes)
        {
            size *= 2;
        }

        return (int)Math.Min(size, maxBytes);
    }

    /// <summary>Moves everything into a larger array and returns the one before.</summary>
    public byte[] MoveTo(byte[] larger)
    {
        byte[] before = Array;
        int count = Count;
        Read(larger);
        Array = larger;
        Count = count;
        _read = 0;
        return before;
    }
}
