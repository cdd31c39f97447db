using System.CommandLine;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;
using PlayHouse.Lab.Cli.Dashboards;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.SelfTest;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab selftest</c>: the lab tries its own promises, by simulation over recorded noise and by real runs.</summary>
internal sealed class SelfTestCommand : ICommandSource
{
    private const string Folder = "selftest";

    private readonly Argument<string[]> _checks = new("CHECK") { Description = "Only these checks", Arity = ArgumentArity.ZeroOrMore };
    private readonly Option<bool> _quick = new("--quick") { Description = "Only what needs no real run: about a minute" };
    private readonly Option<bool> _list = new("--list") { Description = "Name the checks, what each promises and when it last passed, and try none" };
    private readonly Option<FileInfo?> _markdown = new("--markdown") { Description = "Also write the page to this file", HelpName = "FILE" };
    private readonly Option<bool> _json = CommonArguments.Json();

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab selftest --quick", "about a minute: simulations and recorded runs"),
        ("plab selftest", "everything: real runs, for about three hours"),
        ("plab selftest planted-bytes drift", "two checks"),
        ("plab selftest --markdown docs/reports/selftest.md", "also as a page"),
    ];

    public Command Create(CommandContext context)
    {
        Command command = new("selftest", "Try the lab's own promises: error rates, planted effects, disturbances") { _checks, _quick, _list, _markdown, _json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return command;
    }

    private async Task<int> RunAsync(CommandContext context, ParseResult parsed, CancellationToken ct)
    {
        bool isQuick = parsed.GetValue(_quick);
        IReadOnlyList<SelfCheck> checks = SelfTestRunner.Choose(parsed.GetValue(_checks) ?? [], isQuick);
        if (parsed.GetValue(_list))
        {
            context.Console.Result(List(checks, LastPasses.Read(context.FindWorkspace()), context.Console.Width));
            return ExitCodes.Decided;
        }

        LabWorkspace workspace = context.FindWorkspace();
        context.Console.Say($"{Numbers.Counted(checks.Count, "check")}, about {Numbers.Duration(60 * checks.Sum(c => c.Minutes))}; Ctrl-C ends it and prints what was found by then.");
        MachineFacts facts = await context.Machine(workspace, ct);
        DateTimeOffset started = context.Clock.GetUtcNow();
        await using SelfTestContext test = await SelfTestContext.OpenAsync(
            Path.Combine(workspace.Data, Folder), Path.Combine(workspace.Experiments, "policies"), PackedRuns.In(SampleRuns.Folder), isQuick,
            line => context.Console.Notice($"  {PlainText.CutEnd(line, context.Console.Width - 2)}"), ct);
        IReadOnlyList<CheckResult> results = await SelfTestRunner.RunAsync(checks, test, Done, ct);
        var report = new SelfTestReport(isQuick, started, ProgramVersion.Text, Machine(facts), results);
        context.Console.Result(parsed.GetValue(_json) ? JsonSerializer.Serialize(report, LabJson.Indented) + "\n" : SelfTestText.Summary(report) + "\n");
        void Done(CheckResult result)
        {
            context.Console.Error.Write(SelfTestText.Of(result, context.Console.Width));
            if (result.Outcome == CheckOutcome.Passed && !isQuick)
            {
                LastPasses.Record(workspace, result.Id, new LastPass(context.Clock.GetUtcNow(), ProgramVersion.Text));
            }
        }

        if (parsed.GetValue(_markdown) is { } file)
        {
            await WriteAsync(file.FullName, SelfTestText.Markdown(report));
        }

        return results.Count < checks.Count ? ExitCodes.Interrupted : report.Failed > 0 ? ExitCodes.Failed : ExitCodes.Decided;
    }

    private static string List(IReadOnlyList<SelfCheck> checks, IReadOnlyDictionary<string, LastPass> passes, int width) => string.Concat(checks.Select(c => string.Create(
        CultureInfo.InvariantCulture,
        $"{c.Id}, {(c.IsQuick ? "in --quick" : $"about {Numbers.Duration(60 * c.Minutes)}")}, {(passes.TryGetValue(c.Id, out LastPass? last) ? $"last passed {last.At:yyyy-MM-dd} ({last.Build})" : "no pass is recorded")}\n{string.Concat(PlainText.Wrap(c.Promise, width - 2).Select(l => $"  {l}\n"))}")));

    private static string Machine(MachineFacts facts) => string.Create(
        CultureInfo.InvariantCulture, $"{RuntimeInformation.OSDescription}, {facts.Processors} processors, {facts.Runtime}; load average when it began {facts.LoadAverage:0.0}.");

    private static async Task WriteAsync(string path, string page)
    {
        try
        {
            await File.WriteAllTextAsync(path, page);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LabInputException([$"The page cannot be written: {e.Message}"]);
        }
    }
}
