namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>Where an object was allocated.</summary>
/// <param name="Site">Normalised name of the first frame outside the framework.</param>
/// <param name="Source"><c>File.cs:12</c> or null where no PDB tells.</param>
/// <param name="CalledFrom">For a site without source, the nearest caller that has one: <c>Type.Method (File.cs:12)</c>.</param>
public sealed record CallSite(string Site, string? Source, string? CalledFrom);
