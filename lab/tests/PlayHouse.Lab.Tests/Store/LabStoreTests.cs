using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Store.Sql;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

public sealed class LabStoreTests
{
    [Fact]
    public async Task Open_NewFile_HasEveryTableStrictAndForeignKeysAndWal()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();

        using var connection = new SqliteConnection($"Data Source={file.Path};Pooling=False");
        await connection.OpenAsync();
        string[] expected =
        [
            "aa_result", "arm", "artefact", "block", "decision", "decision_run", "event", "experiment", "histogram", "launch",
            "metric_value", "profile", "run", "runtime_profile", "schema_version", "verdict",
        ];
        Assert.Equal(expected, Column(connection, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"));
        Assert.Equal(["wal"], Column(connection, "PRAGMA journal_mode"));
        Assert.All(
            Column(connection, "SELECT sql FROM sqlite_master WHERE type = 'table'"),
            sql => Assert.EndsWith("STRICT", sql, StringComparison.Ordinal));
        var orphan = await Assert.ThrowsAsync<StoreException>(() => store.Results.SaveProfileAsync(
            new() { LaunchId = "l-none", Arm = "a", Messages = 1, ExactBytesPerMessage = 1, EstimatedBytesPerMessage = 1, Samples = 1, Sites = [] }));
        Assert.Equal(StoreProblem.Conflict, orphan.Problem);
    }

    /// <summary>A page that outlives the store, as in a dashboard that is being stopped, must not make the file again that was just removed.</summary>
    [Fact]
    public async Task Closed_RefusesWhatIsAskedLater_AndMakesNoFile()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        await store.Runs.CreateAsync(Samples.Plan());
        await store.DisposeAsync();
        foreach (string left in Directory.GetFiles(Path.GetDirectoryName(file.Path)!))
        {
            File.Delete(left);
        }

        await Assert.ThrowsAsync<ObjectDisposedException>(() => store.Runs.ListAsync());
        await Assert.ThrowsAsync<ObjectDisposedException>(() => store.Runs.CreateAsync(Samples.Plan()));
        Assert.Empty(Directory.GetFiles(Path.GetDirectoryName(file.Path)!));
    }

    [Fact]
    public async Task Open_Again_KeepsDataAndVersion()
    {
        await using var file = new StoreFile();
        LabStore first = await file.OpenAsync();
        await first.Runs.CreateAsync(Samples.Plan());
        LabStore second = await file.OpenAsync();

        Assert.Single(await second.Runs.ListAsync());
        using var connection = new SqliteConnection($"Data Source={file.Path};Pooling=False");
        await connection.OpenAsync();
        Assert.Equal(Migration.All.Count.ToString(), Column(connection, "SELECT COUNT(*) FROM schema_version").Single());
    }

    [Fact]
    public async Task Open_ManyWritersOfANewFile_MigrateOnce()
    {
        await using var file = new StoreFile();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => file.OpenAsync()));

        using var connection = new SqliteConnection($"Data Source={file.Path};Pooling=False");
        await connection.OpenAsync();
        Assert.Equal(Migration.All.Count.ToString(), Column(connection, "SELECT COUNT(*) FROM schema_version").Single());
    }

    [Fact]
    public async Task OpenForReading_MissingFile_SaysSoAndCreatesNothing()
    {
        await using var file = new StoreFile();
        var error = await Assert.ThrowsAsync<StoreException>(() => file.OpenAsync(StoreMode.Read));

        Assert.Equal(StoreProblem.Missing, error.Problem);
        Assert.False(File.Exists(file.Path));
    }

    [Theory]
    [InlineData(StoreMode.Read)]
    [InlineData(StoreMode.Write)]
    public async Task Open_FileThatIsNoDatabase_IsRefusedAndUntouched(StoreMode mode)
    {
        await using var file = new StoreFile();
        byte[] bytes = [.. "these are my notes, not a database"u8];
        await File.WriteAllBytesAsync(file.Path, bytes);

        var error = await Assert.ThrowsAsync<StoreException>(() => file.OpenAsync(mode));

        Assert.Equal(StoreProblem.NotAStore, error.Problem);
        Assert.Equal(bytes, await File.ReadAllBytesAsync(file.Path));
        Assert.Equal([file.Path], Directory.GetFiles(file.Folder));
    }

    [Fact]
    public async Task Open_DatabaseOfAnotherProgram_IsRefusedAndUntouched()
    {
        await using var file = new StoreFile();
        Execute(file.Path, "CREATE TABLE bookmarks (url TEXT)");
        byte[] before = await File.ReadAllBytesAsync(file.Path);

        var error = await Assert.ThrowsAsync<StoreException>(() => file.OpenAsync());

        Assert.Equal(StoreProblem.NotAStore, error.Problem);
        Assert.Equal(before, await File.ReadAllBytesAsync(file.Path));
    }

    [Fact]
    public async Task Open_DatabaseHeaderThenGarbage_IsRefusedWithAMessage()
    {
        await using var file = new StoreFile();
        byte[] bytes = new byte[8_192];
        new Random(7).NextBytes(bytes);
        "SQLite format 3\0"u8.CopyTo(bytes);
        await File.WriteAllBytesAsync(file.Path, bytes);

        var error = await Assert.ThrowsAsync<StoreException>(() => file.OpenAsync());

        Assert.Contains(error.Problem, new[] { StoreProblem.NotAStore, StoreProblem.Damaged });
        Assert.Equal(bytes, await File.ReadAllBytesAsync(file.Path));
    }

    [Fact]
    public async Task Open_NewerSchema_IsRefusedForBothModes()
    {
        await using var file = new StoreFile();
        await (await file.OpenAsync()).DisposeAsync();
        Execute(file.Path, "INSERT INTO schema_version VALUES (9999, 'future', 0)");

        foreach (StoreMode mode in Enum.GetValues<StoreMode>())
        {
            var error = await Assert.ThrowsAsync<StoreException>(() => file.OpenAsync(mode));
            Assert.Equal(StoreProblem.SchemaVersion, error.Problem);
            Assert.Contains("9999", error.Message, StringComparison.Ordinal);
            Assert.Contains("update this checkout", error.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task OpenForReading_OlderSchema_IsRefusedAndNotMigrated()
    {
        await using var file = new StoreFile();
        await (await file.OpenAsync()).DisposeAsync();
        Execute(file.Path, "DELETE FROM schema_version");

        var error = await Assert.ThrowsAsync<StoreException>(() => file.OpenAsync(StoreMode.Read));

        Assert.Equal(StoreProblem.SchemaVersion, error.Problem);
        Assert.Contains("never migrates", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reader_Write_IsRefused()
    {
        await using var file = new StoreFile();
        await file.OpenAsync();
        LabStore reader = await file.OpenAsync(StoreMode.Read);

        var error = await Assert.ThrowsAsync<StoreException>(() => reader.Runs.CreateAsync(Samples.Plan()));
        Assert.Equal(StoreProblem.Invalid, error.Problem);
    }

    private static void Execute(string path, string sql)
    {
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    private static List<string> Column(SqliteConnection connection, string sql)
    {
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = sql;
        using SqliteDataReader reader = command.ExecuteReader();
        List<string> values = [];
        while (reader.Read())
        {
            values.Add(reader.GetString(0));
        }

        return values;
    }
}
