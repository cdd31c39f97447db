using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;
using PlayHouse.Multiplexer.Tests.Strategies;

namespace PlayHouse.Multiplexer.Tests.Interop;

/// <summary>A peer written in another language from the byte layout sends everything back: sizes from nothing to the limit, interleaved, with aborted ones between.</summary>
public sealed class InteropTests
{
    // What the peer draws its bodies and pauses from.
    private const int Seed = 20_261_124;

    private static readonly int[] Sizes =
    [
        8, 9, 10, 1_023, 1_024, 1_025, 4_096, 4_097, 65_535, 65_536, 65_537, 1 << 20, 10 * 1024 * 1024, 300, 8,
    ];

    public static TheoryData<string, string> Cases
    {
        get
        {
            TheoryData<string, string> cases = [];
            foreach (StrategyPreset preset in MultiplexerCatalog.Presets)
            {
                cases.Add(preset.Id, "tcp");
                cases.Add(preset.Id, "pipe");
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task PythonPeer_SendsEverythingBack(string preset, string transport)
    {
        await using PythonPeer peer = await PythonPeer.StartAsync(transport, Variants.Selection(preset), Seed);

        Task<int> empty = SendAsync(peer.Connection);
        HashSet<(int, int)> missing = [.. Enumerable.Range(0, 3).SelectMany(s => Enumerable.Range(0, Sizes.Length).Select(n => (s, n)))];
        int emptyBack = 0;
        while (missing.Count > 0 || emptyBack == 0)
        {
            byte[] body = await peer.Connection.NextAsync();
            if (body.Length == 0)
            {
                emptyBack++;
            }
            else if (body.Length != AbortedSends.Bytes)
            {
                Assert.True(missing.Remove(Bodies.Check(body)), "a message came twice");
            }
        }

        Assert.Equal(1, await empty);
        int aborted = await AbortedSends.MakeAsync(peer.Connection);
        await peer.Connection.SendAsync("quit"u8.ToArray());
        Task drained = DrainAsync(peer.Connection);
        (int code, string said) = await peer.EndAsync();
        Assert.True(code == 0, said);
        Assert.EndsWith($" {aborted} aborted, held", said, StringComparison.Ordinal);
        await drained;
    }

    private static async Task<int> SendAsync(MultiplexerConnection connection)
    {
        Task[] senders = [.. Enumerable.Range(0, 3).Select(sender => Task.Run(async () =>
        {
            for (int number = 0; number < Sizes.Length; number++)
            {
                await connection.SendAsync(Bodies.Make(sender, number, Sizes[(number + (sender * 4)) % Sizes.Length]));
            }
        }))];
        await connection.SendAsync(default);
        await Task.WhenAll(senders);
        return 1;
    }

    /// <summary>What the peer sent back of sends that were too quick to be given up.</summary>
    private static async Task DrainAsync(MultiplexerConnection connection)
    {
        while (await connection.NextOrEndAsync() is { } body)
        {
            Assert.Equal(AbortedSends.Bytes, body.Length);
        }

        Assert.Equal(MultiplexerFailure.None, connection.Failure);
    }
}
