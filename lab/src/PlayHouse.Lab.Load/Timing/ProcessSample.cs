namespace PlayHouse.Lab.Load.Timing;

/// <summary>What this process has used so far.</summary>
internal readonly record struct ProcessSample(long TimeNs, double CpuSeconds, double GcPauseSeconds, long AllocatedBytes)
{
    public static ProcessSample Take(long nowNs) => new(
        nowNs,
        Environment.CpuUsage.TotalTime.TotalSeconds,
        GC.GetTotalPauseDuration().TotalSeconds,
        GC.GetTotalAllocatedBytes(precise: false));

    /// <summary>Processor time since an earlier sample, in cores.</summary>
    public double CpuCoresSince(in ProcessSample earlier) =>
        (CpuSeconds - earlier.CpuSeconds) / Math.Max(1e-9, (TimeNs - earlier.TimeNs) / 1e9);
}
