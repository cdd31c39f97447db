using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Runner.Tests;

/// <summary>Stacks with three samples of one site.</summary>
internal static class SampleStacks
{
    public static AllocationStacks Of(long objectBytes)
    {
        var builder = new AllocationStacksBuilder();
        int stack = builder.Stack([new StackFrame("A.B", "Mine", FrameKind.Program)]);
        for (int i = 0; i < 3; i++)
            builder.Add(stack, builder.Type("T"), objectBytes);
        return builder.Build() with { Messages = 1000, ExactBytes = 5e6 };
    }
}
