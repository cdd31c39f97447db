using System.CommandLine;
using PlayHouse.Lab.Cli.Doctor;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Metering;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab doctor</c>: what this machine has, what it lacks, and what that disables.</summary>
internal sealed class DoctorCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab doctor", "is this machine fit? exits 0 when plab demo can run, else 4"),
        ("plab doctor --noise", "also measure what this machine can decide; three minutes, takes it to itself"),
        ("plab doctor --json", "for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> noise = new("--noise") { Description = "Measure this machine's noise with equal arms, three minutes, and keep it for plab plan" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("doctor", "Check this machine: what is missing, what that disables, what it can decide") { noise, json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(noise), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, bool measures, bool isJson, CancellationToken ct)
    {
        LabWorkspace workspace = context.FindWorkspace();
        MachineFacts facts = await context.Machine(workspace, ct);
        IReadOnlyList<DoctorCheck> checks = DoctorChecks.Of(facts);
        NoiseRecord? noise = measures ? await MeasureAsync(context, ct) : NoiseFile.Read(workspace);
        IReadOnlyList<NoiseFloor> floors = noise is null ? [] : await Task.Run(() => NoiseFloors.Of(noise, workspace), ct);
        context.Console.Result(isJson ? DoctorReport.Json(checks, noise, floors) : DoctorReport.Text(checks, noise, floors, context.Console.Width));
        return DoctorReport.CanRunDemo(checks) ? ExitCodes.Decided : ExitCodes.Unfit;
    }

    private static async Task<NoiseRecord> MeasureAsync(CommandContext context, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        context.Interrupts.Announce = () => context.Console.Notice("plab: stopping; the last measurement of noise stays.");
        try
        {
            return await service.MeasureNoiseAsync(new NoiseOptions(), p => Show(context, p), ct);
        }
        finally
        {
            context.Interrupts.Announce = static () => { };
        }
    }

    private static void Show(CommandContext context, NoiseProgress progress) =>
        context.Console.Notice(PlainText.CutEnd(
            $"[{progress.Done + 1}/{progress.Total}] {progress.What}, about {Numbers.Duration(progress.SecondsLeft)} left", context.Console.Width));
}
