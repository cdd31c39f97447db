using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>Stacks of shapes that are hard to read: completions, dynamic methods, recursion, framework code, exceptions.</summary>
internal static class Zoo
{
    private static readonly Gate Gate = new();
    private static readonly Func<int, object> Dynamic = MakeDynamic();

    /// <summary>One of each.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object Visit(int i)
    {
        var source = new TaskCompletionSource();
        Task<object> waiting = OuterAsync(source.Task);
        source.SetResult();
        ValueTask<object> gated = GatedAsync(Gate);
        Gate.Open();
        object text = new System.Text.StringBuilder(i % 7).Append(i).Append("abcdefghijklmnop").ToString();
        return new object[] { waiting, gated.IsCompleted, Dynamic(100), Recurse(5), text, new List<int>([1, 2, 3]).Where(x => x > 1).ToArray() };
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<object> OuterAsync(Task gate) => new object[] { await InnerAsync(gate), new int[11] };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<object> InnerAsync(Task gate)
    {
        await gate;
        return new long[13];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async ValueTask<object> GatedAsync(Gate gate)
    {
        await gate.WaitAsync();
        return new uint[19];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Recurse(int depth) => depth == 0 ? new short[17] : Keep(Recurse(depth - 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Keep(object value) => value;

    private static Func<int, object> MakeDynamic()
    {
        var method = new DynamicMethod("MakeArray", typeof(object), [typeof(int)], typeof(Zoo).Module);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Newarr, typeof(char));
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<int, object>>();
    }
}
