using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace PlayHouse.Repository.Tests;

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
        ["PlayHouse.FastPort"] = ["PlayHouse.Engine"],
        ["PlayHouse.Lab.Model"] = [],
        ["PlayHouse.Lab.Control"] = ["PlayHouse.Lab.Model"],
        ["PlayHouse.Lab.Counters"] = [],
        ["PlayHouse.Lab.Statistics"] = ["PlayHouse.Lab.Model"],
        ["PlayHouse.Lab.Profiling"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Statistics"],
        ["PlayHouse.Lab.Store"] = ["PlayHouse.Lab.Model"],
        ["PlayHouse.Lab.Reporting"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Statistics", "PlayHouse.Lab.Profiling"],
        ["PlayHouse.Lab.Load"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Control", "PlayHouse.Lab.Statistics", "PlayHouse.Engine.Client", "PlayHouse.Sockets"],
        ["PlayHouse.Lab.Target"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Control", "PlayHouse.Lab.Counters", "PlayHouse.Engine", "PlayHouse.Multiplexer", "PlayHouse.FastPort"],
        ["PlayHouse.Lab.Runner"] =
        [
            "PlayHouse.Lab.Model", "PlayHouse.Lab.Control", "PlayHouse.Lab.Counters", "PlayHouse.Lab.Statistics", "PlayHouse.Lab.Profiling",
            "PlayHouse.Lab.Store", "PlayHouse.Lab.Reporting", "PlayHouse.Engine", "PlayHouse.Multiplexer", "PlayHouse.FastPort",
        ],
        ["PlayHouse.Lab.SelfTest"] = ["PlayHouse.Lab.Model", "PlayHouse.Lab.Statistics", "PlayHouse.Lab.Reporting", "PlayHouse.Lab.Runner"],
        ["PlayHouse.Lab.Notebooks"] = ["PlayHouse.Lab.Runner", "PlayHouse.Lab.Reporting"],
        ["PlayHouse.Dashboard"] = ["PlayHouse.Lab.Notebooks", "PlayHouse.Lab.Runner", "PlayHouse.Lab.Reporting"],
        ["PlayHouse.Lab.Cli"] = ["PlayHouse.Lab.SelfTest", "PlayHouse.Lab.Notebooks", "PlayHouse.Lab.Runner", "PlayHouse.Lab.Store", "PlayHouse.Lab.Reporting", "PlayHouse.Lab.Target", "PlayHouse.Lab.Load"],
    };

    [Fact]
    public void References_OfEverySourceProject_PointOneWay()
    {
        string root = Checkout.Root;
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

    // Its folders still need each other; it leaves this list when they no longer do.
    private static readonly string[] WithCircles = ["PlayHouse.Engine"];

    /// <summary>Files that lie directly in a project's folder are its face: every folder may use them, and they may use every folder.</summary>
    [Fact]
    public void Folders_OfEverySourceProject_PointOneWay()
    {
        string root = Checkout.Root;
        string[] projects = [.. new[] { "engine", "lab", "dashboard" }.SelectMany(d => Directory.EnumerateDirectories(Path.Combine(root, d, "src")))];

        Assert.NotEmpty(projects);
        string[] wrong =
        [
            .. from project in projects
               let name = Path.GetFileName(project)
               let circle = CircleOf(Arrows(project, name))
               where WithCircles.Contains(name) != (circle is not null)
               select circle is null ? $"{name} has no circle any more: take it off the list." : $"{name}: {circle}",
        ];
        Assert.True(wrong.Length == 0, string.Join('\n', wrong));
    }

    /// <summary>A connection knows its session by an interface: it can be read, tested and exchanged without sessions, stages and servers.</summary>
    [Theory]
    [InlineData("Sessions")]
    [InlineData("Stages")]
    [InlineData("Hosting")]
    [InlineData("Listening")]
    public void Transport_OfTheEngine_KnowsNothingAbove(string folder)
    {
        Dictionary<string, Dictionary<string, string>> arrows = Arrows(Path.Combine(Checkout.Root, "engine", "src", "PlayHouse.Engine"), "PlayHouse.Engine");

        Assert.Contains(folder, arrows.Keys);
        Assert.False(arrows["Transport"].TryGetValue(folder, out string? file), $"{file} uses {folder}");
    }

    /// <summary>What judges yields facts: a sentence that is stored cannot be told in the words of a later day.</summary>
    [Theory]
    [InlineData("Analyse")]
    [InlineData("Decide")]
    public void Judging_MakesNoSentences(string folder)
    {
        string[] files = Directory.GetFiles(Path.Combine(Checkout.Root, "lab", "src", "PlayHouse.Lab.Runner", folder), "*.cs");

        Assert.NotEmpty(files);
        Assert.All(files, f => Assert.DoesNotContain("PlayHouse.Lab.Reporting", File.ReadAllText(f), StringComparison.Ordinal));
        // A sentence is a text of several words that ends with a full stop.
        Assert.All(files, f => Assert.DoesNotMatch(@"""[^""\n]*[a-z] [^""\n]*\.""", File.ReadAllText(f)));
    }

    private static Dictionary<string, Dictionary<string, string>> Arrows(string project, string name)
    {
        var files = Directory.EnumerateDirectories(project).Where(f => Path.GetFileName(f) is not ("bin" or "obj"))
            .ToDictionary(f => Path.GetFileName(f)!, f => (string[])[.. Directory.EnumerateFiles(f, "*.*", SearchOption.AllDirectories).Where(p => Path.GetExtension(p) is ".cs" or ".razor")], StringComparer.Ordinal);
        HashSet<string> types = [.. files.SelectMany(f => f.Value.Select(p => $"{f.Key}.{Path.GetFileNameWithoutExtension(p)}"))];
        string folders = string.Join('|', files.Keys);
        // Directives that are not needed are errors of the build, so a directive is a use; so is a name that begins with a folder's.
        Regex directive = new($@"^@?using (?:static |\w+ = )?{Regex.Escape(name)}\.({folders})\b", RegexOptions.Multiline);
        Regex qualified = new($@"(?<![.\w""])({folders})\.\w+");
        var arrows = files.Keys.ToDictionary(f => f, _ => new Dictionary<string, string>(StringComparer.Ordinal), StringComparer.Ordinal);
        foreach ((string folder, string file) in files.SelectMany(f => f.Value.Select(p => (f.Key, p))))
        {
            string text = File.ReadAllText(file);
            IEnumerable<Match> uses = directive.Matches(text).Concat(qualified.Matches(text).Where(m => types.Contains(m.Value)));
            foreach (string to in uses.Select(m => m.Groups[1].Value).Where(to => to != folder))
            {
                arrows[folder].TryAdd(to, Path.GetFileName(file));
            }
        }

        return arrows;
    }

    private static string? CircleOf(Dictionary<string, Dictionary<string, string>> arrows)
    {
        foreach (string start in arrows.Keys)
        {
            var cameFrom = new Dictionary<string, string>(StringComparer.Ordinal);
            var open = new Queue<string>([start]);
            while (open.TryDequeue(out string? at))
            {
                foreach (string to in arrows[at].Keys)
                {
                    if (to == start)
                    {
                        return Told(arrows, cameFrom, start, at);
                    }

                    if (cameFrom.TryAdd(to, at))
                    {
                        open.Enqueue(to);
                    }
                }
            }
        }

        return null;
    }

    private static string Told(Dictionary<string, Dictionary<string, string>> arrows, Dictionary<string, string> cameFrom, string start, string last)
    {
        var path = new List<string> { start };
        for (string at = last; at != start; at = cameFrom[at])
        {
            path.Insert(0, at);
        }

        path.Insert(0, start);
        return string.Join(", ", path.Zip(path.Skip(1), (from, to) => $"{from} uses {to} ({arrows[from][to]})"));
    }

    [Fact]
    public void Cli_ReferencesTargetAndLoad_AsProcessesOnly()
    {
        string cli = Path.Combine(Checkout.Root, "lab", "src", "PlayHouse.Lab.Cli", "PlayHouse.Lab.Cli.csproj");

        XElement[] launched = [.. XDocument.Load(cli).Descendants("ProjectReference")
            .Where(r => r.Attribute("Include")!.Value.Contains("Target", StringComparison.Ordinal) || r.Attribute("Include")!.Value.Contains("Load", StringComparison.Ordinal))];

        Assert.Equal(2, launched.Length);
        Assert.All(launched, r => Assert.Equal("false", r.Attribute("ReferenceOutputAssembly")?.Value));
    }
}
