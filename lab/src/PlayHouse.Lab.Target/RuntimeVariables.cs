namespace PlayHouse.Lab.Target;

/// <summary>Tells runtime settings that change behaviour from those that only say where things are.</summary>
internal static class RuntimeVariables
{
    private static readonly string[] Behaviour =
    [
        "DOTNET_GC", "DOTNET_gc", "DOTNET_Tiered", "DOTNET_TC_", "DOTNET_ReadyToRun", "DOTNET_Jit", "DOTNET_Enable",
        "DOTNET_PROCESSOR_COUNT", "DOTNET_ThreadPool", "DOTNET_SYSTEM_NET_SOCKETS", "DOTNET_OSR",
    ];

    public static bool IsBehaviour(string name) => Behaviour.Any(b => name.StartsWith(b, StringComparison.Ordinal));
}
