using System.IO.Compression;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace PlayHouse.Samples.Tests;

/// <summary>The page of a first game is followed: packages by the command, projects from the blocks of the page, a server and two clients as processes.</summary>
public sealed partial class FirstGameTests(PackedEngine packed) : IClassFixture<PackedEngine>
{
    private const string Engine = "PlayHouse.Engine", Abstractions = "PlayHouse.Engine.Abstractions", Loop = "PlayHouse.Sockets", Binding = "PlayHouse.Zmq";
    private static readonly Guid EmbeddedSource = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");

    [Fact]
    public async Task Page_Followed_IsARoomWithTwoClients()
    {
        string page = await File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "Samples", "first-game.md"));
        string game = Path.Combine(packed.Folder, "first-game");
        await BuildAsync(page, game);

        await using SampleProcess server = SampleProcess.Start(Program(game, "Server"), ["--PlayServer:TcpEndPoint", "127.0.0.1:0"]);
        string port = (await server.LineAsync(Block(page, "The server says", "text").Split(':')[0])).Split(':')[^1];
        string[] names = [.. Clients().Matches(page).Select(m => m.Groups[1].Value).Distinct()];
        Assert.Equal(2, names.Length);
        string[][] expected = [.. names.Select(n => Block(page, $"The terminal of {n}:", "text").TrimEnd().Split('\n'))];
        await using SampleProcess first = SampleProcess.Start(Program(game, "Client"), [names[0], port]);
        await first.LineAsync(expected[0][0]);
        await using SampleProcess second = SampleProcess.Start(Program(game, "Client"), [names[1], port]);
        await second.LineAsync(expected[1][0]);
        SampleProcess[] clients = [first, second];
        foreach (Match typed in Typed().Matches(page))
        {
            await clients[Array.IndexOf(names, typed.Groups[2].Value)].Input.WriteLineAsync(typed.Groups[1].Value);
        }

        await Task.WhenAll(clients.SelectMany((c, i) => expected[i].Select(c.LineAsync)));
        for (int i = 0; i < clients.Length; i++)
        {
            await clients[i].Input.WriteLineAsync();
            Assert.Equal(0, await clients[i].ExitAsync());
            Assert.Equal(expected[i], clients[i].AllOutput.Split('\n'));
        }

        server.Signal("TERM");
        Assert.Equal(0, await server.ExitAsync());
    }

    [Theory]
    [InlineData(Abstractions)]
    [InlineData(Engine)]
    [InlineData("PlayHouse.Engine.Client")]
    [InlineData("PlayHouse.Multiplexer")]
    public void Package_HoldsWhatAGameNeeds_AndNothingOfThisMachine(string id)
    {
        using ZipArchive package = ZipFile.OpenRead(Path.Combine(packed.Packages, $"{id}.{packed.Version}.nupkg"));
        XElement about = XDocument.Load(package.GetEntry($"{id}.nuspec")!.Open()).Root!.Elements().Single();
        XElement[] Of(string name) => [.. about.Descendants().Where(e => e.Name.LocalName == name)];
        string[] assemblies = id == Engine ? [Engine, Loop, Binding] : [id];

        Assert.Equal(id == Abstractions ? ["Google.Protobuf"] : ["Google.Protobuf", Abstractions], Of("dependency").Select(d => (string)d.Attribute("id")!).Order(StringComparer.Ordinal));
        Assert.Equal("net10.0", (string?)Assert.Single(Of("group"), g => g.Parent!.Name.LocalName == "dependencies").Attribute("targetFramework"));
        Assert.Equal(id == Engine ? ["Microsoft.AspNetCore.App"] : [], Of("frameworkReference").Select(f => (string)f.Attribute("name")!));
        Assert.All(["readme", "license", "description"], name => Assert.NotEmpty(Assert.Single(Of(name)).Value));
        Assert.NotNull(package.GetEntry(Assert.Single(Of("readme")).Value));
        Assert.Equal(
            [.. assemblies.SelectMany(a => (string[])[$"lib/net10.0/{a}.dll", $"lib/net10.0/{a}.pdb"]).Append($"lib/net10.0/{id}.xml").Order(StringComparer.Ordinal)],
            package.Entries.Select(e => e.FullName).Where(n => n.StartsWith("lib/", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
        foreach (string assembly in assemblies)
        {
            byte[] code = Bytes(package, $"lib/net10.0/{assembly}.dll"), symbols = Bytes(package, $"lib/net10.0/{assembly}.pdb");
            CheckAssembly(assembly, code);
            CheckSymbols(symbols);
            Assert.All([code, symbols], bytes => Assert.All([Encoding.UTF8, Encoding.Unicode], e => Assert.Equal(-1, bytes.AsSpan().IndexOf(e.GetBytes(PackedEngine.Root)))));
        }

        using ZipArchive server = ZipFile.OpenRead(Path.Combine(packed.Packages, $"{id}.{packed.Version}.snupkg"));
        Assert.All(assemblies, a => Assert.NotNull(server.GetEntry($"lib/net10.0/{a}.pdb")));
    }

    private static void CheckAssembly(string name, byte[] code)
    {
        using PEReader image = new(new MemoryStream(code));
        Assert.Equal((Machine.I386, true), (image.PEHeaders.CoffHeader.Machine, image.PEHeaders.CorHeader!.Flags.HasFlag(CorFlags.ILOnly)));
        MetadataReader reader = image.GetMetadataReader();
        string[] open = [.. reader.TypeDefinitions.Select(reader.GetTypeDefinition).Where(t => (t.Attributes & TypeAttributes.VisibilityMask) == TypeAttributes.Public).Select(t => reader.GetString(t.Namespace)).Distinct()];
        Assert.Equal(name == Binding, open.Length == 0);
        Assert.All(open, o => Assert.StartsWith("PlayHouse.", o, StringComparison.Ordinal));
    }

    private static void CheckSymbols(byte[] symbols)
    {
        using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(symbols));
        MetadataReader reader = provider.GetMetadataReader();
        Assert.NotEmpty(reader.Documents);
        Assert.All(reader.Documents, d =>
        {
            Assert.StartsWith("/_", reader.GetString(reader.GetDocument(d).Name), StringComparison.Ordinal);
            Assert.Contains(reader.GetCustomDebugInformation(d), i => reader.GetGuid(reader.GetCustomDebugInformation(i).Kind) == EmbeddedSource);
        });
    }

    // What the commands of the page make, as one solution: one restore and one build in place of six.
    private async Task BuildAsync(string page, string game)
    {
        Directory.CreateDirectory(game);
        await File.WriteAllTextAsync(Path.Combine(game, "nuget.config"), Block(page, "`nuget.config`", "xml"));
        string[] projects = [.. NewProjects().Matches(page).Select(m => m.Groups[1].Value)];
        Assert.Equal(["Server", "Client"], projects);
        foreach (string project in projects)
        {
            string package = Assert.Single(AddedPackages().Matches(page), m => m.Groups[1].Value == project).Groups[2].Value;
            Directory.CreateDirectory(Path.Combine(game, project));
            await File.WriteAllTextAsync(Path.Combine(game, project, $"{project}.csproj"), $"""
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup>
                    <OutputType>Exe</OutputType>
                    <TargetFramework>net10.0</TargetFramework>
                    <ImplicitUsings>enable</ImplicitUsings>
                    <Nullable>enable</Nullable>
                  </PropertyGroup>
                  <ItemGroup>
                    <PackageReference Include="{package}" Version="{packed.Version}" />
                  </ItemGroup>
                </Project>
                """);
            await File.WriteAllTextAsync(Path.Combine(game, project, "Program.cs"), Block(page, $"`{project}/Program.cs`", "csharp"));
        }

        string solution = Path.Combine(game, "game.slnx");
        await File.WriteAllTextAsync(solution, $"<Solution>{string.Concat(projects.Select(p => $"<Project Path=\"{p}/{p}.csproj\" />"))}</Solution>");
        // What other builds of this machine restore is read and not touched; a warning would be one that a reader meets.
        string restored = Environment.GetEnvironmentVariable("NUGET_PACKAGES") ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        await using SampleProcess build = SampleProcess.Start("dotnet",
        [
            "build", solution, "-nologo", "-v", "quiet", "-warnaserror", "-nodeReuse:false", "-p:UseSharedCompilation=false", "-p:NuGetAudit=false",
            $"-p:RestorePackagesPath={Path.Combine(packed.Folder, "restored")}", $"-p:RestoreFallbackFolders={restored}",
        ]);
        Assert.True(await build.ExitAsync(PackedEngine.BuildMax) == 0, build.AllOutput);
    }

    private static string Program(string game, string project) => Path.Combine(game, project, "bin", "Debug", "net10.0", project);

    // The first block in a language after some words of the page.
    private static string Block(string page, string after, string language)
    {
        int from = page.IndexOf($"```{language}\n", page.IndexOf(after, StringComparison.Ordinal), StringComparison.Ordinal) + language.Length + 4;
        return page[from..page.IndexOf("```", from, StringComparison.Ordinal)];
    }

    private static byte[] Bytes(ZipArchive package, string name)
    {
        using Stream entry = package.GetEntry(name)!.Open();
        using MemoryStream bytes = new();
        entry.CopyTo(bytes);
        return bytes.ToArray();
    }

    [GeneratedRegex(@"^dotnet new console -o (\w+)$", RegexOptions.Multiline)]
    private static partial Regex NewProjects();

    [GeneratedRegex(@"^dotnet add (\w+) package (\S+)$", RegexOptions.Multiline)]
    private static partial Regex AddedPackages();

    [GeneratedRegex(@"dotnet run --project Client (\w+)")]
    private static partial Regex Clients();

    [GeneratedRegex(@"Type `([^`]+)` in the terminal of (\w+)\.")]
    private static partial Regex Typed();
}
