using PlayHouse.FastPort.Hops;

namespace PlayHouse.FastPort.Tests.Child;

/// <summary>The whole way of one echo: the client's and the server's stamps of one request side by side.</summary>
internal static class HopPath
{
    /// <summary>Names of the hops in the order of the path.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "client-send-wait", "request-on-the-wire", "server-parse-wait", "server-queue", "server-handler",
        "server-send-wait", "response-on-the-wire", "client-parse-wait",
    ];

    /// <summary>Ticks of every hop.</summary>
    public static long[] Ticks(HopTrace client, HopTrace server) =>
    [
        client.Written - client.Asked,
        server.Received - client.Written,
        server.Parsed - server.Received,
        server.Dequeued - server.Parsed,
        server.Handled - server.Dequeued,
        server.Written - server.Handled,
        client.Received - server.Written,
        client.Parsed - client.Received,
    ];
}
