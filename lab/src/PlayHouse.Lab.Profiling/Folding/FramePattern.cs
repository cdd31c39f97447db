using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Folding;

/// <summary>
/// Names methods. <c>Codec.Encode</c> is every method whose name is that or ends in it behind a dot; <c>*</c> stands for any
/// characters and <c>?</c> for one; <c>Module!</c> in front asks for the module too; <c>/…/</c> is a regular expression that is
/// looked for anywhere in <c>Module!Name</c>. Matching takes time in proportion to the name, whatever the pattern. Immutable.
/// </summary>
public sealed class FramePattern
{
    /// <summary>Longest pattern, characters.</summary>
    public const int CharactersMax = 500;

    // The engine in use cannot backtrack; the limit is the second lock on the same door.
    private static readonly TimeSpan MatchTimeMax = TimeSpan.FromSeconds(5);

    private readonly Regex _regex;
    private readonly bool _hasModule;

    private FramePattern(string text, Regex regex, bool hasModule)
    {
        Text = text;
        _regex = regex;
        _hasModule = hasModule;
    }

    /// <summary>The pattern as it was written.</summary>
    public string Text { get; }

    /// <summary>Reads a pattern.</summary>
    /// <param name="text">The pattern.</param>
    /// <exception cref="FramePatternException">It is empty, too long, or no expression.</exception>
    public static FramePattern Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (string.IsNullOrWhiteSpace(text))
            throw new FramePatternException("A pattern is empty: name a method, for example Codec.Encode or System.Linq.*");
        if (text.Length > CharactersMax)
            throw new FramePatternException(Say($"A pattern has {text.Length} characters, at most {CharactersMax} are read."));
        if (text[0] != '/')
            return new FramePattern(text, Compile(text, FromGlob(text), 0), text.Contains('!', StringComparison.Ordinal));
        if (text.Length < 3 || text[^1] != '/')
            throw new FramePatternException(Say($"The pattern {text} begins with / at character 1 and is not closed by one: /expression/ is a regular expression, anything else a name with * and ?."));
        return new FramePattern(text, Compile(text, text[1..^1], 1), hasModule: true);
    }

    /// <summary>True for a method the pattern names.</summary>
    /// <param name="frame">A frame.</param>
    public bool IsMatch(StackFrame frame)
    {
        ArgumentNullException.ThrowIfNull(frame);
        try
        {
            return _regex.IsMatch(_hasModule ? $"{frame.Module}!{frame.Name}" : frame.Name);
        }
        catch (RegexMatchTimeoutException slow)
        {
            throw new FramePatternException(Say($"The pattern {Text} takes more than {MatchTimeMax.TotalSeconds:F0} s on one name: make it simpler."), slow);
        }
    }

    private static Regex Compile(string text, string expression, int offset)
    {
        try
        {
            return new Regex(expression, RegexOptions.NonBacktracking | RegexOptions.CultureInvariant, MatchTimeMax);
        }
        catch (RegexParseException wrong)
        {
            int at = Math.Min(wrong.Offset + offset, text.Length);
            throw new FramePatternException(Say($"The pattern {text} is no regular expression: {Words(wrong.Error)} at character {at}."), wrong);
        }
        catch (NotSupportedException unsupported)
        {
            throw new FramePatternException(Say($"The pattern {text} needs back references, look-around or too many repetitions, from character {offset + 1} on; none of them is supported, because they can take forever."), unsupported);
        }
    }

    private static string FromGlob(string glob)
    {
        var expression = new StringBuilder(glob.Contains('!', StringComparison.Ordinal) ? "^" : @"(^|\.)");
        foreach (char c in glob)
        {
            expression.Append(c switch
            {
                '*' => ".*",
                '?' => ".",
                _ => Regex.Escape(c.ToString()),
            });
        }
        return expression.Append(@"\z").ToString();
    }

    /// <summary>The name of an error, <c>QuantifierAfterNothing</c>, as words.</summary>
    private static string Words(RegexParseError error)
    {
        var words = new StringBuilder();
        foreach (char c in error.ToString())
            words.Append(char.IsAsciiLetterUpper(c) && words.Length > 0 ? " " : "").Append(char.ToLowerInvariant(c));
        return words.ToString();
    }

    private static string Say(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
