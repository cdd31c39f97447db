using System.Reflection;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.StageLoop;

namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>Compiles the hot methods of the engine's stage, closed over the defaults, without running them.</summary>
internal static class StageCode
{
    /// <summary>Name of the strategy that must be seen.</summary>
    public const string Control = nameof(CallingDispatchResult);

    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>Methods whose machine code is read: in, out, the run over the mailbox, the call of the handler, its loop.</summary>
    public static IReadOnlyList<string> Methods { get; } = ["TryEnqueue", "TryTakeSlot", "Drain", "Advance", "StartServerMessage", "Post", "Execute"];

    public static void CompileDefaults()
    {
        Compile<SyncDispatchResult>(Methods);
        Compile<CallingDispatchResult>(["Advance"]);
    }

    private static void Compile<TDispatch>(IReadOnlyList<string> names)
        where TDispatch : struct, IDispatchResult
    {
        Type stage = typeof(ScheduledStage<MessageSlot, StructSlotRoute, ConcurrentQueueMailbox<MessageSlot>, TDispatch, ThreadPoolScheduler>);
        foreach (string name in names)
        {
            (Type owner, MethodInfo method) = Find(stage, name);
            RuntimeTypeHandle[] arguments = [.. owner.GetGenericArguments().Select(t => t.TypeHandle)];
            RuntimeTypeHandle[] own = method.IsGenericMethodDefinition ? [typeof(TDispatch).TypeHandle] : [];
            RuntimeHelpers.PrepareMethod(method.MethodHandle, [.. arguments, .. own]);
        }
    }

    private static (Type Owner, MethodInfo Method) Find(Type type, string name)
    {
        for (Type? owner = type; owner is not null; owner = owner.BaseType)
        {
            MethodInfo? method = owner.GetMethods(Any | BindingFlags.DeclaredOnly)
                .FirstOrDefault(m => m.Name == name && (m.IsGenericMethodDefinition || m.GetParameters() is [] || m.GetParameters()[0].ParameterType == typeof(MessageSlot).MakeByRefType()));
            if (method is not null)
            {
                return (owner, method);
            }
        }

        throw new InvalidOperationException($"The stage has no method {name}.");
    }

    /// <summary>A strategy that cannot be inlined: shows that a call at the seam site would be seen.</summary>
    private readonly struct CallingDispatchResult : IDispatchResult
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        ValueTask IDispatchResult.TakeAsync(ValueTask handling) => handling;

        void ICounterSource.AddTo(CounterBlock block)
        {
        }
    }
}
