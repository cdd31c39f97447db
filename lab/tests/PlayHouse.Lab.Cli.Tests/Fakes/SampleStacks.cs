using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Cli.Tests.Fakes;

/// <summary>Stacks of a small game server, made by hand.</summary>
internal static class SampleStacks
{
    private const string Loop = "Program.Main@Program.cs:12 > Game.Stages.StageLoop.Run@StageLoop.cs:40 > Game.Stages.Stage.Dispatch@Stage.cs:88";

    /// <summary>Two launches of a baseline and one of a candidate.</summary>
    public static AllocationStacks[] Arms { get; } =
    [
        Window("baseline", "l-1", 1.0),
        Window("baseline", "l-3", 1.1),
        Window("candidate", "l-2", 0.2),
    ];

    private static AllocationStacks Window(string arm, string launch, double encode)
    {
        var builder = new AllocationStacksBuilder();
        Add(builder, $"{Loop} > Game.Codec.ReplyCodec.Encode@ReplyCodec.cs:31 > System.GC.AllocateArray", "System.Byte[]", (int)(400 * encode), 184);
        Add(builder, $"{Loop} > Game.Codec.ReplyCodec.Encode@ReplyCodec.cs:31", "Game.Codec.Writer", (int)(90 * encode), 48);
        Add(builder, $"{Loop} > Game.Rooms.Room.Join@Room.cs:19 > System.Collections.Generic.Dictionary.Resize", "Entry[System.Int64,Game.Rooms.Seat][]", 60, 400);
        Add(builder, $"{Loop} > Game.Rooms.Room.Join@Room.cs:22", "System.String", 25, 64);
        Add(builder, $"{Loop} > Game.Rooms.Room.Visit@Room.cs:50 > Game.Rooms.Room.Visit@Room.cs:52 > Game.Rooms.Room.Visit@Room.cs:52", "System.Object", 14, 24);
        Add(builder, "(continuation) > Game.Rooms.Room.SaveAsync@Room.cs:71", "AsyncStateMachineBox`1[System.Int32,Game.Rooms.Room+<SaveAsync>d__4]", 8, 120);
        Add(builder, "System.Threading.PortableThreadPool.WorkerThread > System.Net.Sockets.Socket.Receive", "System.Net.Sockets.SocketAsyncEventArgs", 3, 300);
        return builder.Build() with { Messages = 250_000, ExactBytes = encode > 0.5 ? 64e6 : 25e6, Arm = arm, Origin = launch };
    }

    private static void Add(AllocationStacksBuilder builder, string stack, string type, int samples, long objectBytes)
    {
        var estimate = new AllocationEstimator();
        for (int i = 0; i < samples; i++)
            estimate.Add(objectBytes);
        builder.Add(builder.Stack([.. stack.Split(" > ").Reverse().Select(Frame)]), builder.Type(type), estimate);
    }

    private static StackFrame Frame(string text)
    {
        string[] parts = text.Split('@');
        return new StackFrame(parts[0], parts[0].StartsWith("System.", StringComparison.Ordinal) ? "System.Private.CoreLib" : "Game", Kind(parts[0]), parts.ElementAtOrDefault(1));
    }

    private static FrameKind Kind(string name) => name switch
    {
        "(continuation)" => FrameKind.Continuation,
        _ when name.StartsWith("System.Threading.", StringComparison.Ordinal) => FrameKind.Plumbing,
        _ when name.StartsWith("System.", StringComparison.Ordinal) => FrameKind.Framework,
        _ => FrameKind.Program,
    };
}
