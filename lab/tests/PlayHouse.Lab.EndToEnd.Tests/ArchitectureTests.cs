using System.Xml.Linq;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Dependencies point one way; the project files say so.</summary>
public sealed class ArchitectureTests
{
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["PlayHouse.Engine.Abstractions"] = [],
        ["PlayHouse.Zmq"] = [],
        ["PlayHouse.Sockets"] = [],
        ["PlayHouse.Engine"] = ["PlayHouse.Engine.Abstractions", "PlayHouse.Zmq"],
        ["PlayHouse.Multiplexer"] = ["PlayHouse.Engine.Abstractions"],
        ["PlayHouse.Engine.Client"] = ["PlayHouse.Engine.Abstractions"],
        ["PlayHouse.FastPort"] = ["PlayHouse.Engine.Abstractions"],
        ["PlayHouse.Lab.Model"] = [],
        ["PlayHouse.Lab.Control"] = ["PlayHouse.Lab.Model"],
        ["PlayHouse.Lab.Counters"] = [],
        ["PlayHouse.Lab.Statistics"] = ["PlayHouse.Lab.Model"],
        ["PlayHouse.Lab.Profiling"] = ["PlayHouse.Lab.Model"],
        ["PlayHouse.Lab.Store"] = ["PlayHouse.Lab.Model"],
        ["PlayHouse.Lab.Reporting"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Profiling"],
        ["PlayHouse.Lab.Load"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Control", "PlayHouse.Lab.Statistics", "PlayHouse.Engine.Client", "PlayHouse.Sockets"],
        ["PlayHouse.Lab.Target"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Control", "PlayHouse.Lab.Counters", "PlayHouse.Engine", "PlayHouse.Multiplexer", "PlayHouse.FastPort"],
        ["PlayHouse.Lab.Runner"] =
        [
            "PlayHouse.Lab.Model", "PlayHouse.Lab.Control", "PlayHouse.Lab.Counters", "PlayHouse.Lab.Statistics", "PlayHouse.Lab.Profiling",
            "PlayHouse.Lab.Store", "PlayHouse.Lab.Reporting", "PlayHouse.Engine", "PlayHouse.Multiplexer", "PlayHouse.FastPort",
        ],
        ["PlayHouse.Lab.SelfTest"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Statistics", "PlayHouse.Lab.Reporting", "PlayHouse.Lab.Runner"],
        ["PlayHouse.Lab.Notebooks"] = ["PlayHouse.Lab.Runner", "PlayHouse.Lab.Reporting", "PlayHouse.Zmq"],
        ["PlayHouse.Dashboard"] = ["PlayHouse.Lab.Notebooks", "PlayHouse.Lab.Runner", "PlayHouse.Lab.Reporting"],
        ["PlayHouse.Lab.Cli"] = ["PlayHouse.Lab.SelfTest", "PlayHouse.Lab.Notebooks", "PlayHouse.Lab.Runner", "PlayHouse.Lab.Store", "PlayHouse.Lab.Reporting", "PlayHouse.Lab.Target", "PlayHouse.Lab.Load"],
    };

    [Fact]
    public void References_OfEverySourceProject_PointOneWay()
    {
        string root = TempLab.RepositoryRoot();
        string[] projects = [.. new[] { "engine", "lab", "dashboard" }.SelectMany(d => Directory.EnumerateFiles(Path.Combine(root, d, "src"), "*.csproj", SearchOption.AllDirectories))];

        Assert.NotEmpty(projects);
        foreach (string project in projects)
        {
            string name = Path.GetFileNameWithoutExtension(project);
            Assert.True(Allowed.ContainsKey(name), $"{name} is not on the list of this test: say what it may reference.");
            foreach (XElement reference in XDocument.Load(project).Descendants("ProjectReference"))
            {
                string referenced = Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value.Replace('\\', '/'));
                Assert.True(Allowed[name].Contains(referenced), $"{name} must not reference {referenced}.");
            }
        }
    }

    [Fact]
    public void Cli_ReferencesTargetAndLoad_AsProcessesOnly()
    {
        string cli = Path.Combine(TempLab.RepositoryRoot(), "lab", "src", "PlayHouse.Lab.Cli", "PlayHouse.Lab.Cli.csproj");

        XElement[] launched = [.. XDocument.Load(cli).Descendants("ProjectReference")
            .Where(r => r.Attribute("Include")!.Value.Contains("Target", StringComparison.Ordinal) || r.Attribute("Include")!.Value.Contains("Load", StringComparison.Ordinal))];

        Assert.Equal(2, launched.Length);
        Assert.All(launched, r => Assert.Equal("false", r.Attribute("ReferenceOutputAssembly")?.Value));
    }
}
