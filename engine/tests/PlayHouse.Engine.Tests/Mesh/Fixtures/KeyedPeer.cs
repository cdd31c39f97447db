using System.Text;
using Google.Protobuf;
using Net.Zmq;
using PlayHouse.Engine.Mesh.Tests.Oracle;

namespace PlayHouse.Engine.Mesh.Tests.Fixtures;

/// <summary>Servers with keys, and programs that speak to them with whatever keys and ids a test gives them.</summary>
internal static class KeyedPeer
{
    public static Task<MeshNode> StartAsync(string id, IServerDirectory directory, MeshKeyPair keys, Func<MeshOptions, MeshOptions>? configure = null, EngineLimits? limits = null) =>
        MeshNode.StartAsync(id, directory, limits, o => (configure?.Invoke(o) ?? o) with { Security = MeshSecurity.Curve(keys.SecretKey) });

    /// <summary>Lists a server that the test speaks for; nothing answers at its address.</summary>
    public static async Task ListAsync(InMemoryServerDirectory directory, string id, string? publicKey, string address = "tcp://127.0.0.1:1") =>
        await directory.ExchangeAsync(new ServerEntry(id, address, PublicKey: publicKey), CancellationToken.None);

    /// <summary>A connection that proves a key, and says an id when it is given one.</summary>
    public static Socket Connect(Context context, string address, string serverKey, MeshKeyPair own, string? id = null)
    {
        Socket socket = Plain(context, id);
        socket.SetOption(SocketOption.Curve_Serverkey, serverKey);
        socket.SetOption(SocketOption.Curve_Publickey, own.PublicKey);
        socket.SetOption(SocketOption.Curve_Secretkey, own.SecretKey);
        socket.Connect(address);
        return socket;
    }

    /// <summary>A socket that proves nothing, not connected.</summary>
    public static Socket Plain(Context context, string? id = null)
    {
        Socket socket = new(context, SocketType.Dealer);
        socket.SetOption(SocketOption.Linger, 0);
        if (id is not null)
        {
            socket.SetOption(SocketOption.Routing_Id, Encoding.UTF8.GetBytes(id));
        }

        return socket;
    }

    /// <summary>Sends a message without a payload whose header says who sent it.</summary>
    public static void Send(Socket socket, string msgId, string from)
    {
        socket.Send(new RouteHeaderMessage { MsgId = msgId, From = from }.ToByteArray(), SendFlags.SendMore);
        socket.Send((byte[])[]);
    }
}
