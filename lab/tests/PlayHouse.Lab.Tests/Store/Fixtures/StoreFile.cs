namespace PlayHouse.Lab.Store.Tests.Fixtures;

/// <summary>A store in a folder of its own that goes away with the test.</summary>
internal sealed class StoreFile : IAsyncDisposable
{
    private readonly List<LabStore> _opened = [];

    public StoreFile() => Directory.CreateDirectory(Folder);

    public string Folder { get; } = System.IO.Path.Combine(System.IO.Path.GetTempPath(), "plab-store-" + Guid.NewGuid().ToString("N"));

    public string Path => System.IO.Path.Combine(Folder, "lab.db");

    public async Task<LabStore> OpenAsync(StoreMode mode = StoreMode.Write, TimeProvider? clock = null)
    {
        LabStore store = await LabStore.OpenAsync(Path, mode, clock);
        _opened.Add(store);
        return store;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (LabStore store in _opened)
        {
            await store.DisposeAsync();
        }

        Directory.Delete(Folder, recursive: true);
    }
}
