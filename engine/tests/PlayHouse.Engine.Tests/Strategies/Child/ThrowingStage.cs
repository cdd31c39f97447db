using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Tests.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>A child that schedules a stage which breaks its promise and throws.</summary>
internal static class ThrowingStage
{
    public const string Marker = "the stage broke its promise";
    public const string Escaped = "escaped to the poster";

    public static int Run(string scheduler)
    {
        using ManualResetEventSlim never = new();
        SchedulerBox box = SchedulerBox.Create(StrategyChoice.Of(scheduler));
        try
        {
            box.Schedule(new Thrower());
        }
        catch (InvalidOperationException)
        {
            Console.WriteLine(Escaped);
        }

        never.Wait(Concurrent.Deadline);
        return 0;
    }

    private sealed class Thrower : StageWorkItem
    {
        public override void Execute() => throw new InvalidOperationException(Marker);
    }
}
