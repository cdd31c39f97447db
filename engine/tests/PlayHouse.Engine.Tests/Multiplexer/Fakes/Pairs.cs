using System.IO.Pipes;
using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Tests.Fakes;

/// <summary>Two connections that speak with each other.</summary>
internal sealed record ConnectionPair(MultiplexerConnection Near, MultiplexerConnection Far) : IAsyncDisposable
{
    public static IReadOnlyList<string> Transports { get; } = ["socket", "stream", "pipe"];

    public static async Task<ConnectionPair> OpenAsync(string transport, StrategySelection strategies, MultiplexerLimits? limits = null, MultiplexerLimits? farLimits = null)
    {
        limits ??= MultiplexerLimits.Default;
        farLimits ??= limits;
        switch (transport)
        {
            case "socket":
                (Socket near, Socket far) = await SocketsAsync();
                return new ConnectionPair(MultiplexerConnection.Connect(near, strategies, limits), MultiplexerConnection.Connect(far, strategies, farLimits));
            case "stream":
                (Socket nearEnd, Socket farEnd) = await SocketsAsync();
                return new ConnectionPair(
                    MultiplexerConnection.Connect(new NetworkStream(nearEnd, ownsSocket: true), strategies, limits),
                    MultiplexerConnection.Connect(new NetworkStream(farEnd, ownsSocket: true), strategies, farLimits));
            default:
                AnonymousPipeServerStream there = new(PipeDirection.Out);
                AnonymousPipeServerStream back = new(PipeDirection.Out);
                AnonymousPipeClientStream thereEnd = new(PipeDirection.In, there.ClientSafePipeHandle);
                AnonymousPipeClientStream backEnd = new(PipeDirection.In, back.ClientSafePipeHandle);
                return new ConnectionPair(
                    MultiplexerConnection.Connect(backEnd, there, strategies, limits),
                    MultiplexerConnection.Connect(thereEnd, back, strategies, farLimits));
        }
    }

    public static async Task<(Socket Near, Socket Far)> SocketsAsync()
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Socket near = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await near.ConnectAsync(listener.LocalEndPoint!);
        return (near, await listener.AcceptAsync());
    }

    public async ValueTask DisposeAsync()
    {
        await Near.DisposeAsync();
        await Far.DisposeAsync();
    }
}
