using Net.Zmq;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>How every socket of the kernel is made and written to.</summary>
internal static class KernelSockets
{
    /// <summary>What a call that waits on a socket throws when the kernel ends.</summary>
    public const int Ended = 156_384_765;

    /// <summary>A bound socket whose queues and parts are limited.</summary>
    /// <exception cref="LabInputException">The address is taken or not one.</exception>
    public static Socket Bind(Context context, SocketType type, string address, int partBytesMax)
    {
        Socket socket = new(context, type);
        try
        {
            socket.SetOption(SocketOption.Linger, (int)KernelLimits.Linger.TotalMilliseconds);
            socket.SetOption(SocketOption.Sndhwm, KernelLimits.QueuedMessagesMax);
            socket.SetOption(SocketOption.Rcvhwm, KernelLimits.QueuedMessagesMax);
            socket.SetOption(SocketOption.Maxmsgsize, (long)partBytesMax);
            if (type == SocketType.Router)
            {
                // A client that comes again under its name is heard, and not the connection it left behind.
                socket.SetOption(SocketOption.Router_Handover, 1);
            }

            socket.Bind(address);
            return socket;
        }
        catch (ZmqException e)
        {
            socket.Dispose();
            throw new LabInputException([$"The kernel cannot listen at {address}: {e.Message}"]);
        }
    }

    /// <summary>Sends the parts of one message.</summary>
    public static void Send(Socket socket, byte[][] parts)
    {
        for (int i = 0; i < parts.Length; i++)
        {
            socket.Send(parts[i], i < parts.Length - 1 ? SendFlags.SendMore : SendFlags.None);
        }
    }
}
