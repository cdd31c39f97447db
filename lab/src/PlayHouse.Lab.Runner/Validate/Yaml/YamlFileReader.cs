using System.Text;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace PlayHouse.Lab.Runner.Validate.Yaml;

/// <summary>
/// Reads the small part of YAML that lab files need: mappings with text keys, lists and scalars in one document. Everything through
/// which a file could mean something else than it shows (anchors, aliases, tags, merge keys, repeated keys) is refused.
/// </summary>
internal sealed class YamlFileReader
{
    /// <summary>Largest file, bytes.</summary>
    public const int MaxBytes = 1024 * 1024;

    /// <summary>Deepest nesting.</summary>
    public const int MaxDepth = 16;

    /// <summary>Most values in a file.</summary>
    public const int MaxValues = 10_000;

    /// <summary>Most problems reported for one file.</summary>
    public const int MaxProblems = 100;

    private readonly string _file;
    private readonly List<FileProblem> _problems;
    private Parser _parser = null!;
    private int _values;

    private YamlFileReader(string file, List<FileProblem> problems)
    {
        _file = file;
        _problems = problems;
    }

    /// <summary>The bytes of a file within the limit, or null and a problem.</summary>
    public static byte[]? ReadBytes(string file, List<FileProblem> problems)
    {
        try
        {
            using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            byte[] buffer = new byte[MaxBytes + 1];
            int length = stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
            if (length <= MaxBytes)
            {
                return buffer[..length];
            }

            problems.Add(new FileProblem(file, 1, 1, $"the file is larger than {MaxBytes} bytes", null));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            problems.Add(new FileProblem(file, 1, 1, $"the file cannot be read: {e.Message}", null));
        }

        return null;
    }

    /// <summary>The mapping at the top of the file. Null, or a tree with holes, when problems were added.</summary>
    public static YamlMap? Read(string file, ReadOnlySpan<byte> bytes, List<FileProblem> problems)
    {
        string? text = Decode(file, bytes, problems);
        return text is null ? null : new YamlFileReader(file, problems).ReadDocument(text);
    }

    private static string? Decode(string file, ReadOnlySpan<byte> bytes, List<FileProblem> problems)
    {
        if (bytes.StartsWith(Encoding.UTF8.Preamble))
        {
            bytes = bytes[Encoding.UTF8.Preamble.Length..];
        }

        int line = 1, lineStart = 0;
        for (int i = 0; i < bytes.Length;)
        {
            bool isText = Rune.DecodeFromUtf8(bytes[i..], out Rune rune, out int length) == System.Buffers.OperationStatus.Done;
            bool isAllowed = isText && (!Rune.IsControl(rune) || rune.Value is '\n' or '\r' or '\t') && rune.Value is not (0x2028 or 0x2029 or 0xFEFF);
            if (!isAllowed)
            {
                string what = isText ? $"the control character U+{rune.Value:X4}" : "a byte that is not UTF-8";
                problems.Add(new FileProblem(file, line, i - lineStart + 1, $"the file holds {what}", "save it as plain UTF-8 text"));
                return null;
            }

            i += length;
            if (rune.Value == '\n')
            {
                line++;
                lineStart = i;
            }
        }

        return Encoding.UTF8.GetString(bytes);
    }

    private YamlMap? ReadDocument(string text)
    {
        try
        {
            _parser = new Parser(new StringReader(text));
            _parser.Consume<StreamStart>();
            if (_parser.Accept<StreamEnd>(out _))
            {
                Add(1, 1, "the file is empty", "start from experiments/README.md");
                return null;
            }

            _parser.Consume<DocumentStart>();
            YamlValue root = ReadValue(0);
            _parser.Consume<DocumentEnd>();
            if (!_parser.Accept<StreamEnd>(out _))
            {
                Add(_parser.Current?.Start ?? Mark.Empty, "the file holds a second document", "keep one document in a file");
                return null;
            }

            if (root is YamlMap map)
            {
                return map;
            }

            Add(root.Line, root.Column, "the file is not a mapping of keys to values", "start with 'version: 1'");
            return null;
        }
        catch (StopReading)
        {
            return null;
        }
        catch (YamlException e)
        {
            _problems.Add(new FileProblem(_file, Number(e.Start.Line), Number(e.Start.Column), "this is not YAML: " + Suggestions.Plain(e.Message), null));
            return null;
        }
        catch (Exception)
        {
            // The parser answers some malformed input with exceptions of the framework, of no fixed set; the place is where it had got to.
            Mark mark = _parser.Current?.Start ?? Mark.Empty;
            _problems.Add(new FileProblem(_file, Number(mark.Line), Number(mark.Column), "this is not YAML", null));
            return null;
        }
    }

