using System.CommandLine;
using System.Security;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using PlayHouse.Lab.Cli.Packages;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab pack-engine</c>: the engine's libraries as packages for games.</summary>
internal sealed partial class PackEngineCommand : ICommandSource
{
    /// <summary>Name and version of the JSON that says what was made.</summary>
    public const string Schema = "playhouse-lab/pack-engine/1";

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab pack-engine", "into artifacts/packages; docs/guide/first-game.md uses them"),
        ("plab pack-engine --package-version 0.1.1-local.2", "after a change of the engine: NuGet takes a version it has seen from its cache"),
    ];

    public Command Create(CommandContext context)
    {
        Option<string?> folder = new("--out") { Description = "Folder for the packages (default artifacts/packages)", HelpName = "FOLDER" };
        Option<string?> version = new("--package-version") { Description = "Version of the packages in place of the checkout's", HelpName = "VERSION" };
        version.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && !VersionPattern().IsMatch(result.Tokens[0].Value))
            {
                result.AddError($"--package-version takes a version such as 0.1.1 or 0.1.1-local.2, not '{result.Tokens[0].Value}'.");
            }
        });
        Option<bool> json = CommonArguments.Json();
        Command command = new("pack-engine", "Make the packages of the engine that a game references") { folder, version, json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(folder), parsed.GetValue(version), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string? named, string? version, bool isJson, CancellationToken ct)
    {
        EnginePacking packing = new(context, context.FindWorkspace().Root);
        string folder = Path.GetFullPath(named ?? packing.DefaultFolder);
        IReadOnlyList<EnginePackage>? packages = await packing.RunAsync(folder, version, ct);
        if (packages is null)
        {
            return ExitCodes.Failed;
        }

        context.Console.Result(isJson ? Json(folder, packages) : Text(folder, packages));
        if (packages.Any(p => p.IsReplaced))
        {
            context.Console.Say("Packages of this version lay there before. NuGet takes a version that it has seen from its cache: after a change of the engine give --package-version a new one.");
        }

        return ExitCodes.Decided;
    }

    private static string Json(string folder, IReadOnlyList<EnginePackage> packages) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["folder"] = folder,
        ["version"] = packages[0].Version,
        ["packages"] = new JsonArray([.. packages.Select(p => new JsonObject
        {
            ["id"] = p.Id, ["file"] = Path.GetFileName(p.File), ["symbols"] = Path.GetFileName(Path.ChangeExtension(p.File, ".snupkg")), ["bytes"] = p.Bytes,
        })]),
    });

    private static string Text(string folder, IReadOnlyList<EnginePackage> packages)
    {
        int columns = packages.Max(p => p.Id.Length);
        string list = string.Concat(packages.Select(p => $"  {PlainText.PadEnd(p.Id, columns)}  {Numbers.Size(p.Bytes),10}\n"));
        return $"""
            Version {packages[0].Version} in {PlainText.Clean(folder)}:
            {list}
            A game needs a file nuget.config in its folder, and a reference:
              <configuration><packageSources><add key="playhouse" value="{SecurityElement.Escape(PlainText.Clean(folder))}" /></packageSources></configuration>
              dotnet add package PlayHouse.Engine --version {packages[0].Version}
            docs/guide/first-game.md makes a first room with them.

            """;
    }

    [GeneratedRegex(@"^\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$")]
    private static partial Regex VersionPattern();
}
