using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.SampleText;

/// <summary>Compares a text with the file <c>Golden/NAME</c> next to the test. With ACCEPT_GOLDEN=1 the file is rewritten, to be read before it is committed.</summary>
public static class GoldenText
{
    public static void Check(string name, string text, [CallerFilePath] string caller = "")
    {
        string file = Path.Combine(Path.GetDirectoryName(caller)!, "Golden", name);
        if (Environment.GetEnvironmentVariable("ACCEPT_GOLDEN") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
            return;
        }

        Assert.Equal(File.ReadAllText(file), text);
    }
}
