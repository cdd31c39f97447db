using System.CommandLine;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab analyse</c>: judges stored launches again by the rule of this build.</summary>
internal sealed class AnalyseCommand : ICommandSource
{
    private const int RunsMax = 10_000;

    private readonly Argument<string?> _run = new("RUN") { Description = "Run id, or the beginning of one that fits no other", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<bool> _all = new("--all") { Description = "Every run that has a verdict; lists those whose word is another" };
    private readonly Option<bool> _record = new("--record") { Description = "Put the new verdict of an older rule's run into the store; the old word is kept" };
    private readonly Option<bool> _json = CommonArguments.Json();
    private readonly Option<bool> _markdown = new("--markdown") { Description = "With --all: the word of then and the word of today of every run, as a table for a page" };

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab analyse r-20250101-1", "what was said, and what the rule of today says"),
        ("plab analyse --all", "which runs are judged otherwise now"),
        ("plab analyse --all --markdown", "the same of every run, with what decides, for a page"),
        ("plab analyse --all --record", "keep the new verdicts and the old words"),
    ];

    public Command Create(CommandContext context)
    {
        Command command = new("analyse", "Judge a stored run again from its launches; nothing is launched") { _run, _all, _record, _json, _markdown };
        command.Validators.Add(result =>
        {
            if (result.GetValue(_all) == (result.GetValue(_run) is not null))
            {
                result.AddError("Name one run, or --all for every run.");
            }

            if (result.GetValue(_markdown) && (result.GetValue(_json) || !result.GetValue(_all)))
            {
                result.AddError("--markdown is a table of every run: give it with --all and without --json.");
            }
        });
        command.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return command;
    }

    private async Task<int> RunAsync(CommandContext context, ParseResult parsed, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        bool isRecorded = parsed.GetValue(_record);
        bool isJson = parsed.GetValue(_json);
        if (parsed.GetValue(_run) is { } run)
        {
            Reanalysis one = await service.AnalyseAsync(run, isRecorded, ct);
            RunReport judged = one.Report with { Verdict = one.Now };
            context.Console.Result(isJson
                ? ReanalysisText.Json([one])
                : Text([.. ReanalysisText.Lines(one, context.Console.Width), "", .. VerdictText.Lines(judged, context.Console.Width)]));
            return one.IsContradiction ? ExitCodes.Failed : ExitCodes.Of(judged);
        }

        List<Reanalysis> all = [];
        foreach (RunReport report in (await service.ListAsync(RunsMax, ct)).Where(r => r.Verdict is not null))
        {
            all.Add(await service.AnalyseAsync(report.Run.Id, isRecorded, ct));
            context.Console.Say($"{all.Count}: {report.Run.Id}");
        }

        context.Console.Result(isJson
            ? ReanalysisText.Json(all)
            : parsed.GetValue(_markdown) ? RunListMarkdown.Of(all)
            : Text([.. all.Where(IsShown).SelectMany(r => (string[])[.. ReanalysisText.Lines(r, context.Console.Width), ""]), ReanalysisText.Summary(all)]));
        return all.Exists(r => r.IsContradiction) ? ExitCodes.Failed : ExitCodes.Decided;
    }

    private static bool IsShown(Reanalysis reanalysis) => reanalysis.IsContradiction || reanalysis.SaidAtTheTime.Kind != reanalysis.Now.Kind;

    private static string Text(IEnumerable<string> lines) => string.Join('\n', lines) + "\n";
}
