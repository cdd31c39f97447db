using PlayHouse.Engine.Tests.Strategies.Child;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>Reads the machine code of a consumer closed over the default strategies: at a seam site there is no call into a strategy.</summary>
public sealed class SeamCodeTests
{
    private const string ControlStrategy = "CallingRoute";

    [Fact]
    public async Task DefaultStrategies_HotMethods_AreInlinedWhole()
    {
        (string Header, string[] Calls)[] listings = await DisassembleAsync();
        (string Header, string[] Calls)[] defaults = [.. listings.Where(l => !l.Header.Contains(ControlStrategy, StringComparison.Ordinal))];
        foreach (string method in SeamConsumer.Methods)
        {
            (string header, string[] calls) = Assert.Single(defaults, l => l.Header.Contains($":{method}(", StringComparison.Ordinal));
            Assert.Contains("(FullOpts)", header, StringComparison.Ordinal);

            // What the strategy wraps is called: a listing without any call would mean the reader is broken.
            Assert.NotEmpty(calls);
            Assert.Empty(CallsIntoStrategies(calls));
        }
    }

    [Fact]
    public async Task MessageIdLookup_CallsItsTableDirectly()
    {
        (string Header, string[] Calls)[] listings = await DisassembleAsync();
        (string _, string[] calls) = Assert.Single(listings, l => l.Header.Contains($":{SeamConsumer.DirectMethod}(", StringComparison.Ordinal));
        Assert.Contains(calls, c => c.Contains("MessageIdTable:", StringComparison.Ordinal));

        // A call through a table of virtual methods names a register and not a method.
        Assert.All(calls.Where(c => c.TrimStart().StartsWith("call ", StringComparison.Ordinal) && !c.Contains("CORINFO_HELP", StringComparison.Ordinal)), c =>
            Assert.Matches(@"call\s+\[?(PlayHouse|System)", c));
    }

    [Fact]
    public async Task StrategyThatIsNotInlined_HotMethods_ShowTheCall()
    {
        (string Header, string[] Calls)[] listings = await DisassembleAsync();
        (string Header, string[] Calls)[] control = [.. listings.Where(l => l.Header.Contains(ControlStrategy, StringComparison.Ordinal))];
        Assert.Equal(2, control.Length);
        Assert.All(control, l => Assert.NotEmpty(CallsIntoStrategies(l.Calls)));
    }

    private static IEnumerable<string> CallsIntoStrategies(string[] calls) =>
        calls.Where(c => Callee(c).StartsWith("PlayHouse.", StringComparison.Ordinal));

    /// <summary>The called type: what stands between the bracket and the method, without the types it is closed over.</summary>
    private static string Callee(string call)
    {
        int bracket = call.LastIndexOf("call ", StringComparison.Ordinal) + "call ".Length;
        return call[bracket..].Trim().TrimStart('[');
    }

    private static async Task<(string Header, string[] Calls)[]> DisassembleAsync()
    {
        string listing = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            ChildProcess.Result child = await ChildProcess.RunAsync(
                ["seam-code"],
                ("DOTNET_TieredCompilation", "0"),
                ("DOTNET_JitStdOutFile", listing),
                ("DOTNET_JitDisasm", string.Join(' ', [.. SeamConsumer.Methods, SeamConsumer.DirectMethod])));
            Assert.True(child.ExitCode == 0, child.Error);
            string[] methods = (await File.ReadAllTextAsync(listing)).Split("; Assembly listing for method ", StringSplitOptions.RemoveEmptyEntries);
            return [.. methods.Select(m => m.Split('\n')).Select(lines => (lines[0], lines.Where(IsCall).ToArray()))];
        }
        finally
        {
            File.Delete(listing);
        }
    }

    /// <summary>A call, or a tail call, which is a jump to a method instead of a label.</summary>
    private static bool IsCall(string line)
    {
        string code = line.TrimStart();
        return code.StartsWith("call ", StringComparison.Ordinal)
            || (code.StartsWith("tail.jmp", StringComparison.Ordinal) || (code.StartsWith("jmp", StringComparison.Ordinal) && code.Contains(':', StringComparison.Ordinal)));
    }
}
