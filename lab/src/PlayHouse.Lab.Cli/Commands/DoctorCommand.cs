using System.CommandLine;
using PlayHouse.Lab.Cli.Doctor;
using PlayHouse.Lab.Runner.Doctor;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab doctor</c>: what this machine has, what it lacks, and what that disables.</summary>
internal sealed class DoctorCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab doctor", "is this machine fit? exits 0 when plab demo can run, else 4"),
        ("plab doctor --json", "for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> json = CommonArguments.Json();
        Command command = new("doctor", "Check this machine: what is missing and what that disables") { json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, bool isJson, CancellationToken ct)
    {
        MachineFacts facts = await context.Machine(context.FindWorkspace(), ct);
        IReadOnlyList<DoctorCheck> checks = DoctorChecks.Of(facts);
        context.Console.Result(isJson ? DoctorReport.Json(checks) : DoctorReport.Text(checks, context.Console.Width));
        return DoctorReport.CanRunDemo(checks) ? ExitCodes.Decided : ExitCodes.Unfit;
    }
}
