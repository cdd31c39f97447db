using System.Diagnostics;
using System.Runtime.InteropServices;

namespace PlayHouse.Engine.Mesh.Tests.Fixtures;

/// <summary>A server of the mesh in another process, which can be stopped, continued and killed.</summary>
internal sealed class PeerProcess : IDisposable
{
    private const int SIGCONT = 18;
    private const int SIGSTOP = 19;

    private readonly Process _process;

    private PeerProcess(Process process, string id, string firstLine)
    {
        _process = process;
        Id = id;
        FirstLine = firstLine;
    }

    public string Id { get; }

    /// <summary>What the process printed first.</summary>
    public string FirstLine { get; }

    public string Address => FirstLine["ready ".Length..];

    public ServerEntry Entry => new(Id, Address);

    /// <summary>Starts the process and waits until it listens.</summary>
    public static async Task<PeerProcess> StartAsync(string id, string peers, string bind = "tcp://127.0.0.1:0", int silenceMs = 30_000, params (string Name, string Value)[] environment)
    {
        ProcessStartInfo start = new(ChildProcess.DotnetPath()) { RedirectStandardInput = true, RedirectStandardOutput = true, UseShellExecute = false };
        string[] args = ["exec", Path.Combine(AppContext.BaseDirectory, "PlayHouse.Engine.MeshPeer.dll"), id, bind, peers, silenceMs.ToString(System.Globalization.CultureInfo.InvariantCulture)];
        Array.ForEach(args, start.ArgumentList.Add);
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        Process process = Process.Start(start)!;
        using CancellationTokenSource deadline = new(MeshNode.Deadline);
        string? line = await process.StandardOutput.ReadLineAsync(deadline.Token);
        return new PeerProcess(process, id, line ?? "nothing");
    }

    public static string PeersOf(MeshNode node) => $"{node.Mesh.ServerId}={node.Mesh.Address}";

    /// <summary>Stops it; nothing of it runs any more when this returns.</summary>
    public void Stop()
    {
        Signal(SIGSTOP);
        // A thread that is on a processor stops a little after the signal is sent.
        Assert.True(SpinWait.SpinUntil(() => Directory.EnumerateDirectories($"/proc/{_process.Id}/task").All(IsStopped), MeshNode.Deadline), "the process did not stop");
    }

    public void Continue() => Signal(SIGCONT);

    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    /// <summary>Closes its input and waits for its exit code.</summary>
    public async Task<int> QuitAsync()
    {
        _process.StandardInput.Close();
        using CancellationTokenSource deadline = new(MeshNode.Deadline);
        await _process.WaitForExitAsync(deadline.Token);
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            Kill();
        }

        _process.Dispose();
    }

    // Its name, in parentheses, may hold anything; the state stands behind it.
    private static bool IsStopped(string thread)
    {
        string stat = File.ReadAllText(Path.Combine(thread, "stat"));
        return stat[stat.LastIndexOf(')') + 2] is 'T' or 't';
    }

    private void Signal(int signal) => Assert.Equal(0, Kill(_process.Id, signal));

    [DllImport("libc", EntryPoint = "kill")]
    private static extern int Kill(int process, int signal);
}
