using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>Stacks that rarely repeat: 65,536 ways through two methods, each some 70 frames deep.</summary>
internal static class Maze
{
    private const int Turns = 16;
    private const int Depth = 64;

    /// <summary>Walks one of the ways, the next one for the next number, and allocates 1,024 bytes at its end.</summary>
    public static object Walk(long number) => Left((uint)(number * 2_654_435_761), 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Left(uint way, int depth) => depth == Depth ? new byte[1000] : Keep(Turn(way, depth));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Right(uint way, int depth) => depth == Depth ? new byte[1000] : Keep(Turn(way, depth));

    /// <summary>Inlined: the ways are told apart by the two methods alone.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static object Turn(uint way, int depth)
        => depth < Turns && ((way >> depth) & 1) == 0 || depth >= Turns && (depth & 1) == 0 ? Right(way, depth + 1) : Left(way, depth + 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Keep(object value) => value;
}
