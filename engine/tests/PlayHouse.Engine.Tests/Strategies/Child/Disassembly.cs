namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>Machine code of one method: its header and what it calls.</summary>
internal sealed record Listing(string Header, string[] Callees)
{
    /// <summary>True for a method of this name.</summary>
    public bool IsOf(string method) =>
        Header.Contains($":{method}(", StringComparison.Ordinal) || Header.Contains($":{method}[", StringComparison.Ordinal);
}

/// <summary>Machine code that the compiler of a child process makes of methods.</summary>
internal static class Disassembly
{
    /// <summary>Runs the child task and reads the listings of the named methods.</summary>
    public static async Task<Listing[]> OfAsync(string task, IReadOnlyList<string> methods)
    {
        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            ChildProcess.Result child = await ChildProcess.RunAsync(
                [task],
                ("DOTNET_TieredCompilation", "0"),
                ("DOTNET_JitStdOutFile", file),
                ("DOTNET_JitDisasm", string.Join(' ', methods)));
            Assert.True(child.ExitCode == 0, child.Error);
            string[] listings = (await File.ReadAllTextAsync(file)).Split("; Assembly listing for method ", StringSplitOptions.RemoveEmptyEntries);
            return [.. listings.Select(m => m.Split('\n')).Select(lines => new Listing(lines[0], [.. lines.Where(IsCall).Select(Callee)]))];
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>A call, or a tail call, which is a jump to a method instead of a label.</summary>
    private static bool IsCall(string line)
    {
        string code = line.TrimStart();
        return code.StartsWith("call ", StringComparison.Ordinal)
            || (code.StartsWith("tail.jmp", StringComparison.Ordinal) || (code.StartsWith("jmp", StringComparison.Ordinal) && code.Contains(':', StringComparison.Ordinal)));
    }

    /// <summary>The called method with its type: what stands behind the bracket.</summary>
    private static string Callee(string call)
    {
        int bracket = call.LastIndexOf("call ", StringComparison.Ordinal) + "call ".Length;
        return call[bracket..].Trim().TrimStart('[');
    }
}
