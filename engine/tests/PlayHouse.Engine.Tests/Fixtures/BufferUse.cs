using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>What every test asks of a server that has stopped: all buffers are back, none was used wrongly.</summary>
internal static class BufferUse
{
    /// <summary>A stop that must leave something behind is expected by its test; what was left may still hold its buffers.</summary>
    public static void AssertClean(BufferPool pool, long abandoned = 0, bool expectsAbandoned = false)
    {
        BufferAudit audit = pool.Audit ?? throw new InvalidOperationException("The audit of buffers is not switched on.");
        Assert.Equal(expectsAbandoned, abandoned > 0);
        if (!expectsAbandoned)
        {
            audit.CheckQuarantine();
            Assert.Empty(audit.InUse);
        }

        Assert.Empty(audit.Violations);
    }
}
