using System.Buffers.Binary;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>
/// A real TCP server with one room: what one member sends is pushed to all of them, or a loop pushes a state twenty times a
/// second. Some members are served as badly as it is told, the others well.
/// </summary>
internal sealed class RoomServer : IFakeServer, IAsyncDisposable
{
    private const long StageId = 1000;
    private const int TickMs = 50;

    private readonly EchoFaults _faults;
    private readonly int _faultyMembers;
    private readonly bool _isTicking;
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Member> _members = [];
    private readonly List<Task> _tasks = [];
    private long _published;
    private long _faulted;
    private bool _isStanding;

    public RoomServer(EchoFaults? faults = null, int faultyMembers = 0, int? stateBytes = null, long clockErrorNs = 0)
    {
        _faults = faults ?? new EchoFaults();
        _faultyMembers = faultyMembers;
        _isTicking = stateBytes is not null;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(128);
        Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
        _tasks.Add(AcceptAsync());
        if (stateBytes is { } bytes)
        {
            _tasks.Add(TickAsync(bytes, clockErrorNs));
        }
    }

    public int Port { get; }

    /// <summary>Messages or steps that the room pushed.</summary>
    public long Published => Interlocked.Read(ref _published);

    /// <summary>Pushes in which a fault was planted.</summary>
    public long Faulted => Interlocked.Read(ref _faulted);

    /// <summary>From now on nothing is pushed, until it is set back.</summary>
    public bool IsStanding
    {
        set => Volatile.Write(ref _isStanding, value);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        Task[] tasks;
        lock (_members)
        {
            _members.ForEach(m => m.Socket.Dispose());
            tasks = [.. _tasks];
        }

        await Task.WhenAll(tasks);
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync(_stop.Token);
                socket.NoDelay = true;
                lock (_members)
                {
                    var member = new Member(socket);
                    _members.Add(member);
                    _tasks.Add(ReceiveAsync(member));
                }
            }
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException or SocketException)
        {
        }
    }

    private async Task ReceiveAsync(Member member)
    {
        byte[] input = new byte[64 * 1024];
        int end = 0;
        try
        {
            while (true)
            {
                int count = await member.Socket.ReceiveAsync(input.AsMemory(end), _stop.Token);
                if (count == 0)
                {
                    return;
                }

                end += count;
                int consumed = TakeFrames(member, input.AsSpan(0, end));
                input.AsSpan(consumed, end - consumed).CopyTo(input);
                end -= consumed;
            }
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException or SocketException)
        {
        }
    }

    private int TakeFrames(Member member, ReadOnlySpan<byte> input)
    {
        int consumed = 0;
        while (input.Length - consumed >= 4)
        {
            int length = 4 + BinaryPrimitives.ReadInt32LittleEndian(input[consumed..]);
            if (input.Length - consumed < length)
            {
                break;
            }

            Take(member, input.Slice(consumed, length));
            consumed += length;
        }

        return consumed;
    }

    private void Take(Member member, ReadOnlySpan<byte> frame)
    {
        int idBytes = frame[4];
        if (frame.Slice(5, idBytes).SequenceEqual("BroadcastRequest"u8))
        {
            ChooseFaulty(member);
            PushToAll("BroadcastNotify"u8, frame[(5 + idBytes + 10)..]);
            return;
        }

        lock (_members)
        {
            bool isFaulty = _isTicking && _members.Count(m => m.Session is not null) < _faultyMembers;
            member.Session = new EchoSession(isFaulty ? _faults : new EchoFaults());
            member.Session.Answer(frame, out _);
            member.Send();
        }
    }

    /// <summary>With the first message it is known who publishes: that member is the last to be served badly.</summary>
    private void ChooseFaulty(Member publisher)
    {
        lock (_members)
        {
            if (_published == 0)
            {
                foreach (Member member in _members.OrderBy(m => m == publisher).Take(_faultyMembers))
                {
                    member.Session = new EchoSession(_faults);
                }
            }
        }
    }

    private void PushToAll(ReadOnlySpan<byte> id, ReadOnlySpan<byte> payload)
    {
        if (Volatile.Read(ref _isStanding))
        {
            return;
        }

        lock (_members)
        {
            _published++;
            foreach (Member member in _members.Where(m => m.Session is { MustClose: false }))
            {
                member.Session!.Push(id, StageId, payload);
                _faulted += member.Session.TakeFaulted();
                member.Send();
            }
        }
    }

    private async Task TickAsync(int stateBytes, long clockErrorNs)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(TickMs));
        try
        {
            for (long step = 1; await timer.WaitForNextTickAsync(_stop.Token); step++)
            {
                long nowNs = (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));
                PushToAll("LabState"u8, StateBytes.Of(step, nowNs + clockErrorNs, stateBytes));
            }
        }
        catch (OperationCanceledException)
        {
        }
    }

    private sealed class Member(Socket socket)
    {
        public Socket Socket => socket;

        public EchoSession? Session { get; set; }

        public void Send()
        {
            try
            {
                ReadOnlySpan<byte> bytes = Session!.TakeOutput().Span;
                while (!bytes.IsEmpty)
                {
                    bytes = bytes[socket.Send(bytes)..];
                }

                if (Session.MustClose)
                {
                    socket.Shutdown(SocketShutdown.Both);
                    socket.Dispose();
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
            }
        }
    }
}
