using System.Globalization;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.StageLoop;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// From built types back to ids. Independent of the composer's switches, so that a server says what it is and not what
/// it was asked to be.
/// </summary>
internal static class VariantNames
{
    private static readonly Dictionary<Type, (string Seam, string Id)> Names = new()
    {
        [typeof(ToByteArrayReplyCodec)] = (ReplyCodecCatalog.SeamId, "to-byte-array"),
        [typeof(CodedOutputStreamReplyCodec)] = (ReplyCodecCatalog.SeamId, "coded-output-stream"),
        [typeof(WriteToSpanReplyCodec)] = (ReplyCodecCatalog.SeamId, "write-to-span"),
        [typeof(PerMessageObjectRoute)] = (RouteObjectCatalog.SeamId, "per-message-object"),
        [typeof(PooledObjectRoute<>)] = (RouteObjectCatalog.SeamId, "pooled-object"),
        [typeof(StructSlotRoute)] = (RouteObjectCatalog.SeamId, "struct-slot"),
        [typeof(NoMessagePool)] = (MessagePoolCatalog.SeamId, "none"),
        [typeof(ConcurrentBagMessagePool)] = (MessagePoolCatalog.SeamId, "concurrent-bag"),
        [typeof(ObjectPoolMessagePool)] = (MessagePoolCatalog.SeamId, "object-pool"),
        [typeof(UnboundedChannelMailbox<>)] = (MailboxCatalog.SeamId, "channel-unbounded"),
        [typeof(BoundedChannelMailbox<>)] = (MailboxCatalog.SeamId, "channel-bounded"),
        [typeof(BufferBlockMailbox<>)] = (MailboxCatalog.SeamId, "buffer-block"),
        [typeof(ConcurrentQueueMailbox<>)] = (MailboxCatalog.SeamId, "concurrent-queue"),
        [typeof(ThreadPoolScheduler)] = (SchedulerCatalog.SeamId, "thread-pool"),
        [typeof(GlobalTaskPoolScheduler)] = (SchedulerCatalog.SeamId, "global-task-pool"),
        [typeof(InlineScheduler)] = (SchedulerCatalog.SeamId, "inline"),
        [typeof(PerMessageHandOver)] = (HandOverCatalog.SeamId, "per-message"),
        [typeof(PerReceiveBatchHandOver)] = (HandOverCatalog.SeamId, "per-receive-batch"),
    };

    /// <summary>Seam id to <c>strategy{knob=value,…}</c> of the built types.</summary>
    public static Dictionary<string, string> Describe(IEnumerable<Type> variants, IReadOnlyDictionary<string, StrategyChoice> choices)
    {
        Dictionary<string, string> built = new(StringComparer.Ordinal) { [StageLoopCatalog.SeamId] = StageLoopCatalog.Scheduled.Id };
        foreach (Type variant in variants)
        {
            Add(variant, choices, built);
        }

        return built;
    }

    /// <summary>True for a route that rents its objects.</summary>
    public static bool UsesMessagePool(Type route) => route.IsGenericType && route.GetGenericTypeDefinition() == typeof(PooledObjectRoute<>);

    /// <summary><c>strategy{knob=value,…}</c>.</summary>
    public static string WithKnobs(string id, StrategyChoice choice)
    {
        IEnumerable<string> knobs = choice.Knobs.Select(k => string.Create(CultureInfo.InvariantCulture, $"{k.Key}={k.Value}"));
        string values = string.Join(',', knobs);
        return values.Length == 0 ? id : $"{id}{{{values}}}";
    }

    private static void Add(Type variant, IReadOnlyDictionary<string, StrategyChoice> choices, Dictionary<string, string> built)
    {
        (string seam, string id) = Names[variant.IsGenericType ? variant.GetGenericTypeDefinition() : variant];
        built[seam] = WithKnobs(id, choices[seam]);
        if (UsesMessagePool(variant))
        {
            Add(variant.GetGenericArguments()[0], choices, built);
        }
    }
}
