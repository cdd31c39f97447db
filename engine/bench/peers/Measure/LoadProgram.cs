using PlayHouse.Lab.Control;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>The lab's load process; it is built with this program.</summary>
internal static class LoadProgram
{
    private const string Name = "PlayHouse.Lab.Load";

    private static readonly Dictionary<string, string?> Variables = new()
    {
        ["DOTNET_gcServer"] = "0",
        ["DOTNET_gcConcurrent"] = "0",
    };

    /// <summary>Starts it on one processor, or on all.</summary>
    public static ControlProcess Start(int? processor)
    {
        string here = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        string program = Path.Combine(here, "..", "..", Name, Path.GetFileName(here), Name);
        string[] command = Placement.Command(processor, program);
        return ControlProcess.Start(new ControlProcessStart("load", command[0], command[1..], Variables));
    }
}
