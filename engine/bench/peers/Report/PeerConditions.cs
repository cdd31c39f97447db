using System.Runtime.InteropServices;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>Where a run was made.</summary>
/// <param name="Machine">System, processors, runtime, compiler.</param>
/// <param name="Placement">Which process ran where.</param>
/// <param name="Load">Load averages of the machine when the run ended: what others did there.</param>
internal sealed record PeerConditions(string Machine, string Placement, string Load)
{
    private const string LoadFile = "/proc/loadavg";

    /// <summary>Reads them; at the end of a run.</summary>
    public static PeerConditions Read(string compiler) => new(
        $"{RuntimeInformation.OSDescription}, {Environment.ProcessorCount} processors, {RuntimeInformation.FrameworkDescription}, {compiler}",
        Measure.Placement.Summary,
        File.Exists(LoadFile) ? string.Join(' ', File.ReadAllText(LoadFile).Split(' ')[..3]) : "unknown");
}
