using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>Says which stacks may be compared per message, and why others may not. Pure.</summary>
internal static class UsableStacks
{
    public static AllocationStacks[] Of(IEnumerable<AllocationStacks> stacks) => [.. stacks.Where(s => Reason(s) is null)];

    public static IEnumerable<string> LeftOut(IEnumerable<AllocationStacks> stacks) =>
        stacks.Where(s => Reason(s) is not null).Select(s => $"{s.Origin} ({s.Arm}): {Reason(s)}");

    private static string? Reason(AllocationStacks stacks)
    {
        if (stacks.Invalid.Count > 0)
            return string.Join("; ", stacks.Invalid);
        return stacks.Messages > 0 && double.IsFinite(stacks.Messages) ? null : "it counts no messages";
    }
}
