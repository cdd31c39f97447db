using System.Runtime.CompilerServices;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>The seam sites of a message path and nothing else, closed over strategies as a stage is. Its machine code shows what a seam costs.</summary>
internal static class SeamConsumer
{
    /// <summary>Methods whose machine code is read.</summary>
    public static IReadOnlyList<string> Methods { get; } = ["PostThroughSeams", "DrainThroughSeams", "EncodeThroughSeams"];

    /// <summary>A method that goes through a seam whose default is a class: its calls are direct.</summary>
    public const string DirectMethod = "LookUpThroughSeam";

    public static void RunDefaults()
    {
        ClosedLookup lookup = new();
        StrategyChoice none = StrategyChoice.Of("none");
        ClosedStage<MessageSlot, StructSlotRoute, ConcurrentQueueMailbox<MessageSlot>, ThreadPoolScheduler, PerReceiveBatchHandOver> stage =
            new(default, ConcurrentQueueMailbox<MessageSlot>.Create(none), default, new PerReceiveBatchHandOver(Variants.Choice("per-receive-batch", ("batchMax", 8))));
        ClosedStage<MessageSlot, CallingRoute, ConcurrentQueueMailbox<MessageSlot>, ThreadPoolScheduler, PerReceiveBatchHandOver> control =
            new(default, ConcurrentQueueMailbox<MessageSlot>.Create(none), default, new PerReceiveBatchHandOver(Variants.Choice("per-receive-batch", ("batchMax", 8))));
        ClosedLink<WriteToSpanReplyCodec> link = new(default);
        BytesValue message = new() { Value = ByteString.CopyFromUtf8("payload") };
        byte[] destination = new byte[64];
        for (int i = 0; i < 3; i++)
        {
            stage.PostThroughSeams(new MessageSlot(SlotKind.Action, message, null, 0, 0, 1));
            stage.DrainThroughSeams();
            control.PostThroughSeams(new MessageSlot(SlotKind.Action, message, null, 0, 0, 1));
            control.DrainThroughSeams();
            link.EncodeThroughSeams(message, destination);
            lookup.LookUpThroughSeam("EchoRequest"u8);
        }
    }

    private sealed class ClosedStage<TItem, TRoute, TMailbox, TScheduler, THandOver>(TRoute route, TMailbox mailbox, TScheduler scheduler, THandOver handOver) : StageWorkItem
        where TRoute : struct, IRouteObject<TItem>
        where TMailbox : struct, IMailbox<TMailbox, TItem>
        where TScheduler : struct, IStageScheduler
        where THandOver : struct, IHandOver
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TRoute _route = route;
        private TMailbox _mailbox = mailbox;
        private TScheduler _scheduler = scheduler;
        private THandOver _handOver = handOver;
#pragma warning restore IDE0044
        private long _frames;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public bool PostThroughSeams(in MessageSlot slot)
        {
            if (slot.Frames > _handOver.FramesPerItemMax || !_mailbox.TryEnqueue(_route.Wrap(slot)))
            {
                return false;
            }

            _scheduler.Schedule(this);
            return true;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public long DrainThroughSeams()
        {
            while (_mailbox.TryDequeue(out TItem? item))
            {
                _frames += _route.Unwrap(item).Frames;
            }

            return _mailbox.IsEmpty ? _frames : -1;
        }

        public override void Execute()
        {
        }
    }

    private sealed class ClosedLookup
    {
        private readonly MessageIdLookup _ids = new(new MessageIdTable(16), "AuthenticateRequest"u8);
        private MessageIdUse _use = new() { NewIdsLeft = 1 };

        [MethodImpl(MethodImplOptions.NoInlining)]
        public string? LookUpThroughSeam(ReadOnlySpan<byte> id) => _ids.TryGet(id, ref _use, out string? text) ? text : null;
    }

    private sealed class ClosedLink<TCodec>(TCodec codec)
        where TCodec : struct, IReplyCodec
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TCodec _codec = codec;
#pragma warning restore IDE0044

        [MethodImpl(MethodImplOptions.NoInlining)]
        public int EncodeThroughSeams(IMessage message, byte[] destination)
        {
            PreparedPayload prepared = _codec.Prepare(message);
            _codec.Write(message, prepared, destination.AsSpan(0, prepared.Size));
            return prepared.Size;
        }
    }

    /// <summary>A strategy that cannot be inlined: shows that a call at a seam site would be seen.</summary>
    private readonly struct CallingRoute : IRouteObject<MessageSlot>
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        MessageSlot IRouteObject<MessageSlot>.Wrap(in MessageSlot slot) => slot;

        [MethodImpl(MethodImplOptions.NoInlining)]
        MessageSlot IRouteObject<MessageSlot>.Unwrap(in MessageSlot item) => item;

        void ICounterSource.AddTo(CounterBlock block)
        {
        }
    }
}
