using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using PlayHouse.Lab.Notebooks.Tests.Jupyter;

namespace PlayHouse.Lab.Notebooks.Tests.Pages;

/// <summary>The server of the classic notebook page, for this machine only; it and its kernels end with the test.</summary>
internal sealed partial class NotebookServer : IDisposable
{
    private const string Program = "jupyter-notebook";
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);
    private readonly string _token = Guid.NewGuid().ToString("N");
    private readonly ConcurrentQueue<string> _said = new();
    private readonly TaskCompletionSource<string> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Process _process;

    private NotebookServer(JupyterHome home)
    {
        string[] options =
        [
            "--no-browser", "--allow-root", "--ip=127.0.0.1", $"--port={FreePort()}", $"--NotebookApp.token={_token}", $"--notebook-dir={home.Folder}",
        ];
        _process = home.Start(JupyterHome.Find(Program)!, options);
        _process.ErrorDataReceived += (_, line) => Hear(line.Data);
        _process.OutputDataReceived += (_, line) => Hear(line.Data);
        _process.BeginErrorReadLine();
        _process.BeginOutputReadLine();
    }

    /// <summary>What a machine lacks for it; null when it can be started.</summary>
    public static string? Missing => JupyterHome.Find(Program) is null ? "jupyter-notebook is not installed: ./plab setup notebooks" : null;

    /// <summary>Everything the server and its kernels said.</summary>
    public string Said => string.Join('\n', _said);

    /// <summary>Starts one and waits until it listens.</summary>
    public static async Task<NotebookServer> StartAsync(JupyterHome home)
    {
        NotebookServer server = new(home);
        try
        {
            await server._address.Task.WaitAsync(Deadline);
            return server;
        }
        catch (TimeoutException)
        {
            server.Dispose();
            throw new TimeoutException($"The server did not say that it listens:\n{server.Said}");
        }
    }

    /// <summary>The page of a notebook in the server's folder, with the right to open it.</summary>
    public async Task<string> LinkAsync(string file) => $"{await _address.Task}notebooks/{file}?token={_token}";

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
    }

    // The port that was free may be taken by now: then the server takes another one and says which.
    private void Hear(string? line)
    {
        if (line is null)
        {
            return;
        }

        _said.Enqueue(line);
        if (Address().Match(line) is { Success: true } found)
        {
            _address.TrySetResult(found.Value);
        }
    }

    private static int FreePort()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    [GeneratedRegex("http://127\\.0\\.0\\.1:[0-9]+/", RegexOptions.CultureInvariant)]
    private static partial Regex Address();
}
