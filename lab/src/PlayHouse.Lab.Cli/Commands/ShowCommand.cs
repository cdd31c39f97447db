using System.CommandLine;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab show</c>: everything about one run.</summary>
internal sealed class ShowCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab show r-20250101-1", "verdict, numbers, call sites, machine"),
        ("plab show r-20250101-1 --markdown", "to paste into a review"),
        ("plab show r-20250101-1 --json", "for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> run = CommonArguments.Run();
        Option<bool> json = CommonArguments.Json();
        Option<bool> markdown = new("--markdown") { Description = "Markdown on standard output" };
        Command command = new("show", "Show everything about one run; exits as the run ended") { run, json, markdown };
        command.Validators.Add(result =>
        {
            if (result.GetValue(json) && result.GetValue(markdown))
            {
                result.AddError("--json and --markdown exclude each other.");
            }
        });
        command.SetAction((parsed, ct) =>
            RunAsync(context, parsed.GetRequiredValue(run), parsed.GetValue(json), parsed.GetValue(markdown), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string run, bool isJson, bool isMarkdown, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        RunReport report = await service.ReportAsync(run, ct);
        context.Console.Result(isJson ? RunJson.Of(report)
            : isMarkdown ? RunMarkdown.Of(report)
            : RunText.Full(report, context.Console.Width));
        return ExitCodes.Of(report);
    }
}
