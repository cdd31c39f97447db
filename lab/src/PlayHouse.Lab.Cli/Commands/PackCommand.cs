using System.CommandLine;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab pack</c>: a run as one file for another workspace.</summary>
internal sealed class PackCommand : ICommandSource
{
    /// <summary>Name and version of the JSON that says what was written.</summary>
    public const string Schema = "playhouse-lab/pack/1";

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab pack r-20250101-1", "writes r-20250101-….plabrun: plan, launches, verdict, stacks"),
        ("plab pack r-20250101-1 --out result.plabrun", "under a name of your own"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> run = CommonArguments.Run();
        Option<string?> path = new("--out") { Description = "File to write; one that exists is replaced", HelpName = "FILE" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("pack", "Write a run with everything about it into one file; plab unpack reads it") { run, path, json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetRequiredValue(run), parsed.GetValue(path), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string run, string? path, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        string id = (await service.ReportAsync(run, ct)).Run.Id;
        string file = path ?? id + PackedRuns.Extension;
        PackResult packed = await service.PackAsync(id, file, ct);
        context.Console.Result(isJson
            ? JsonText.Write(new JsonObject
            {
                ["schema"] = Schema, ["run"] = packed.RunId, ["file"] = file, ["bytes"] = packed.Bytes, ["launches"] = packed.Launches, ["traces"] = packed.Traces,
            })
            : $"Wrote {PlainText.Clean(file)}: {Numbers.Size(packed.Bytes)}, {Numbers.Count(packed.Launches)} launches, stacks of {Numbers.Count(packed.Traces)} traces.\n"
                + $"Elsewhere: plab unpack {PlainText.Clean(Path.GetFileName(file))}\n");
        return ExitCodes.Decided;
    }
}
