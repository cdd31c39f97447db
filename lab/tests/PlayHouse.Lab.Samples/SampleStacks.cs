using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.SampleText;

/// <summary>Windows made by hand: stacks are written outermost first, <c>"Main > Game.Run@Run.cs:7 > System.String.Concat"</c>.</summary>
public sealed class SampleStacks
{
    private const string Loop = "Program.Main@Program.cs:12 > Game.Stages.StageLoop.Run@StageLoop.cs:40 > Game.Stages.Stage.Dispatch@Stage.cs:88";

    private readonly AllocationStacksBuilder _builder = new();

    /// <summary>A small game server: two launches of a baseline and one of a candidate.</summary>
    public static AllocationStacks[] Arms { get; } =
    [
        Window("baseline", "l-1", 1.0),
        Window("baseline", "l-3", 1.1),
        Window("candidate", "l-2", 0.2),
    ];

    /// <summary>Three samples of one site.</summary>
    public static AllocationStacks Of(long objectBytes)
    {
        var builder = new AllocationStacksBuilder();
        int stack = builder.Stack([new StackFrame("A.B", "Mine", FrameKind.Program)]);
        for (int i = 0; i < 3; i++)
            builder.Add(stack, builder.Type("T"), objectBytes);
        return builder.Build() with { Messages = 1000, ExactBytes = 5e6 };
    }

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

    private static AllocationStacks Window(string arm, string launch, double encode) => new SampleStacks()
        .Add($"{Loop} > Game.Codec.ReplyCodec.Encode@ReplyCodec.cs:31 > System.GC.AllocateArray", "System.Byte[]", (int)(400 * encode), 184)
        .Add($"{Loop} > Game.Codec.ReplyCodec.Encode@ReplyCodec.cs:31", "Game.Codec.Writer", (int)(90 * encode), 48)
        .Add($"{Loop} > Game.Rooms.Room.Join@Room.cs:19 > System.Collections.Generic.Dictionary.Resize", "Entry[System.Int64,Game.Rooms.Seat][]", 60, 400)
        .Add($"{Loop} > Game.Rooms.Room.Join@Room.cs:22", "System.String", 25, 64)
        .Add($"{Loop} > Game.Rooms.Room.Visit@Room.cs:50 > Game.Rooms.Room.Visit@Room.cs:52 > Game.Rooms.Room.Visit@Room.cs:52", "System.Object", 14, 24)
        .Add("(continuation) > Game.Rooms.Room.SaveAsync@Room.cs:71", "AsyncStateMachineBox`1[System.Int32,Game.Rooms.Room+<SaveAsync>d__4]", 8, 120)
        .Add("System.Threading.PortableThreadPool.WorkerThread > System.Net.Sockets.Socket.Receive", "System.Net.Sockets.SocketAsyncEventArgs", 3, 300)
        .Build(250_000, arm, launch) with { ExactBytes = encode > 0.5 ? 64e6 : 25e6 };

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
