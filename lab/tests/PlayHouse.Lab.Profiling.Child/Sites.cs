using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>
/// Call sites of every shape the compiler makes. Most bodies are one line, so the line of the attribute is the line
/// of the allocation. What is allocated is returned or stored: an object that does not escape would live on the stack.
/// </summary>
internal static class Sites
{
    private static readonly Func<object> StoredLambda = MakeLambda();

    [Site("System.Byte[]", 1024), MethodImpl(MethodImplOptions.NoInlining)] public static object Bytes() => new byte[1000];

    [Site("System.String", 224), MethodImpl(MethodImplOptions.NoInlining)] public static object Text() => new string('x', 100);

    [Site("Nested", 24), MethodImpl(MethodImplOptions.NoInlining)] public static object NestedType() => new Outer.Nested();

    [Site("<>c__DisplayClass4_0", 24), Site("System.Func`1[System.Int32]", 64), MethodImpl(MethodImplOptions.NoInlining)] public static object Closure(int x) => (Func<int>)(() => x + 1);

    [Site("System.Int32[]", 224, "MakeLambda.lambda#0"), MethodImpl(MethodImplOptions.NoInlining)] private static Func<object> MakeLambda() => static () => new int[50];

    [Site("System.Int16[]", 424, "LocalOuter.Inner"), MethodImpl(MethodImplOptions.NoInlining)] public static object LocalOuter() { return Inner(); [MethodImpl(MethodImplOptions.NoInlining)] static object Inner() => new short[200]; }

    [Site("System.String[]", 104), MethodImpl(MethodImplOptions.NoInlining)] public static object Generic<T>() => new T[10];

    [Site("<Iterator>d__8", 40), MethodImpl(MethodImplOptions.NoInlining)] public static IEnumerable<int> Iterator(int n) { yield return n; }

    [Site("System.Collections.Generic.List`1[System.Int64]", 32), Site("System.Int64[]", 184), MethodImpl(MethodImplOptions.NoInlining)] public static object Growth() => new List<long>(20);

    [Site("AsyncStateMachineBox`1[System.Int32,PlayHouse.Lab.Profiling.Child.Sites+<WaitAsync>d__10]", 0), MethodImpl(MethodImplOptions.NoInlining)] public static async Task<int> WaitAsync(Gate gate) { return 1 + await gate.WaitAsync(); }

    [Site("System.Double[]", 824, null, 5)]
    [Site("System.Single[]", 224, null, 5)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object SeveralLines(object[] into)
    {
        into[0] = new double[100];
        into[1] = new float[50];
        return into;
    }

    [Site("System.Byte[]", 64), MethodImpl(MethodImplOptions.NoInlining)] public static object Inject64() => new byte[40];

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object Lambda() => StoredLambda();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object Deep(int frames) => frames <= 0 ? new byte[5000] : Keep(Deep(frames - 1));

    /// <summary>Keeps the recursion from becoming a jump.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Keep(object value) => value;
}

internal static class Outer
{
    internal sealed class Nested
    {
        public long Value { get; set; }
    }
}
