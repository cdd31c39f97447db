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
        ["PlayHouse.Engine"] = ["PlayHouse.Engine.Abstractions", "PlayHouse.Zmq", "PlayHouse.Sockets"],
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

    /// <summary>
    /// A folder is one unit with what lies in it; a seam among the strategies is one of its own, and so is a file in a project's own folder, with
    /// the other parts of its type.
    /// </summary>
    [Fact]
    public void Units_OfEverySourceProject_PointOneWay()
    {
        string root = Checkout.Root;
        string[] projects = [.. new[] { "engine", "lab", "dashboard" }.SelectMany(d => Directory.EnumerateDirectories(Path.Combine(root, d, "src")))];

        Assert.NotEmpty(projects);
        string[] wrong =
        [
            .. from project in projects
               let name = Path.GetFileName(project)
               let circle = CircleOf(Arrows(project, name))
               where circle is not null
               select $"{name}: {circle}",
        ];
        Assert.True(wrong.Length == 0, string.Join('\n', wrong));
    }

    /// <summary>A connection knows its session by an interface: it can be read, tested and exchanged without sessions, stages and servers.</summary>
    [Theory]
    [InlineData("Sessions")]
    [InlineData("Stages")]
    [InlineData("Hosting")]
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
        SourceFile[] files =
        [
            .. from path in Directory.EnumerateFiles(project, "*.*", SearchOption.AllDirectories)
               where Path.GetExtension(path) is ".cs" or ".razor"
               let parts = Path.GetRelativePath(project, path).Split(Path.DirectorySeparatorChar)
               where parts[0] is not ("bin" or "obj")
               select new SourceFile(UnitOf(parts), parts[^1], File.ReadAllText(path)),
        ];
        ILookup<string, string> names = files.SelectMany(f => f.Declared.Select(d => (f.Unit, d))).ToLookup(d => d.Unit, d => d.d);
        Regex directive = new($@"^@?using (?:static |\w+ = )?{Regex.Escape(name)}\.(\w+(?:\.\w+)?)", RegexOptions.Multiline);
        var arrows = files.Select(f => f.Unit).Distinct().ToDictionary(f => f, _ => new Dictionary<string, string>(StringComparer.Ordinal), StringComparer.Ordinal);
        foreach (SourceFile file in files)
        {
            // A directive is a use, be it for a comment, unless the namespace is another project's, too, and no name of the unit is there. The root's
            // needs no directive: the use of a name in code decides.
            IEnumerable<string> seen = directive.Matches(file.Text).Select(m => m.Groups[1].Value).SelectMany(n => new[] { n, n.Split('.')[0] })
                .Where(u => arrows.ContainsKey(u) && names[u].Any(file.Words.Contains))
                .Concat(arrows.Keys.Where(IsFile).Where(u => names[u].Any(file.CodeWords.Contains)));
            IEnumerable<string> written = file.Qualified.Where(q => names[q.Folder].Contains(q.Name)).Select(q => q.Folder);
            foreach (string to in seen.Concat(written).Where(u => u != file.Unit))
            {
                arrows[file.Unit].TryAdd(to, file.Name);
            }
        }

        return arrows;
    }

    private static string UnitOf(string[] parts) => parts switch
    {
        [string file] => file.Split('.')[0] + ".cs",
        ["Strategies", string seam, _, ..] => $"Strategies.{seam}",
        _ => parts[0],
    };

    private static bool IsFile(string unit) => unit.EndsWith(".cs", StringComparison.Ordinal);

    private sealed record SourceFile(string Unit, string Name, string Text)
    {
        private static readonly Regex Comments = new(@"(?<![:/])//.*|""(?:\\.|[^""\\\n])*""");
        private static readonly Regex Declarations = new(
            @"^(?:(?:public|internal|static|sealed|abstract|partial|readonly|ref|unsafe)\s+)*(?:class|struct|interface|enum|record(?:\s+(?:struct|class))?|delegate\s+\S+)\s+(\w+)|static\s+[^\n=;(]*?(\w+)(?:<[^>\n]*>)?\(\s*this ",
            RegexOptions.Multiline);

        private static readonly Regex Directives = new(@"^(?:@?using|@?namespace) .*$", RegexOptions.Multiline);

        private readonly string _code = Comments.Replace(Text, "");

        public IEnumerable<string> Declared => Name.EndsWith(".razor", StringComparison.Ordinal)
            ? [Path.GetFileNameWithoutExtension(Name)]
            : Declarations.Matches(_code).Select(m => m.Groups[1].Success ? m.Groups[1].Value : m.Groups[2].Value);

        /// <summary>Words of the file, but for those that a namespace or directive is made of.</summary>
        public HashSet<string> Words => field ??= WordsOf(Text);

        /// <summary>The same without comments and texts.</summary>
        public HashSet<string> CodeWords => field ??= WordsOf(_code);

        /// <summary>Names that are written out, perhaps with their folder.</summary>
        public IEnumerable<(string Folder, string Name)> Qualified =>
            Regex.Matches(_code, @"(?<![.\w])([A-Z]\w+)\.([A-Z]\w+)").Select(m => (m.Groups[1].Value, m.Groups[2].Value));

        private static HashSet<string> WordsOf(string text) => [.. Regex.Matches(Directives.Replace(text, ""), @"(?<!\w)[A-Za-z]\w*").Select(m => m.Value)];
    }

    private static string? CircleOf(Dictionary<string, Dictionary<string, string>> arrows)
    {
        foreach (string start in arrows.Keys.Where(k => !IsFile(k)))
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
