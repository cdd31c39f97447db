namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>One method on a stack, named as its developer wrote it. Equal frames of two launches are equal values.</summary>
/// <param name="Name">Normalised name: <c>Namespace.Type.Method</c>.</param>
/// <param name="Module">File name of the module without folder and extension; empty where there is none.</param>
/// <param name="Kind">What it is to the reader.</param>
/// <param name="Source"><c>File.cs:12</c>, <c>File.cs:~12</c> where several lines are possible, or null where no PDB tells.</param>
public sealed record StackFrame(string Name, string Module, FrameKind Kind, string? Source = null);
