namespace PlayHouse.Lab.Control.Tests;

internal static class ChildPath
{
    public static string Find()
    {
        string here = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        return Path.Combine(here, "..", "..", "PlayHouse.Lab.Control.Child", Path.GetFileName(here), "PlayHouse.Lab.Control.Child");
    }
}
