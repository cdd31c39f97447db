using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Compare;

/// <summary>Arms of two runs side by side, with the names they go by. Immutable.</summary>
/// <param name="Comparison">The comparison; never refused.</param>
/// <param name="Left">The left arm, <c>RUN:arm</c> with the whole id.</param>
/// <param name="Right">The right one.</param>
public sealed record ArmsBeside(ArmComparison Comparison, string Left, string Right)
{
    /// <summary>Puts them side by side.</summary>
    /// <exception cref="LabInputException">A run or an arm is not there, or they differ in more than what was toggled; every reason.</exception>
    public static async Task<ArmsBeside> OfAsync(ILabService service, RunArm left, RunArm right, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        RunReport a = await service.ReportAsync(left.Run, ct);
        RunReport b = await service.ReportAsync(right.Run, ct);
        ArmComparison comparison = ArmComparison.Of(a, left.Arm, b, right.Arm);
        ArmsBeside beside = new(comparison, $"{a.Run.Id}:{left.Arm}", $"{b.Run.Id}:{right.Arm}");
        return comparison.Refusals.Count == 0
            ? beside
            : throw new LabInputException([$"{beside.Left} and {beside.Right} may not be put side by side:", .. comparison.Refusals]);
    }
}
