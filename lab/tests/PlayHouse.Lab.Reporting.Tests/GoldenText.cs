using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.SampleText;

/// <summary>Compares a text with the file <c>Golden/NAME</c>. With ACCEPT_GOLDEN=1 the file is rewritten, to be read before it is committed.</summary>
internal static class GoldenText
{
    public static void Check(string name, string text, [CallerFilePath] string caller = "")
    {
        if (Environment.GetEnvironmentVariable("ACCEPT_GOLDEN") == "1")
        {
            string folder = Path.Combine(Path.GetDirectoryName(caller)!, "Golden");
            Directory.CreateDirectory(folder);
            File.WriteAllText(Path.Combine(folder, name), text);
            return;
        }

        Assert.Equal(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Golden", name)), text);
    }
}
