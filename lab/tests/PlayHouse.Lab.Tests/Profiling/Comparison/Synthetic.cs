using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests.Comparison;

/// <summary>Launches whose allocations are known, sampled as the runtime samples.</summary>
internal static class Synthetic
{
    /// <summary>One object per message at one stack.</summary>
    /// <param name="Stack">Frames, outermost first, separated by <c>/</c>; a leading <c>~</c> is framework, <c>%</c> plumbing.</param>
    /// <param name="ObjectBytes">Size.</param>
    /// <param name="Type">Type.</param>
    public sealed record Site(string Stack, int ObjectBytes, string Type = "T");

    /// <summary>A server with small and large sites.</summary>
    public static Site[] Server { get; } =
    [
        .. new[] { 24, 40, 64, 104, 224, 1024, 4096, 20_000 }.Select(bytes => new Site($"Main/S{bytes}", bytes)),
    ];

    /// <summary>A launch in which every site varies by the deviation, uniformly.</summary>
    public static AllocationStacks Launch(Random random, IEnumerable<Site> sites, int messages, double launchDeviation = 0)
    {
        var builder = new AllocationStacksBuilder();
        foreach (Site site in sites)
        {
            double shift = 1 + launchDeviation * Math.Sqrt(12) * (random.NextDouble() - 0.5);
            Add(builder, site, Chance.Sample(random, site.ObjectBytes, (int)(messages * shift)));
        }
        return builder.Build() with { Messages = messages, Arm = "arm", Origin = "l" };
    }

    /// <summary>A launch with exactly so many samples at each site.</summary>
    public static AllocationStacks Exactly(double messages, params (Site Site, int Samples)[] sites)
    {
        var builder = new AllocationStacksBuilder();
        foreach ((Site site, int samples) in sites)
            Add(builder, site, samples);
        return builder.Build() with { Messages = messages, Arm = "arm", Origin = "l" };
    }

    /// <summary>The profile of a launch: its sites are the innermost frames.</summary>
    public static AllocationProfile Profile(AllocationStacks stacks)
    {
        double messages = stacks.Messages;
        AllocationEstimator total = stacks.Total();
        return new AllocationProfile
        {
            LaunchId = stacks.Origin,
            Arm = stacks.Arm,
            Messages = messages,
            ExactBytesPerMessage = total.Bytes / messages,
            EstimatedBytesPerMessage = total.Bytes / messages,
            Samples = total.Samples,
            Invalid = stacks.Invalid,
            Sites =
            [
                .. stacks.Cells.Select(c => new AllocationSite
                {
                    Site = stacks.Table.FrameOf(c.Stack).Name,
                    Type = stacks.Types[c.Type],
                    BytesPerMessage = c.Estimate.Bytes / messages,
                    Variance = c.Estimate.Variance / messages / messages,
                    Low = c.Estimate.Interval95().Low / messages,
                    High = c.Estimate.Interval95().High / messages,
                    Samples = c.Estimate.Samples,
                }),
            ],
        };
    }

    private static void Add(AllocationStacksBuilder builder, Site site, int samples)
    {
        if (samples == 0)
            return;
        StackFrame[] frames = [.. site.Stack.Split('/').Reverse().Select(Frame)];
        int stack = builder.Stack(frames);
        int type = builder.Type(site.Type);
        for (int i = 0; i < samples; i++)
            builder.Add(stack, type, site.ObjectBytes);
    }

    private static StackFrame Frame(string name) => name[0] switch
    {
        '~' => new StackFrame(name[1..], "System.Private.CoreLib", FrameKind.Framework),
        '%' => new StackFrame(name[1..], "System.Private.CoreLib", FrameKind.Plumbing),
        _ => new StackFrame(name, "Server", FrameKind.Program),
    };
}
