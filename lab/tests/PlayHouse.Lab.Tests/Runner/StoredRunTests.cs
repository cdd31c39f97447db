using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Tests;

/// <summary>Tests over one planned run in a store of its own.</summary>
public abstract class StoredRunTests : IAsyncLifetime
{
    /// <summary>Id of the run.</summary>
    protected const string RunId = "r-20260102-030405-abcd";

    /// <summary>Where the store lies.</summary>
    protected LabWorkspace Workspace { get; } = new(Directory.CreateTempSubdirectory("plab-stored-run-").FullName);

    /// <summary>The store, open for writing.</summary>
    protected LabStore Store { get; private set; } = null!;

    /// <inheritdoc/>
    public async Task InitializeAsync()
    {
        Directory.CreateDirectory(Workspace.Data);
        Store = await LabStore.OpenAsync(Workspace.Store, StoreMode.Write, null, CancellationToken.None);
        await Store.Runs.CreateAsync(RunFixture.Plan() with { RunId = RunId });
    }

    /// <inheritdoc/>
    public async Task DisposeAsync()
    {
        await Store.DisposeAsync();
        Directory.Delete(Workspace.Root, recursive: true);
    }
}
