using System.Buffers.Binary;
using PlayHouse.Lab.Load.Tests.Fakes;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>A server in memory: what it answers, how badly, and after exactly how long.</summary>
internal sealed class SimulatedServer : IEvent
{
    private const long StageId = 1000;
    private const long StepNs = 50_000_000;

    private readonly List<Client> _clients = [];
    private VirtualTime _time = null!;
    private long _startNs;
    private long _step;

    public EchoFaults Faults { get; init; } = new();

    /// <summary>Which connections see the faults.</summary>
    public Predicate<int> IsFaulty { get; init; } = _ => true;

    /// <summary>From a request or step to what follows from it.</summary>
    public long DelayNs { get; init; } = 3_000_000;

    /// <summary>What comes in between these times after the start is answered at the second.</summary>
    public (long FromNs, long UntilNs) Stall { get; init; }

    /// <summary>Bytes that a connection takes at once; the rest follows in steps of <see cref="RefillNs"/>.</summary>
    public int SocketBytes { get; init; } = int.MaxValue;

    public long RefillNs { get; init; } = 100_000;

    /// <summary>Most bytes that the load receives at once.</summary>
    public int PieceBytes { get; init; } = int.MaxValue;

    /// <summary>What one connection says is pushed to all.</summary>
    public bool IsRoom { get; init; }

    /// <summary>A room pushes a state of so many bytes twenty times a second.</summary>
    public int? StateBytes { get; init; }

    public long ClockErrorNs { get; init; }

    /// <summary>A room that pushes nothing.</summary>
    public bool IsStanding { get; set; }

    public bool RefusesVisits { get; init; }

    /// <summary>Processor time of each request.</summary>
    public long CpuNsPerRequest { get; init; }

    public long CpuNs => Requests * CpuNsPerRequest;

    /// <summary>Requests, or messages of a room, that came in.</summary>
    public long Requests { get; private set; }

    /// <summary>Answers or pushes in which a fault was planted.</summary>
    public long Faulted { get; private set; }

    public void Open(VirtualTime time, IReadOnlyList<SimulatedTransport> transports)
    {
        (_time, _startNs) = (time, time.NowNs);
        foreach (SimulatedTransport transport in transports)
        {
            _clients.Add(new Client(transport, new EchoSession(IsFaulty(_clients.Count) ? Faults : new EchoFaults())));
        }

        if (StateBytes is not null)
        {
            time.Plan(_startNs + StepNs, this);
        }
    }

    /// <summary>Answers every whole request; returns the bytes consumed.</summary>
    public int Receive(int connection, ReadOnlySpan<byte> input)
    {
        if (IsRoom)
        {
            return Broadcast(input);
        }

        Client client = _clients[connection];
        if (client.Session.MustClose)
        {
            return input.Length;
        }

        int consumed = client.Session.Answer(input, out int requests);
        Requests += requests;
        Send(client);
        return consumed;
    }

    /// <summary>The next step of a room's loop.</summary>
    public void Happen()
    {
        PushToAll("LabState"u8, Fakes.StateBytes.Of(++_step, _time.NowNs + ClockErrorNs, StateBytes!.Value));
        _time.Plan(_startNs + ((_step + 1) * StepNs), this);
    }

    private int Broadcast(ReadOnlySpan<byte> input)
    {
        int consumed = 0;
        while (input.Length - consumed >= 4 && input.Length - consumed >= 4 + BinaryPrimitives.ReadInt32LittleEndian(input[consumed..]))
        {
            int length = 4 + BinaryPrimitives.ReadInt32LittleEndian(input[consumed..]);
            ReadOnlySpan<byte> frame = input.Slice(consumed, length);
            Assert.True(frame.Slice(5, frame[4]).SequenceEqual("BroadcastRequest"u8));
            Requests++;
            PushToAll("BroadcastNotify"u8, frame[(5 + frame[4] + 10)..]);
            consumed += length;
        }

        return consumed;
    }

    private void PushToAll(ReadOnlySpan<byte> id, ReadOnlySpan<byte> payload)
    {
        foreach (Client client in _clients)
        {
            if (!IsStanding && !client.Session.MustClose)
            {
                client.Session.Push(id, StageId, payload);
                Send(client);
            }
        }
    }

    private void Send(Client client)
    {
        Faulted += client.Session.TakeFaulted();
        long sinceStartNs = _time.NowNs - _startNs;
        bool isStalled = sinceStartNs >= Stall.FromNs && sinceStartNs < Stall.UntilNs;
        long atNs = isStalled ? _startNs + Stall.UntilNs : _time.NowNs + DelayNs;
        client.Transport.Deliver(client.Session.TakeOutput().Span, client.Session.MustClose, atNs, PieceBytes);
    }

    private sealed record Client(SimulatedTransport Transport, EchoSession Session);
}
