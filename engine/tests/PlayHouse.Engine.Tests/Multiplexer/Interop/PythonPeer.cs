using System.ComponentModel;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Tests.Interop;

/// <summary>The peer in another language, as a process of its own, and a connection to it.</summary>
internal sealed class PythonPeer : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Task<string> _errors;

    private PythonPeer(Process process, MultiplexerConnection connection)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
        Connection = connection;
    }

    public MultiplexerConnection Connection { get; }

    public static async Task<PythonPeer> StartAsync(string transport, StrategySelection strategies, int seed)
    {
        if (transport == "pipe")
        {
            Process piped = Start(["pipe", $"{seed}"]);
            return new PythonPeer(piped, MultiplexerConnection.Connect(
                piped.StandardOutput.BaseStream, piped.StandardInput.BaseStream, strategies, MultiplexerLimits.Default));
        }

        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Process process = Start(["tcp", $"{((IPEndPoint)listener.LocalEndPoint!).Port}", $"{seed}"]);
        using CancellationTokenSource deadline = new(Wait.Deadline);
        return new PythonPeer(process, MultiplexerConnection.Connect(await listener.AcceptAsync(deadline.Token), strategies, MultiplexerLimits.Default));
    }

    /// <summary>Exit code and what it said.</summary>
    public async Task<(int Code, string Said)> EndAsync()
    {
        using CancellationTokenSource deadline = new(Wait.Deadline);
        await _process.WaitForExitAsync(deadline.Token);
        return (_process.ExitCode, (await _errors).Trim());
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        await _process.WaitForExitAsync();
        await _errors;
        await Connection.DisposeAsync();
        _process.Dispose();
    }

    private static Process Start(string[] arguments)
    {
        string script = Path.Combine(AppContext.BaseDirectory, "Multiplexer", "interop", "mux_peer.py");
        ProcessStartInfo start = new("python3", [script, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception)
        {
            Assert.Fail("python3 is needed for this test: apt-get install python3");
            throw;
        }
    }
}
