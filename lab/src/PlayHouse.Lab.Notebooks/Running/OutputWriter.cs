using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Running;

/// <summary>
/// Collects the output of one cell in the form of the file: neighbouring console texts are one output, and no cell grows the process.
/// What comes after the cell has ended is left out. Any thread.
/// </summary>
/// <param name="echo">Told what is written to the console.</param>
/// <param name="names">What earlier cells showed under names.</param>
internal sealed class OutputWriter(Action<string> echo, NamedOutputs names) : ICellOutput
{
    /// <summary>Most characters of console text and of shown things of a cell; what is beyond is counted and said.</summary>
    public const int CharactersMax = 10_000_000;

    private readonly Lock _gate = new();
    private readonly List<JsonObject> _outputs = [];
    private readonly HashSet<string> _own = new(StringComparer.Ordinal);
    private readonly OutputBudget _budget = new();
    private readonly StringBuilder _openText = new();
    private string? _openName;
    private bool _isOver;

    public void Write(bool isError, string text)
    {
        lock (_gate)
        {
            text = _isOver ? "" : _budget.Take(text);
            if (text.Length == 0)
            {
                return;
            }

            string name = isError ? "stderr" : "stdout";
            if (_openName != name)
            {
                CloseText();
                _openName = name;
            }

            _openText.Append(text);
        }

        echo(text);
    }

    public void Show(DisplayData data, string? id)
    {
        lock (_gate)
        {
            bool isNew = id is null || !_own.Contains(id);
            if (Put(data, id, isNew) && isNew && id is not null)
            {
                names.MarkShown(id);
            }
        }
    }

    public void Update(DisplayData data, string id)
    {
        lock (_gate)
        {
            Put(data, id, isNew: !_own.Contains(id) && !names.IsShown(id));
        }
    }

    /// <summary>Ends the cell and gives everything it put out, its value and error last.</summary>
    public JsonArray End(CellResult result, int count)
    {
        lock (_gate)
        {
            _isOver = true;
            DisplayData? kept = result.Value is { } last && _budget.TakeWhole(Length(last)) ? last : null;
            CloseText();
            if (_budget.Note is { } note)
            {
                _outputs.Add(new JsonObject { ["name"] = "stderr", ["output_type"] = "stream", ["text"] = note });
            }

            foreach (JsonObject stream in _outputs.Where(o => (string?)o["output_type"] == "stream"))
            {
                stream["text"] = IpynbFile.Lines((string)stream["text"]!);
            }

            if (kept is { } value)
            {
                _outputs.Add(new JsonObject { ["data"] = Bundle(value), ["execution_count"] = count, ["metadata"] = new JsonObject(), ["output_type"] = "execute_result" });
            }

            if (result.Error is { } error)
            {
                _outputs.Add(error.ToOutput());
            }

            return new JsonArray([.. _outputs]);
        }
    }

    /// <summary>A bundle as the file keeps it: lists of lines.</summary>
    public static JsonObject Bundle(DisplayData data)
    {
        JsonObject bundle = [];
        foreach ((string type, string content) in data.ForPages())
        {
            bundle[type] = IpynbFile.Lines(content);
        }

        return bundle;
    }

    private bool Put(DisplayData data, string? id, bool isNew)
    {
        if (_isOver || !_budget.TakeWhole(Length(data)))
        {
            return false;
        }

        JsonObject bundle = Bundle(data);
        if (id is not null)
        {
            names.Replace(id, bundle);
        }

        if (isNew)
        {
            CloseText();
            JsonObject output = new() { ["data"] = bundle, ["metadata"] = new JsonObject(), ["output_type"] = "display_data" };
            _outputs.Add(output);
            if (id is not null)
            {
                _own.Add(id);
                names.Add(id, output);
            }
        }

        return true;
    }

    // A cell that writes letter by letter adds to one text, not a text to each letter.
    private void CloseText()
    {
        if (_openName is not null)
        {
            _outputs.Add(new JsonObject { ["name"] = _openName, ["output_type"] = "stream", ["text"] = _openText.ToString() });
            _openText.Clear();
            _openName = null;
        }
    }

    /// <summary>Characters of all forms of something shown.</summary>
    public static int Length(DisplayData data) => (int)Math.Min(int.MaxValue, data.Forms.Values.Sum(f => (long)f.Length));
}
