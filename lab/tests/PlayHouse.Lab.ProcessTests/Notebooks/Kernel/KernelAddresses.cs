using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Kernel;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>Addresses that no other process can take: local sockets in a folder of the test, or places inside the process.</summary>
internal static class KernelAddresses
{
    public const string Key = "a-key-of-the-test";

    /// <summary>Writes a connection file for local sockets.</summary>
    public static KernelConnection WriteFile(string folder)
    {
        string file = File(folder);
        System.IO.File.WriteAllText(file, new JsonObject
        {
            ["transport"] = "ipc", ["ip"] = Path.Combine(folder, "k"), ["key"] = Key, ["signature_scheme"] = "hmac-sha256", ["kernel_name"] = "playhouse-lab",
            ["shell_port"] = 1, ["control_port"] = 2, ["stdin_port"] = 3, ["iopub_port"] = 4, ["hb_port"] = 5,
        }.ToJsonString());
        return KernelConnection.Load(file);
    }

    public static string File(string folder) => Path.Combine(folder, "connection.json");

    public static KernelConnection InProcess() =>
        new("inproc://shell", "inproc://control", "inproc://stdin", "inproc://iopub", "inproc://heartbeat", Encoding.UTF8.GetBytes(Key));
}
