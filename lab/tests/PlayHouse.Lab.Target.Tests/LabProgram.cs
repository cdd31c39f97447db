namespace PlayHouse.Lab.Target.Tests;

/// <summary>Programs of the lab, in the build's sibling folders.</summary>
internal static class LabProgram
{
    public static string PathOf(string project)
    {
        string here = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        return Path.Combine(here, "..", "..", project, Path.GetFileName(here), project);
    }
}
