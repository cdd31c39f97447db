using System.Globalization;
using System.Runtime;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using PlayHouse.Engine.Hosting;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Target;

/// <summary>Facts that decide whether two launches may be compared, read from the process itself and not from its settings.</summary>
internal static class Fingerprint
{
    private const int HashDigits = 12;

    public static Dictionary<string, string> Read() => new()
    {
        [FingerprintKeys.Runtime] = RuntimeInformation.FrameworkDescription,
        [FingerprintKeys.OperatingSystem] = RuntimeInformation.OSDescription,
        [FingerprintKeys.Architecture] = RuntimeInformation.ProcessArchitecture.ToString(),
        [FingerprintKeys.ProcessorModel] = ProcessorModel(),
        [FingerprintKeys.ProcessorCount] = Environment.ProcessorCount.ToString(CultureInfo.InvariantCulture),
        [FingerprintKeys.GcServer] = GCSettings.IsServerGC ? "true" : "false",
        [FingerprintKeys.GcConcurrent] = GcSetting("ConcurrentGC"),
        [FingerprintKeys.GcHeapCount] = GcSetting("HeapCount"),
        [FingerprintKeys.TieredPgo] = IsOff("DOTNET_TieredPGO") || IsOff("DOTNET_TieredCompilation") ? "false" : "true",
        [FingerprintKeys.Build] = ModuleFacts.AreOptimised(AppContext.BaseDirectory) ? "Release" : "Debug",
        [FingerprintKeys.EngineVersion] = ProgramVersion.Text,
        [FingerprintKeys.EngineModule] = typeof(PlayServer).Module.ModuleVersionId.ToString("N"),
        [FingerprintKeys.MemoryBytes] = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes.ToString(CultureInfo.InvariantCulture),
        [FingerprintKeys.RuntimeSettings] = RuntimeSettings(),
        [FingerprintKeys.RuntimeConfig] = RuntimeConfig(),
        [FingerprintKeys.Modules] = ModuleFacts.Ids(AppContext.BaseDirectory, typeof(PlayServer).Assembly.GetName().Name!),
        [FingerprintKeys.Kernel] = KernelText.Release,
        [FingerprintKeys.Governor] = KernelText.Governor,
        [FingerprintKeys.Smt] = KernelText.Smt,
        [FingerprintKeys.CgroupLimits] = KernelText.CgroupLimits,
    };

    private static string RuntimeConfig()
    {
        string file = Path.Combine(AppContext.BaseDirectory, $"{typeof(Fingerprint).Assembly.GetName().Name}.runtimeconfig.json");
        return File.Exists(file) ? Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(file)))[..HashDigits] : "";
    }

    private static bool IsOff(string variable) => Environment.GetEnvironmentVariable(variable) == "0";

    private static string GcSetting(string name) =>
        GC.GetConfigurationVariables().TryGetValue(name, out object? value)
            ? Convert.ToString(value, CultureInfo.InvariantCulture)?.ToLowerInvariant() ?? ""
            : "";

    private static string ProcessorModel()
    {
        const string Path = "/proc/cpuinfo";
        string? line = File.Exists(Path)
            ? File.ReadLines(Path).FirstOrDefault(l => l.StartsWith("model name", StringComparison.Ordinal))
            : null;
        return line?.Split(':', 2)[1].Trim() ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "unknown";
    }

    private static string RuntimeSettings()
    {
        IEnumerable<string> settings = Environment.GetEnvironmentVariables()
            .Cast<System.Collections.DictionaryEntry>()
            .Select(e => (Name: (string)e.Key, Value: (string?)e.Value))
            .Where(e => RuntimeVariables.IsBehaviour(e.Name))
            .Select(e => $"{e.Name}={e.Value}")
            .Order(StringComparer.Ordinal);
        return string.Join(' ', settings);
    }
}
