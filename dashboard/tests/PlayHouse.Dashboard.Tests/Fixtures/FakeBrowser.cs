using System.Text.Json.Nodes;
using Microsoft.JSInterop;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>A call into the script of charts.</summary>
internal sealed record ScriptCall(string Name, IReadOnlyList<object?> Arguments)
{
    public JsonObject Json(int argument) => ((JsonNode)Arguments[argument]!).AsObject();
}

/// <summary>The browser's side of a page: records what it is asked to do.</summary>
internal sealed class FakeBrowser : IJSRuntime
{
    public List<ScriptCall> Calls { get; } = [];

    /// <summary>False for a browser that cannot load the drawing library.</summary>
    public bool CanDraw { get; set; } = true;

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

        object? result = identifier switch { "import" => new Module(this), "draw" => CanDraw, _ => default(TValue) };
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
