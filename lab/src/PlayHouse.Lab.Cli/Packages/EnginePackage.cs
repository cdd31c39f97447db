namespace PlayHouse.Lab.Cli.Packages;

/// <summary>One package that was made.</summary>
/// <param name="Id">Its name.</param>
/// <param name="Version">Its version.</param>
/// <param name="File">Full path; the symbols lie next to it.</param>
/// <param name="Bytes">Its size.</param>
/// <param name="IsReplaced">True when a package of the same version lay there before.</param>
internal sealed record EnginePackage(string Id, string Version, string File, long Bytes, bool IsReplaced);
