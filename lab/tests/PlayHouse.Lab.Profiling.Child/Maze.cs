using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>
/// Stacks that rarely repeat: 65,536 ways through four methods, each some 70 frames deep. No method calls itself, or its frames
/// would be one.
/// </summary>
internal static class Maze
{
    private const int Turns = 16;
    private const int Depth = 66;

    /// <summary>Walks one of the ways, the next one for the next number, and allocates 1,024 bytes at its end.</summary>
    public static object Walk(long number) => North((uint)(number * 2_654_435_761), 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object North(uint way, int depth)
        => depth == Depth ? new byte[1000] : Keep(IsLeft(way, depth) ? East(way, depth + 1) : South(way, depth + 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object East(uint way, int depth)
        => depth == Depth ? new byte[1000] : Keep(IsLeft(way, depth) ? South(way, depth + 1) : West(way, depth + 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object South(uint way, int depth)
        => depth == Depth ? new byte[1000] : Keep(IsLeft(way, depth) ? West(way, depth + 1) : North(way, depth + 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object West(uint way, int depth)
        => depth == Depth ? new byte[1000] : Keep(IsLeft(way, depth) ? North(way, depth + 1) : East(way, depth + 1));

    /// <summary>Behind the turns there is one way on.</summary>
    private static bool IsLeft(uint way, int depth) => depth >= Turns || ((way >> depth) & 1) == 0;

    /// <summary>Keeps a call from becoming a jump.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Keep(object value) => value;
}