    private YamlValue ReadValue(int depth)
    {
        ParsingEvent current = _parser.Current ?? throw new StopReading();
        if (depth > MaxDepth || ++_values > MaxValues)
        {
            Add(current.Start, depth > MaxDepth ? $"values nest deeper than {MaxDepth}" : $"the file holds more than {MaxValues} values", null);
            throw new StopReading();
        }

        CheckNode(current);
        switch (current)
        {
            case Scalar scalar:
                _parser.MoveNext();
                return new YamlText(scalar.Value, scalar.Style == ScalarStyle.Plain, Number(scalar.Start.Line), Number(scalar.Start.Column));
            case SequenceStart start:
                return ReadList(start, depth);
            case MappingStart start:
                return ReadMap(start, depth);
            default:
                // An alias has been reported; an empty text keeps its place in the tree.
                _parser.MoveNext();
                return new YamlText("", false, Number(current.Start.Line), Number(current.Start.Column));
        }
    }

    private YamlList ReadList(SequenceStart start, int depth)
    {
        _parser.MoveNext();
        List<YamlValue> items = [];
        while (!_parser.TryConsume<SequenceEnd>(out _))
        {
            items.Add(ReadValue(depth + 1));
        }

        return new YamlList(items, Number(start.Start.Line), Number(start.Start.Column));
    }

    private YamlMap ReadMap(MappingStart start, int depth)
    {
        _parser.MoveNext();
        List<YamlEntry> entries = [];
        HashSet<string> keys = new(StringComparer.Ordinal);
        while (!_parser.TryConsume<MappingEnd>(out _))
        {
            YamlValue key = ReadValue(depth + 1);
            YamlValue value = ReadValue(depth + 1);
            if (key is not YamlText text)
            {
                Add(key.Line, key.Column, "a key is plain text", null);
            }
            else if (!keys.Add(text.Text))
            {
                Add(key.Line, key.Column, $"the key {Suggestions.Quote(text.Text)} stands here a second time", "keep one of the two");
            }
            else
            {
                entries.Add(new YamlEntry(text.Text, key.Line, key.Column, value));
            }
        }

        return new YamlMap(entries, Number(start.Start.Line), Number(start.Start.Column));
    }

    private void CheckNode(ParsingEvent current)
    {
        if (current is AnchorAlias)
        {
            Add(current.Start, "aliases ('*name') are not allowed", "write the value out");
        }
        else if (current is NodeEvent { Anchor.IsEmpty: false })
        {
            Add(current.Start, "anchors ('&name') are not allowed", "write the value out where it is used");
        }
        else if (current is NodeEvent { Tag.IsEmpty: false })
        {
            Add(current.Start, "tags ('!name') are not allowed", "leave the tag out");
        }
    }

    private void Add(Mark mark, string message, string? suggestion) => Add(Number(mark.Line), Number(mark.Column), message, suggestion);

    private void Add(int line, int column, string message, string? suggestion)
    {
        _problems.Add(new FileProblem(_file, line, column, message, suggestion));
        if (_problems.Count >= MaxProblems)
        {
            throw new StopReading();
        }
    }

    private static int Number(long position) => (int)Math.Clamp(position, 1, int.MaxValue);

    /// <summary>Nothing after this point can be trusted or is worth reporting.</summary>
    private sealed class StopReading : Exception;
}
