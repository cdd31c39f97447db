namespace PlayHouse.Lab.Load.Accounting;

/// <summary>The measured window: requests due (open loop) or sent (closed loop) at start ≤ t &lt; end.</summary>
internal sealed record MeasuredWindow(long StartNs, long EndNs)
{
    public double Seconds => (EndNs - StartNs) / 1e9;

    public bool Contains(long timeNs) => timeNs >= StartNs && timeNs < EndNs;
}
