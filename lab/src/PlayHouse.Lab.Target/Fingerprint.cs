using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using PlayHouse.Engine.Hosting;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Target;

/// <summary>Facts that decide whether two launches may be compared, read from the process itself and not from its settings.</summary>
internal static class Fingerprint
{
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
        [FingerprintKeys.Build] = IsOptimised(typeof(PlayServer).Assembly) && IsOptimised(typeof(Fingerprint).Assembly) ? "Release" : "Debug",
        [FingerprintKeys.EngineVersion] = typeof(PlayServer).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "",
        [FingerprintKeys.EngineModule] = typeof(PlayServer).Module.ModuleVersionId.ToString("N"),
        [FingerprintKeys.MemoryBytes] = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes.ToString(CultureInfo.InvariantCulture),
        [FingerprintKeys.RuntimeSettings] = RuntimeSettings(),
    };

    private static bool IsOptimised(Assembly assembly) =>
        assembly.GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled != true;

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
