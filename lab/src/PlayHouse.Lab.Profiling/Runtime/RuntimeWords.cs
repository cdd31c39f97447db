using System.Text;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>The runtime's enum members as words of the lab. Pure.</summary>
internal static class RuntimeWords
{
    /// <summary><c>AllocSmall</c> becomes <c>alloc-small</c>; a value without a name stays a number.</summary>
    public static string Of<T>(T value)
        where T : struct, Enum
    {
        string name = value.ToString();
        var word = new StringBuilder(name.Length + 4);
        for (int i = 0; i < name.Length; i++)
        {
            bool isNewWord = char.IsUpper(name[i]) && i > 0 && !char.IsUpper(name[i - 1]);
            word.Append(isNewWord ? "-" : "").Append(char.ToLowerInvariant(name[i]));
        }
        return word.ToString();
    }
}
