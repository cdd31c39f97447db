using System.Globalization;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>Stacks of the traced launches of <see cref="SampleStore"/>, in files where the runner leaves them.</summary>
internal static class SampleTraces
{
    /// <summary>A name that would be markup, a script and a control sequence if anything took it for more than text.</summary>
    public const string Hostile = "Game.Rooms.<img src=x onerror=alert(1)>.</script>\u001b[31m\u202eEvil";

    private const string Loop = "Program.Main@Program.cs:12 > PlayHouse.Engine.Stages.StageLoop.Run@StageLoop.cs:40 > PlayHouse.Engine.Stages.Stage.Dispatch@Stage.cs:88";
    private const string Encode = "PlayHouse.Engine.Strategies.ReplyCodec.ToByteArrayReplyCodec.Encode@ToByteArrayReplyCodec.cs:19";

    /// <summary>Writes the stacks of both traced launches of the full run.</summary>
    public static void Write(LabWorkspace workspace)
    {
        Save(workspace, "l-trace-baseline", Baseline);
        Save(workspace, "l-trace-candidate", Candidate);
    }

    /// <summary>Writes stacks with so many frames for both traced launches of the full run.</summary>
    public static void WriteLarge(LabWorkspace workspace, int frames)
    {
        Save(workspace, "l-trace-baseline", Large(frames));
        Save(workspace, "l-trace-candidate", Large(frames));
    }

    public static AllocationStacks Baseline { get; } = Window(builder =>
    {
        Common(builder);
        Add(builder, $"{Loop} > {Encode} > System.GC.AllocateUninitializedArray", "System.Byte[]", 410, 152);
        Add(builder, $"{Loop} > {Encode}", "Google.Protobuf.CodedOutputStream", 60, 96);
    }) with { Arm = "baseline", Origin = "l-trace-baseline", Messages = 610_000, ExactBytes = 610_000 * 160.0 };

    public static AllocationStacks Candidate { get; } = Window(builder =>
    {
        Common(builder);
        Add(builder, $"{Loop} > Game.Rooms.Room.Cache@Room.cs:90", "System.Collections.Generic.List", 80, 64);
    }) with { Arm = "candidate", Origin = "l-trace-candidate", Messages = 640_000, ExactBytes = 640_000 * 86.0 };

    /// <summary>A window whose tree has this many frames, its root included.</summary>
    public static AllocationStacks Large(int frames)
    {
        const int fan = 9;
        var builder = new AllocationStacksBuilder();
        int type = builder.Type("System.Byte[]");
        var open = new Queue<int>();
        open.Enqueue(StackTable.None);
        // The root and the one leaf for the type of each stack are frames too: every stack gets a sample.
        for (int made = 1; made + 2 <= frames;)
        {
            int caller = open.Dequeue();
            for (int child = 0; child < fan && made + 2 <= frames; child++, made += 2)
            {
                int id = builder.Table.Intern(new StackFrame(string.Create(CultureInfo.InvariantCulture, $"Game.Part{made % 97}.Method{made}"), made % 3 == 0 ? "PlayHouse.Engine" : "Game", FrameKind.Program));
                int stack = builder.Table.Call(caller, id);
                for (int sample = 0; sample < 3 + made % 9; sample++)
                {
                    builder.Add(stack, type, 64 + made % 512);
                }

                open.Enqueue(stack);
            }
        }

        return builder.Build() with { Arm = "baseline", Messages = 1_000_000, ExactBytes = double.NaN };
    }

    private static void Common(AllocationStacksBuilder builder)
    {
        Add(builder, $"{Loop} > PlayHouse.Engine.Packets.PacketReader.Read@PacketReader.cs:55", "PlayHouse.Engine.Packet", 220, 72);
        Add(builder, $"{Loop} > Game.Rooms.Room.Join@Room.cs:19 > System.Collections.Generic.Dictionary.Resize", "Entry[System.Int64,Game.Rooms.Seat][]", 60, 400);
        Add(builder, $"{Loop} > Game.Rooms.Room.Join@Room.cs:22", "System.String", 25, 64);
        Add(builder, $"{Loop} > Game.Rooms.Room.Visit@Room.cs:50 > Game.Rooms.Room.Visit@Room.cs:52 > Game.Rooms.Room.Visit@Room.cs:52", "System.Object", 14, 24);
        Add(builder, $"{Loop} > {Hostile}", "<b>Type</b>", 8, 40);
        Add(builder, "(continuation) > Game.Rooms.Room.SaveAsync@Room.cs:71", "AsyncStateMachineBox`1[System.Int32,Game.Rooms.Room+<SaveAsync>d__4]", 8, 120);
        Add(builder, "System.Threading.PortableThreadPool.WorkerThread > System.Net.Sockets.Socket.Receive", "System.Net.Sockets.SocketAsyncEventArgs", 3, 300);
    }

    private static AllocationStacks Window(Action<AllocationStacksBuilder> fill)
    {
        var builder = new AllocationStacksBuilder();
        fill(builder);
        return builder.Build();
    }

    private static void Save(LabWorkspace workspace, string launch, AllocationStacks stacks)
    {
        string folder = Path.Combine(workspace.Traces, launch);
        Directory.CreateDirectory(folder);
        AllocationStacksFile.Write(Path.Combine(folder, AllocationStacksFile.FileName), stacks);
    }

    private static void Add(AllocationStacksBuilder builder, string stack, string type, int samples, long objectBytes)
    {
        int id = builder.Stack([.. stack.Split(" > ").Reverse().Select(Frame)]);
        for (int i = 0; i < samples; i++)
        {
            builder.Add(id, builder.Type(type), objectBytes);
        }
    }

    private static StackFrame Frame(string text)
    {
        string[] parts = text.Split('@');
        string name = parts[0];
        string module = name.StartsWith("PlayHouse.Engine.", StringComparison.Ordinal) ? "PlayHouse.Engine" : name.StartsWith("System.", StringComparison.Ordinal) ? "System.Private.CoreLib" : "Game";
        return new StackFrame(name, module, Kind(name), parts.ElementAtOrDefault(1));
    }

    private static FrameKind Kind(string name) => name switch
    {
        "(continuation)" => FrameKind.Continuation,
        _ when name.StartsWith("System.Threading.", StringComparison.Ordinal) => FrameKind.Plumbing,
        _ when name.StartsWith("System.", StringComparison.Ordinal) => FrameKind.Framework,
        _ => FrameKind.Program,
    };
}
