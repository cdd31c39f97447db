using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Strategies.Sessions;
using PlayHouse.Engine.Strategies.StageLoop;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Strategies;

/// <summary>
/// Every seam of the engine with its strategies: the single source for command line, dashboard, docs and tests. Immutable, any thread.
/// </summary>
public static class StrategyCatalog
{
    /// <summary>All seams in display order.</summary>
    public static IReadOnlyList<SeamDescriptor> Seams { get; } =
    [
        MessagePoolCatalog.Seam,
        ReplyCodecCatalog.Seam,
        HeaderCodecCatalog.Seam,
        HeaderParseCatalog.Seam,
        SchedulerCatalog.Seam,
        MailboxCatalog.Seam,
        HandOverCatalog.Seam,
        StageLoopCatalog.Seam,
        RouteObjectCatalog.Seam,
        DispatchResultCatalog.Seam,
        PeerIdCatalog.Seam,
        MessageIdCatalog.Seam,
        BufferPoolCatalog.Seam,
        SessionCatalog.Seam,
        SendPumpCatalog.Seam,
        WakeUpCatalog.Seam,
        LockCatalog.Seam,
        ReceiveBufferCatalog.Seam,
        RequestTableCatalog.Seam,
        MeshFrameCatalog.Seam,
    ];

    /// <summary>The seam with this id.</summary>
    /// <exception cref="ArgumentException">No such seam; the message lists the legal ids.</exception>
    public static SeamDescriptor Seam(string id) =>
        TryFind(id, out SeamDescriptor? seam)
            ? seam
            : throw new ArgumentException($"No seam '{id}'. Seams: {string.Join(", ", Seams.Select(s => s.Id))}.", nameof(id));

    /// <summary>The seam with this id, or false.</summary>
    public static bool TryFind(string id, [NotNullWhen(true)] out SeamDescriptor? seam)
    {
        seam = Seams.FirstOrDefault(s => s.Id == id);
        return seam is not null;
    }
}
