using System.Runtime.ExceptionServices;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Runs a stage where an exception would otherwise reach the poster or silently end a worker. A stage promises not to
/// throw; one that does has a defect and ends the process, as it does on the thread pool, whatever the scheduler.
/// </summary>
internal static class StageFault
{
    /// <summary>Executes the stage; an exception is raised on the thread pool instead of here.</summary>
    public static void Execute(StageWorkItem stage)
    {
        try
        {
            stage.Execute();
        }
        catch (Exception exception)
        {
            Raise(exception);
        }
    }

    /// <summary>Raises the exception on the thread pool, where it ends the process.</summary>
    public static void Raise(Exception exception) =>
        ThreadPool.UnsafeQueueUserWorkItem(static fault => fault.Throw(), ExceptionDispatchInfo.Capture(exception), preferLocal: false);
}
