using System.Text;

namespace Net.Zmq;

/// <summary>Options.</summary>
internal sealed unsafe partial class Socket
{
    private const int OptionBytesMax = 512;

    /// <summary>Reads an option as the type libzmq gives it: int, long, ulong, nint, bool (of an int), byte[] or string.</summary>
    /// <exception cref="NotSupportedException">No option has this type.</exception>
    public T GetOption<T>(SocketOption option)
    {
        if (typeof(T) == typeof(int))
        {
            return (T)(object)Read<int>(option);
        }

        if (typeof(T) == typeof(bool))
        {
            return (T)(object)(Read<int>(option) != 0);
        }

        if (typeof(T) == typeof(long))
        {
            return (T)(object)Read<long>(option);
        }

        if (typeof(T) == typeof(ulong))
        {
            return (T)(object)Read<ulong>(option);
        }

        if (typeof(T) == typeof(nint))
        {
            return (T)(object)(OperatingSystem.IsWindows() ? Read<nint>(option) : Read<int>(option));
        }

        if (typeof(T) == typeof(byte[]))
        {
            return (T)(object)ReadBytes(option);
        }

        return typeof(T) == typeof(string)
            ? (T)(object)GetOptionString(option)
            : throw new NotSupportedException($"No socket option is of type {typeof(T)}.");
    }

    public string GetOptionString(SocketOption option) => Encoding.UTF8.GetString(ReadBytes(option)).TrimEnd('\0');

    public void SetOption(SocketOption option, int value) => Check(Native.SetOption(Handle, (int)option, &value, sizeof(int)));

    public void SetOption(SocketOption option, long value) => Check(Native.SetOption(Handle, (int)option, &value, sizeof(long)));

    public void SetOption(SocketOption option, byte[] value)
    {
        ArgumentNullException.ThrowIfNull(value);
        fixed (byte* bytes = value)
        {
            Check(Native.SetOption(Handle, (int)option, bytes, (nuint)value.Length));
        }
    }

    /// <summary>Sets an option that is text, in UTF-8.</summary>
    public void SetOption(SocketOption option, string value) => SetOption(option, Encoding.UTF8.GetBytes(value));

    private T Read<T>(SocketOption option)
        where T : unmanaged
    {
        T value = default;
        nuint bytes = (nuint)sizeof(T);
        Check(Native.GetOption(Handle, (int)option, &value, &bytes));
        return value;
    }

    private byte[] ReadBytes(SocketOption option)
    {
        byte* value = stackalloc byte[OptionBytesMax];
        nuint bytes = OptionBytesMax;
        Check(Native.GetOption(Handle, (int)option, value, &bytes));
        return new ReadOnlySpan<byte>(value, (int)bytes).ToArray();
    }
}
