using System.Reflection;
using System.Runtime.InteropServices;

namespace Net.Zmq;

/// <summary>Finds libzmq by the names systems give it; the bare name would need a development package on Linux.</summary>
internal static class LibraryName
{
    public const string Import = "libzmq";

    private const string PathVariable = "PLAYHOUSE_ZMQ_LIBRARY";
    private static readonly string[] Candidates = ["libzmq.so.5", "libzmq.dylib", "libzmq.dll"];

    public static void Register() => NativeLibrary.SetDllImportResolver(typeof(LibraryName).Assembly, Resolve);

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? searchPath)
    {
        if (name != Import)
        {
            return 0;
        }

        string? explicitPath = Environment.GetEnvironmentVariable(PathVariable);
        string[] candidates = string.IsNullOrEmpty(explicitPath) ? Candidates : [explicitPath];
        foreach (string candidate in candidates)
        {
            if (NativeLibrary.TryLoad(candidate, assembly, searchPath, out nint handle))
            {
                return handle;
            }
        }

        throw new DllNotFoundException(
            $"libzmq was not found (tried {string.Join(", ", candidates)}). Servers need it to talk to each other. "
            + "Install it with 'apt-get install libzmq5' (Debian, Ubuntu) or './plab setup mesh', or name its file in "
            + $"{PathVariable}; check with 'ldconfig -p | grep libzmq'.");
    }
}
