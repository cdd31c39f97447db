using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Windows made by hand: stacks are written outermost first, <c>"Main > Game.Run@Run.cs:7 > System.String.Concat"</c>.</summary>
internal sealed class SampleStacks
{
    private readonly AllocationStacksBuilder _builder = new();

    /// <summary>Adds samples; names that begin with System. belong to the framework, (continuation) is one.</summary>
    public SampleStacks Add(string stack, string type, int samples, long objectBytes = 100)
    {
        var estimate = new AllocationEstimator();
        for (int i = 0; i < samples; i++)
            estimate.Add(objectBytes);
        StackFrame[] frames = [.. stack.Split(" > ", StringSplitOptions.RemoveEmptyEntries).Reverse().Select(Frame)];
        _builder.Add(_builder.Stack(frames), _builder.Type(type), estimate);
        return this;
    }

    public AllocationStacks Build(double messages = 1_000, string arm = "", string origin = "")
        => _builder.Build() with { Messages = messages, Arm = arm, Origin = origin };

    /// <summary>A seeded window with so many stacks of so many frames.</summary>
    public static AllocationStacks Random(int seed, int stacks, int depth, int names)
    {
        var random = new Random(seed);
        var builder = new AllocationStacksBuilder();
        for (int i = 0; i < stacks; i++)
        {
            var frames = new StackFrame[1 + random.Next(depth)];
            for (int f = 0; f < frames.Length; f++)
            {
                int name = random.Next(names);
                var kind = (FrameKind)(name % 3);
                frames[f] = new StackFrame($"N{name % 7}.T{name % 31}.M{name}", "Module", kind, name % 4 == 0 ? $"F{name % 7}.cs:{random.Next(3)}" : null);
            }
            int stack = builder.Stack(frames);
            for (int s = random.Next(1, 4); s > 0; s--)
                builder.Add(stack, builder.Type($"Type{random.Next(20)}"), random.Next(24, 300_000));
        }
        return builder.Build() with { Messages = 10_000 };
    }

    private static StackFrame Frame(string text)
    {
        int at = text.IndexOf('@', Math.Min(1, text.Length));
        string name = at < 0 ? text : text[..at];
        FrameKind kind = name == "(continuation)" ? FrameKind.Continuation
            : name.StartsWith("System.Threading.", StringComparison.Ordinal) ? FrameKind.Plumbing
            : name.StartsWith("System.", StringComparison.Ordinal) ? FrameKind.Framework : FrameKind.Program;
        string module = kind == FrameKind.Program ? "Game" : kind == FrameKind.Continuation ? "" : "System.Private.CoreLib";
        return new StackFrame(name, module, kind, at < 0 ? null : text[(at + 1)..]);
    }
}
