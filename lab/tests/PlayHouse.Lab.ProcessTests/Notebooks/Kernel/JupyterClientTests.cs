using System.Diagnostics;
using System.Text.Json.Nodes;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>The kernel under Jupyter's own client library, which starts, interrupts, restarts and ends it.</summary>
[Trait("Run", "selftest-jupyter")]
public sealed class JupyterClientTests(ITestOutputHelper output)
{
    [NbconvertFact]
    public async Task Kernel_UnderJupytersClient_DoesWhatThatAsks()
    {
        using JupyterHome home = await JupyterHome.CreateAsync();
        using Process process = home.Start(Python(), Path.Combine(AppContext.BaseDirectory, "Kernel", "client.py"));
        Dictionary<string, JsonNode> said = (await JupyterHome.EndAsync(process)).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(l => JsonNode.Parse(l)!).ToDictionary(l => (string)l["what"]!);

        Assert.Equal(("5.3", "C#"), ((string)said["info"]["protocol"]!, (string)said["info"]["language"]!));
        Assert.Equal(("ok", 1), ((string)said["state"]["status"]!, (int)said["state"]["count"]!));
        Assert.Equal(("ok", 2, "42\n", "[\"42\"]"), ((string)said["value"]["status"]!, (int)said["value"]["count"]!, (string)said["value"]["text"]!, Json(said["value"]["shown"])));
        Assert.Equal(("error", "InvalidOperationException"), ((string)said["error"]["status"]!, (string)said["error"]["error"]!));
        Assert.Contains("Verdicts", said["complete"]["matches"]!.AsArray().Select(m => (string)m!));
        Assert.Contains("Verdicts(params string[] experiments)", (string)said["inspect"]["text"]!, StringComparison.Ordinal);
        Assert.Equal(("complete", "incomplete"), ((string)said["whole"]["status"]!, (string)said["open"]["status"]!));
        Assert.Equal("int n = 41;", (string)said["history"]["cells"]![0]!);
        Assert.All(["second", "first", "same"], who => Assert.Equal("[\"42\"]", Json(said[who]["shown"])));
        Assert.Equal("error", (string)said["interrupt"]["status"]!);
        Assert.Equal("[\"42\"]", Json(said["after"]["shown"]));
        Assert.Equal(("error", 1), ((string)said["restarted"]["status"]!, (int)said["restarted"]["count"]!));
        Assert.Equal("[\"True\"]", Json(said["asked"]["shown"]));
        Assert.False((bool)said["gone"]["alive"]!);
        output.WriteLine($"A waiting cell ended {said["interrupt"]["seconds"]} s after its interrupt.");
    }

    // The one that Jupyter itself runs on: a machine may have several.
    private static string Python()
    {
        string named = File.ReadLines(NbconvertTests.Program!).First()[2..].Trim().Split(' ')[^1];
        return Path.IsPathRooted(named) ? named : JupyterHome.Find(named)!;
    }

    private static string Json(JsonNode? node) => node!.ToJsonString();
}
