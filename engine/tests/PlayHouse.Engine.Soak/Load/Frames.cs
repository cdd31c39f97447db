using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.Client;

namespace PlayHouse.Engine.Soak.Load;

/// <summary>Requests as the clients of the scenarios send them.</summary>
internal static class Frames
{
    /// <summary>Sends one request whole. Throws what the socket throws.</summary>
    public static async Task SendAsync(Socket socket, string msgId, ushort seq, long stageId, ReadOnlyMemory<byte> payload)
    {
        byte[] id = Encoding.UTF8.GetBytes(msgId);
        byte[] frame = new byte[ClientFrame.RequestBytes(id.Length, payload.Length)];
        ClientFrame.TryWriteRequest(frame, id, seq, stageId, payload.Span, out int bytes);
        for (int sent = 0; sent < bytes;)
        {
            sent += await socket.SendAsync(frame.AsMemory(sent, bytes - sent));
        }
    }
}
