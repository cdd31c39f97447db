using System.Buffers;
using System.IO.Pipes;
using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Target.Scenarios;
using PlayHouse.Multiplexer;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>A multiplexer at the end of every stream, over TCP or a named pipe; each message goes back as it came.</summary>
internal sealed class MultiplexerHost : IScenarioHost
{
    private const int Backlog = 4096;

    private readonly StrategySelection _strategies;
    private readonly TargetStart _start;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _ended = MultiplexerCounterNames.All.ToDictionary(name => name, _ => 0L);
    private readonly HashSet<MultiplexerConnection> _open = [];
    private readonly List<Task> _serving = [];
    private readonly Socket? _listener;
    private Task _accepting = Task.CompletedTask;
    private long _messages;

    private MultiplexerHost(TargetStart start, IReadOnlyDictionary<string, StrategyChoice> strategies)
    {
        _start = start;
        _strategies = new StrategySelection(strategies.ToDictionary());
        Strategies = strategies.ToDictionary(s => s.Key, s => s.Value.DescribeAs(s.Value.Id));
        if (start.Scenario == ScenarioCatalog.MuxPipe)
        {
            Pipe = Path.Combine(Path.GetTempPath(), "plab-" + Path.GetRandomFileName());
        }
        else
        {
            _listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            _listener.Bind(new IPEndPoint(IPAddress.Any, 0));
            _listener.Listen(Backlog);
        }
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, int> Ports =>
        _listener is null ? new Dictionary<string, int>() : new Dictionary<string, int> { ["tcp"] = ((IPEndPoint)_listener.LocalEndPoint!).Port };

    /// <inheritdoc/>
    public string? Pipe { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Strategies { get; }

    /// <summary>Starts to listen.</summary>
    /// <exception cref="ControlException">The strategies cannot be built, or the planted effect has no meaning here.</exception>
    public static MultiplexerHost Start(TargetStart start)
    {
        try
        {
            HostRules.EffectWithoutErrors(start.Inject);
            var host = new MultiplexerHost(start, MultiplexerCatalog.Resolve(HostRules.Selected(start.Strategies, MultiplexerCatalog.Resolve(StrategySelection.Default))));
            host._accepting = host.Pipe is null ? host.AcceptSocketsAsync(host._listener!) : host.AcceptPipesAsync(host.Pipe);
            return host;
        }
        catch (ArgumentException e)
        {
            throw new ControlException("bad-options", e.Message);
        }
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, long> ReadCounters()
    {
        Dictionary<string, long> sum;
        lock (_gate)
        {
            sum = new Dictionary<string, long>(_ended);
            foreach (MultiplexerConnection connection in _open)
            {
                Add(connection.ReadCounters(), sum);
            }
        }

        sum[CounterNames.EngineMessages] = Volatile.Read(ref _messages);
        sum[CounterNames.EngineSocketWrites] = sum.GetValueOrDefault("mux.writes");
        return sum;
    }

    /// <inheritdoc/>
    public Task DrainAsync() => Task.CompletedTask;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener?.Dispose();
        await _accepting;
        Task[] serving;
        lock (_gate)
        {
            serving = [.. _serving];
        }

        await Task.WhenAll(serving);
        _stop.Dispose();
    }

    private static void Add(IReadOnlyDictionary<string, long> counters, Dictionary<string, long> sum)
    {
        foreach ((string name, long value) in counters)
        {
            sum[name] = sum.GetValueOrDefault(name) + value;
        }
    }

    private async Task AcceptSocketsAsync(Socket listener)
    {
        try
        {
            while (true)
            {
                Socket socket = await listener.AcceptAsync(_stop.Token);
                socket.NoDelay = true;
                Serve(MultiplexerConnection.Connect(socket, _strategies, MultiplexerLimits.Default));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The end.
        }
    }

    private async Task AcceptPipesAsync(string path)
    {
        try
        {
            while (true)
            {
                var pipe = new NamedPipeServerStream(
                    path, PipeDirection.InOut, NamedPipeServerStream.MaxAllowedServerInstances, PipeTransmissionMode.Byte, PipeOptions.Asynchronous);
                await pipe.WaitForConnectionAsync(_stop.Token);
                Serve(MultiplexerConnection.Connect(pipe, _strategies, MultiplexerLimits.Default));
            }
        }
        catch (OperationCanceledException)
        {
            // The end.
        }
    }

    private void Serve(MultiplexerConnection connection)
    {
        lock (_gate)
        {
            _open.Add(connection);
            _serving.Add(Task.Run(() => EchoAsync(connection)));
        }
    }

    private async Task EchoAsync(MultiplexerConnection connection)
    {
        InjectedEffect? injected = HostRules.EffectWithoutErrors(_start.Inject);
        try
        {
            while (await connection.ReadAsync(_stop.Token) is { } message)
            {
                using (message)
                {
                    injected?.Apply();
                    await SendBackAsync(connection, message.Body);
                }

                Interlocked.Increment(ref _messages);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or MultiplexerException or IOException)
        {
            // The client is gone, or this host ends.
        }
        finally
        {
            await connection.DisposeAsync();
            lock (_gate)
            {
                _open.Remove(connection);
                Add(connection.ReadCounters(), _ended);
            }
        }
    }

    private async ValueTask SendBackAsync(MultiplexerConnection connection, ReadOnlySequence<byte> body)
    {
        if (body.IsSingleSegment)
        {
            await connection.SendAsync(body.First, _stop.Token);
            return;
        }

        int length = (int)body.Length;
        byte[] whole = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            body.CopyTo(whole);
            await connection.SendAsync(whole.AsMemory(0, length), _stop.Token);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }
}
