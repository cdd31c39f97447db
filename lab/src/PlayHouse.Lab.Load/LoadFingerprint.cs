using System.Runtime;
using System.Runtime.InteropServices;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load;

/// <summary>Facts about this process that a comparison must hold still.</summary>
internal static class LoadFingerprint
{
    public static Dictionary<string, string> Take(LoadIo io) => new()
    {
        [FingerprintKeys.Runtime] = RuntimeInformation.FrameworkDescription,
        [FingerprintKeys.ProcessorCount] = $"{Environment.ProcessorCount}",
        [FingerprintKeys.GcServer] = GCSettings.IsServerGC ? "true" : "false",
        ["loop"] = io.Name,
    };
}
