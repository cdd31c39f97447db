using System.CommandLine;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Reporting.Differences;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Budgets;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab budgets</c>: what an arm allocates per message against a file of budgets.</summary>
internal sealed class BudgetsCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab budgets r-20250101-1", "check the arm that would be kept against budgets.yaml"),
        ("plab budgets r-20250101-1 --arm baseline --file strict.yaml", "another arm, another file"),
        ("plab budgets r-20250101-1 --json", "for a program; exits 0 kept, 3 not enough data, 5 exceeded"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> run = CommonArguments.Run();
        Option<string?> arm = new("--arm") { Description = "Arm to check; default the one that would be kept", HelpName = "NAME" };
        Option<string?> file = new("--file") { Description = "File of budgets; default next to the experiment, then in the root", HelpName = "F" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("budgets", "Check what an arm allocates per message against budgets") { run, arm, file, json };
        command.SetAction((parsed, ct) => RunAsync(
            context, parsed.GetRequiredValue(run), parsed.GetValue(arm), parsed.GetValue(file), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string run, string? arm, string? file, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        BudgetReport report = await RunBudgets.CheckAsync(service, context.FindWorkspace(), run, arm, file, ct);
        context.Console.Result(isJson
            ? BudgetText.Json(report.RunId, report.Arm, report.File, report.Launches, report.Checks)
            : BudgetText.Of(report.RunId, report.Arm, report.File, report.Launches, report.Checks, context.Console.Width));
        return BudgetText.State(report.Checks) switch
        {
            BudgetState.Pass => ExitCodes.Decided,
            BudgetState.Fail => ExitCodes.Failed,
            _ => ExitCodes.Inconclusive,
        };
    }
}
