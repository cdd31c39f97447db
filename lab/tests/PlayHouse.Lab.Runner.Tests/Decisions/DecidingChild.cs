using System.Diagnostics;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Decisions;

/// <summary>A second process that decides again and again, to be killed.</summary>
internal static class DecidingChild
{
    private const string Decide = "decide";

    public static async Task<int> Main(string[] args)
    {
        if (args is not [Decide, var root, var run])
        {
            return 2;
        }

        await using LabService service = await LabService.OpenAsync(new LabWorkspace(root), CancellationToken.None);
        for (int i = 0; ; i++)
        {
            DecisionChoice choice = i % 2 == 0 ? DecisionChoice.Keep : DecisionChoice.Rollback;
            DecisionRequest request = DecisionRig.Request(run, choice, overriding: "A test of crashes.");
            StandingDecision made = await service.DecideAsync(request, null, CancellationToken.None);
            Console.WriteLine(made.Decision.Id);
            if (made.IsPending)
            {
                await service.ApplyDecisionAsync(made.Decision.Id, CancellationToken.None);
            }
        }
    }

    public static Process Start(string root, string run) =>
        Process.Start(new ProcessStartInfo("dotnet", ["exec", typeof(DecidingChild).Assembly.Location, Decide, root, run]) { RedirectStandardOutput = true })!;
}
