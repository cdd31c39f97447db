using System.Diagnostics;
using System.Globalization;
using Net.Zmq;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Cells;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>
/// The Jupyter kernel of the lab (messaging protocol 5.3): the same cells as everywhere, asked for by any number of clients. One in a
/// process. It owns three threads, for requests, for interrupt and shutdown, and for pings, and ends when all three have.
/// </summary>
public sealed class KernelHost : IDisposable
{
    /// <summary>Variable in which Jupyter names its process: a kernel whose Jupyter has died ends.</summary>
    public const string ParentVariable = "JPY_PARENT_PID";

    private readonly Context _context;
    private readonly DropCount _dropped = new();
    private readonly ManualResetEvent _stop = new(initialState: false);
    private readonly Publisher _publisher;
    private readonly CellExecutor _executor;
    private readonly List<IDisposable> _sockets = [];
    private readonly List<(string Name, Action Run)> _loops = [];
    private Exception? _failure;

    /// <summary>Binds every socket; nothing is answered yet.</summary>
    /// <param name="connection">Where.</param>
    /// <param name="lab">The lab that cells use.</param>
    /// <param name="folder">Folder that relative paths of cells start from.</param>
    /// <exception cref="Runner.LabInputException">An address is taken.</exception>
    public KernelHost(KernelConnection connection, LabApi lab, string folder)
        : this(connection, lab, folder, new Context(), KernelLimits.InterruptPatience)
    {
    }

    internal KernelHost(KernelConnection connection, LabApi lab, string folder, Context context, TimeSpan patience)
    {
        ArgumentNullException.ThrowIfNull(connection);
        _context = context;
        WireCodec codec = new(connection.Key);
        try
        {
            _publisher = Own(new Publisher(context, connection.IoPub, codec, KernelLimits.SlowReaderWait));
            KernelChannel shell = Own(new KernelChannel(context, connection.Shell, codec, _dropped));
            KernelChannel control = Own(new KernelChannel(context, connection.Control, codec, _dropped));
            // Bound because clients connect to it; nothing is ever asked for or read.
            Own(KernelSockets.Bind(context, SocketType.Router, connection.Stdin, KernelLimits.PingBytesMax));
            HeartbeatLoop heartbeat = Own(new HeartbeatLoop(context, connection.Heartbeat, IsWanted, Stop));
            CellSession session = new(lab, folder);
            _executor = new CellExecutor(session, lab, _publisher, _stop, patience);
            _loops.Add(("kernel-shell", new ShellLoop(shell, _publisher, _executor, session, Stop, _dropped).Run));
            _loops.Add(("kernel-control", new ControlLoop(control, _publisher, _executor, Stop, _dropped).Run));
            _loops.Add(("kernel-heartbeat", heartbeat.Run));
        }
        catch
        {
            Close();
            throw;
        }
    }

    /// <summary>Messages that were malformed, wrongly signed or of no known type.</summary>
    public int DroppedCount => _dropped.Count;

    /// <summary>Answers until a client asks for the end, Jupyter is gone, or the token is cancelled. Console input reads as ended.</summary>
    public void Run(CancellationToken cancellation)
    {
        Console.SetIn(TextReader.Null);
        using CancellationTokenRegistration cancelled = cancellation.Register(Stop);
        Thread[] threads = [.. _loops.Select(l => new Thread(() => Guard(l.Run)) { Name = l.Name, IsBackground = true })];
        _publisher.Publish("status", null, new() { ["execution_state"] = "starting" });
        Array.ForEach(threads, t => t.Start());
        _stop.WaitOne();
        _executor.Interrupt();
        _context.Shutdown();
        Array.ForEach(threads, t => t.Join());
        if (_failure is not null)
        {
            throw new InvalidOperationException($"The kernel ended: {_failure.Message}", _failure);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _executor.Dispose();
        Close();
        _stop.Dispose();
    }

    private T Own<T>(T socket)
        where T : IDisposable
    {
        _sockets.Add(socket);
        return socket;
    }

    private void Close()
    {
        _sockets.ForEach(s => s.Dispose());
        _context.Dispose();
    }

    private void Stop() => _stop.Set();

    private void Guard(Action loop)
    {
        try
        {
            loop();
        }
        catch (ZmqException e) when (e.ErrorNumber == KernelSockets.Ended)
        {
            // Every loop ends like this once the context is shut down.
        }
        catch (Exception e)
        {
            _failure ??= e;
            Stop();
        }
    }

    private static bool IsWanted()
    {
        if (!int.TryParse(Environment.GetEnvironmentVariable(ParentVariable), NumberStyles.None, CultureInfo.InvariantCulture, out int parent) || parent <= 1)
        {
            return true;
        }

        try
        {
            using Process process = Process.GetProcessById(parent);
            return !process.HasExited;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }
}
