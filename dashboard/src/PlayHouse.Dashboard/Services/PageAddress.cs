using Microsoft.JSInterop;

namespace PlayHouse.Dashboard.Services;

/// <summary>The address of the open page, as the browser shows it. One per page.</summary>
internal sealed class PageAddress(IJSRuntime script) : IAsyncDisposable
{
    private Task<IJSObjectReference>? _module;

    /// <summary>Shows another address for what is on the page already: a reload brings it back.</summary>
    public Task ReplaceAsync(string path) => CallAsync("replace", path);

    /// <summary>Keeps the reader's place over the next navigation.</summary>
    public Task HoldAsync() => CallAsync("hold");

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            if (_module is { IsCompletedSuccessfully: true } module)
            {
                await (await module).DisposeAsync();
            }
        }
        catch (JSDisconnectedException)
        {
            // The browser has gone.
        }
    }

    private async Task CallAsync(string name, params object?[] arguments)
    {
        try
        {
            _module ??= script.InvokeAsync<IJSObjectReference>("import", "/assets/js/address.js").AsTask();
            await (await _module).InvokeVoidAsync(name, arguments);
        }
        catch (JSDisconnectedException)
        {
            // The browser is gone: no address is left to change.
        }
    }
}
