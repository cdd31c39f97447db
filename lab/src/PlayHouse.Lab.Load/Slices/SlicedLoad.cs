using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Traffics;

namespace PlayHouse.Lab.Load.Slices;

/// <summary>A load with connections to several targets, of which one at a time has its turn. Calls come one after the other.</summary>
internal sealed class SlicedLoad
{
    private readonly LoadIo _io;
    private readonly Func<long> _nowNs;
    private readonly SlicedTarget[] _targets;
    private readonly SliceRunner _runner;

    /// <summary>Takes turns over open connections; it owns none of them.</summary>
    public SlicedLoad(LoadIo io, IReadOnlyList<(LoadContext Context, AnsweredTraffic Traffic, int? Pid)> targets)
    {
        _io = io;
        _nowNs = targets[0].Context.NowNs;
        _targets = [.. targets.Select(t => new SlicedTarget(t.Context, t.Traffic, t.Pid))];
        _runner = new SliceRunner(_targets, _nowNs);
        io.StartPacing(_runner);
    }

    /// <summary>Takes turns and says what they brought.</summary>
    public async Task<SlicedBody> RunAsync(SlicesBody body, CancellationToken cancellationToken)
    {
        foreach (SlicedTarget target in _targets)
        {
            target.Clear();
        }

        ProcessSample begin = _io.Sample(_nowNs());
        await _runner.RunAsync(body, cancellationToken);
        ProcessSample end = _io.Sample(_nowNs());
        return new SlicedBody([.. _targets.Select(t => t.Result((begin, end)))]);
    }
}
