using PlayHouse.Engine.Peers.Measure;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>What the page says around its tables.</summary>
internal static class PeerTexts
{
    /// <summary>How to read the page.</summary>
    public const string Head =
        """
        # The engine compared with other servers

        Written by `./plab bench peers`. Ratios count, not the figures: each is made of two samples of the same round.

        - **Closed loops** (processor time): all servers speak the client frame and answer the same requests of one client in C; one
          pre-built batch and one write per connection, every frame counted, one in a thousand compared whole. Where TLS is measured
          the client encrypts with OpenSSL and is otherwise the same. In the fan-out one connection sends the batch, every connection
          gets a push for each of its messages, and a message is a push received. Of logins a message is the life of a connection: connect,
          authenticate, answer, reset. The engine binds each to its actor in a stage, the others answer only.
        - **Open loops** (latency): the lab's own load process, constant arrivals, latency from the time a request is due. The rate is
          the same for all arms, half of the engine's capacity; "server cores" says how hard each worked for it. A load that was
          late itself, or could not send because the one reply it may wait for was missing, says so at the end of its row.
        - **Between servers**: a sending and a receiving process, each on one processor, one library thread each. Both ways send the same
          header bytes in the same number of frames (one less where they are merged), with the same bounds in the library; the receiver
          looks at size and number of every message and at all bytes of one in a thousand. A message that is lost or out of order
          fails the run; only a stage drops what its mailbox has no room for, and what it dropped is shown.


        """;

    /// <summary>How to read the goals.</summary>
    public const string Goals =
        """
        Median, smallest and largest of the rounds. A/A is the same ratio between two copies of one arm in the same cell: what two
        equal servers were apart. "within the noise": the median could as well lie on the other side of what it must be. "client-bound":
        in most rounds the client, not the server, may be what limited. "no core was full": a rate that no processor limited, because
        other programs used the machine or the two ends waited for each other; it says little.


        """;

    /// <summary>A figure in a goal's row.</summary>
    public static string FigureOf(string metric) => metric switch
    {
        Metrics.Cpu => "CPU",
        Metrics.Instructions => "instructions",
        Metrics.Rate => "msg/s",
        Metrics.P99 => "p99",
        _ => metric,
    };
}
