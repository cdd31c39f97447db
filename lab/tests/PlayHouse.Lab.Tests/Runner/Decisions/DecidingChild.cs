using System.Diagnostics;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Decisions;

/// <summary>A second process to be killed: one that decides again and again, or one that holds a lock.</summary>
internal static class DecidingChild
{
    /// <summary>First argument of the process.</summary>
    public const string Name = "decisions";

    private const string Decide = "decide";
    private const string HoldLock = "hold-lock";

    public static async Task<int> RunAsync(string[] args)
    {
        if (args is [HoldLock, var name])
        {
            using MachineLock held = MachineLock.Take(name);
            Console.WriteLine("held");
            return Console.Read();
        }

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

    public static Process Start(string root, string run) => Process.Start(Info(Decide, root, run))!;

    /// <summary>Holds a lock with another folder for temporary files, until it is killed; says <c>held</c> once it does.</summary>
    public static Process StartHolder(string name, string temporary)
    {
        ProcessStartInfo info = Info(HoldLock, name);
        info.RedirectStandardInput = true;
        info.Environment["TMPDIR"] = temporary;
        return Process.Start(info)!;
    }

    private static ProcessStartInfo Info(params string[] arguments) =>
        new("dotnet", ["exec", typeof(DecidingChild).Assembly.Location, Name, .. arguments]) { RedirectStandardOutput = true };
}
