using System.Text.Json.Nodes;
using Net.Zmq;
using PlayHouse.Lab.Notebooks.Kernel;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>The kernel inside this process, where it is known what waits when it begins and how patient it is.</summary>
#pragma warning disable CA1001 // DisposeAsync does it.
public sealed class KernelHostTests : IAsyncLifetime
{
    private readonly Context _context = new();
    private SampleLab _lab = null!;
    private KernelHost _kernel = null!;
    private KernelClient _client = null!;
    private Thread _thread = null!;

    public async Task InitializeAsync()
    {
        _lab = await SampleLab.OpenAsync();
        KernelConnection connection = KernelAddresses.InProcess();
        _kernel = new KernelHost(connection, _lab.Api, _lab.Folder, _context, TimeSpan.FromMilliseconds(100));
        _client = new KernelClient(connection, _context);
        _thread = new Thread(() => _kernel.Run(CancellationToken.None));
    }

    public async Task DisposeAsync()
    {
        _client.Send("shutdown_request", onControl: true);
        _thread.Join();
        _client.Dispose();
        _kernel.Dispose();
        await _lab.DisposeAsync();
    }

    [Fact]
    public void Execute_QueuedBehindACellThatFails_IsAborted()
    {
        string[] cells = [_client.SendCell("throw new Exception();"), _client.SendCell("1"), _client.SendCell("2")];
        string info = _client.Send("kernel_info_request");
        _thread.Start();

        Heard[] replies = [.. cells.Select(c => _client.Reply(c))];
        Assert.Equal(["error", "aborted", "aborted"], replies.Select(r => r.Status));
        // A page writes the number next to the cell, and a cell that did not run has none.
        Assert.Equal([true, false, false], replies.Select(r => r.Content.ContainsKey("execution_count")));
        Assert.Equal("ok", _client.Reply(info).Status);
        // Both are sent before the first answer is read: a client that asks not to stop is served although one failed.
        string failing = _client.SendCell("throw new Exception();", new JsonObject { ["stop_on_error"] = false }), next = _client.SendCell("3");
        Assert.Equal(["error", "ok"], new[] { failing, next }.Select(c => _client.Reply(c).Status));
    }

    [Fact]
    public void Execute_WhileACellIgnoresItsInterrupt_IsRefusedUntilThatHasEnded()
    {
        string goOn = Path.Combine(_lab.Folder, "go-on");
        _thread.Start();
        _client.Join();
        string deaf = _client.SendCell($"Console.Write(\"deaf\");\nwhile (!File.Exists(@\"{goOn}\")) Thread.Sleep(10);");
        _client.WaitFor(h => h.Parent == deaf && h.Type == "stream");

        _client.Ask("interrupt_request", onControl: true);

        Assert.Contains("restart the kernel", (string)_client.Reply(deaf).Content["evalue"]!, StringComparison.Ordinal);
        Heard refused = _client.Reply(_client.SendCell("1"));
        Assert.Equal((CellExecutor.StillRunning, "error"), ((string?)refused.Content["ename"], refused.Status));
        File.WriteAllText(goOn, "");
        Heard answer = refused;
        for (DateTime deadline = DateTime.UtcNow.AddSeconds(120); answer.Status != "ok" && DateTime.UtcNow < deadline;)
        {
            answer = _client.Reply(_client.SendCell("1"));
        }

        Assert.Equal("ok", answer.Status);
    }
}
