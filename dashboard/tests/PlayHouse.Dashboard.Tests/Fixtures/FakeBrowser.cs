using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts;
using PlayHouse.Dashboard.Components.Charts.Figures;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>A call into a script.</summary>
internal sealed record ScriptCall(string Name, IReadOnlyList<object?> Arguments)
{
    /// <summary>An argument as it goes over the wire.</summary>
    public JsonNode Json(int argument) => JsonSerializer.SerializeToNode(Arguments[argument])!;
}

/// <summary>The browser's side of a page: records what it is asked to do.</summary>
internal sealed class FakeBrowser : IJSRuntime
{
    public List<ScriptCall> Calls { get; } = [];

    /// <summary>False for a browser that cannot load the drawing library.</summary>
    public bool CanDraw { get; set; } = true;

    /// <summary>How its page looks.</summary>
    public ChartLook Look { get; set; } = new(FigureStyle.Names.ToDictionary(n => n, n => $"{n.Length},0,0"), IsNarrow: false);

    /// <summary>What every call fails with; null for none.</summary>
    public Exception? Failure { get; set; }

    public IEnumerable<string> Names => Calls.Select(c => c.Name);

    public ValueTask<TValue> InvokeAsync<TValue>(string identifier, object?[]? args) => InvokeAsync<TValue>(identifier, CancellationToken.None, args);

    public ValueTask<TValue> InvokeAsync<TValue>(string identifier, CancellationToken cancellationToken, object?[]? args)
    {
        Calls.Add(new ScriptCall(identifier, args ?? []));
        if (Failure is not null && identifier != "import")
        {
            return ValueTask.FromException<TValue>(Failure);
        }

        if (!CanDraw && identifier == "importScript")
        {
            return ValueTask.FromException<TValue>(new JSException("blocked"));
        }

        object? result = identifier switch { "import" => new Module(this), "look" => Look, _ => default(TValue) };
        return ValueTask.FromResult((TValue)result!);
    }

    private sealed class Module(FakeBrowser browser) : IJSObjectReference
    {
        public ValueTask<TValue> InvokeAsync<TValue>(string identifier, object?[]? args) => browser.InvokeAsync<TValue>(identifier, args);

        public ValueTask<TValue> InvokeAsync<TValue>(string identifier, CancellationToken cancellationToken, object?[]? args) =>
            browser.InvokeAsync<TValue>(identifier, cancellationToken, args);

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
