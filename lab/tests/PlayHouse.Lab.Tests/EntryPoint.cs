using PlayHouse.Lab.Runner.Tests.Decisions;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Tests;

/// <summary>The assembly as the child process of the crash tests; the first argument names the child.</summary>
internal static class EntryPoint
{
    public static Task<int> Main(string[] args) => args switch
    {
        [Child.Name, .. var rest] => Child.RunAsync(rest),
        [DecidingChild.Name, .. var rest] => DecidingChild.RunAsync(rest),
        _ => Task.FromResult(2),
    };
}
