using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>
/// Tells clients what a cell puts out, in its order. Console text is gathered for a moment, so that a cell that writes letter by letter
/// is no flood of messages. What comes after the cell has ended is left out. Any thread.
/// </summary>
internal sealed class KernelOutput : ICellOutput, IDisposable
{
    private const int GatheredCharactersMax = 64 * 1024;
    private static readonly TimeSpan GatherTime = TimeSpan.FromMilliseconds(50);

    private readonly Action<string, JsonObject> _tell;
    private readonly HashSet<string> _shown;
    private readonly HashSet<string> _own = new(StringComparer.Ordinal);
    private readonly Lock _gate = new();
    private readonly OutputBudget _budget = new();
    private readonly StringBuilder _gathered = new();
    private readonly Timer _timer;
    private bool _isError;
    private bool _isOver;

    /// <summary>The output of one cell.</summary>
    /// <param name="tell">Publishes: the type of the message and its content.</param>
    /// <param name="shown">Names under which cells showed something, this one and earlier ones.</param>
    public KernelOutput(Action<string, JsonObject> tell, HashSet<string> shown)
    {
        (_tell, _shown) = (tell, shown);
        _timer = new Timer(_ => Flush());
    }

    public void Write(bool isError, string text)
    {
        lock (_gate)
        {
            text = _isOver ? "" : _budget.Take(text);
            if (text.Length > 0)
            {
                Gather(isError, text);
            }
        }
    }

    public void Show(DisplayData data, string? id)
    {
        lock (_gate)
        {
            // What an earlier cell showed under the name may be gone: a page forgets the outputs of a cell that runs again.
            bool isNew = id is null || !_own.Contains(id);
            if (Tell(data, id, isNew) && isNew && id is not null)
            {
                _shown.Add(id);
            }
        }
    }

    public void Update(DisplayData data, string id)
    {
        lock (_gate)
        {
            // Not remembered beyond the cell: when it runs again, it has nothing to replace again.
            Tell(data, id, isNew: !_own.Contains(id) && !_shown.Contains(id));
        }
    }

    /// <summary>Ends the cell: tells what is left, the note of what was cut, and its value.</summary>
    public void End(DisplayData? value, int count)
    {
        lock (_gate)
        {
            DisplayData? kept = value is not null && _budget.TakeWhole(OutputWriter.Length(value)) ? value : null;
            if (_budget.Note is { } note)
            {
                Gather(isError: true, note);
            }

            TellGathered();
            if (kept is not null)
            {
                JsonObject result = Bundle(kept, null);
                result["execution_count"] = count;
                _tell("execute_result", result);
            }

            _isOver = true;
        }
    }

    public void Dispose() => _timer.Dispose();

    private bool Tell(DisplayData data, string? id, bool isNew)
    {
        if (_isOver || !_budget.TakeWhole(OutputWriter.Length(data)))
        {
            return false;
        }

        TellGathered();
        _tell(isNew ? "display_data" : "update_display_data", Bundle(data, id));
        if (isNew && id is not null)
        {
            _own.Add(id);
        }

        return true;
    }

    private void Gather(bool isError, string text)
    {
        if (_isError != isError)
        {
            TellGathered();
            _isError = isError;
        }

        if (_gathered.Length == 0)
        {
            _timer.Change(GatherTime, Timeout.InfiniteTimeSpan);
        }

        _gathered.Append(text);
        if (_gathered.Length >= GatheredCharactersMax)
        {
            TellGathered();
        }
    }

    private void Flush()
    {
        lock (_gate)
        {
            if (!_isOver)
            {
                TellGathered();
            }
        }
    }

    private void TellGathered()
    {
        if (_gathered.Length > 0)
        {
            _tell("stream", new JsonObject { ["name"] = _isError ? "stderr" : "stdout", ["text"] = _gathered.ToString() });
            _gathered.Clear();
        }
    }

    private static JsonObject Bundle(DisplayData data, string? id)
    {
        JsonObject forms = [];
        foreach ((string type, string content) in data.ForPages())
        {
            forms[type] = content;
        }

        JsonObject transient = [];
        if (id is not null)
        {
            transient["display_id"] = id;
        }

        return new JsonObject { ["data"] = forms, ["metadata"] = new JsonObject(), ["transient"] = transient };
    }
}
