using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>How a kernel process begins and ends, and what it does not answer.</summary>
public sealed class KernelLifeTests
{
    [Fact]
    public async Task Kernel_AskedInWrongForms_AnswersNoneOfThem_AndEndsWhenAsked()
    {
        using KernelProcess kernel = new();
        using KernelClient client = new(kernel.Connection);
        client.Join();

        client.SendForged("shutdown_request");
        client.SendForged("kernel_info_request");
        client.SendRaw("<IDS|MSG>", "", "{}", "{}");
        client.SendRaw("nothing of it");
        // The client refuses any answer but the one to its own request.
        Assert.Equal("kernel_info_reply", client.Ask("kernel_info_request").Type);

        string id = client.Send("shutdown_request", new JsonObject { ["restart"] = true }, onControl: true);
        Heard reply = client.Reply(id, onControl: true);
        Heard told = client.WaitFor(h => h.Parent == id && h.Type == "shutdown_reply");
        (int exitCode, string error) = await kernel.EndAsync();

        Assert.All([reply, told], h => Assert.Equal(("shutdown_reply", "ok", true), (h.Type, h.Status, (bool)h.Content["restart"]!)));
        Assert.Equal(0, exitCode);
        Assert.Contains("4 messages to the kernel were malformed", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Kernel_WhoseJupyterHasDied_Ends()
    {
        using KernelProcess kernel = KernelProcess.Orphan();

        Assert.Equal((0, ""), await kernel.EndAsync());
    }
}
