using System.Globalization;
using Dapper;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Store.Sql;

namespace PlayHouse.Lab.Store;

/// <summary>Decides whether a file may be used as a store, and brings its schema up to date for a writer.</summary>
internal static class StoreOpening
{
    private const int HeaderBytes = 16;
    private static readonly byte[] SqliteHeader = "SQLite format 3\0"u8.ToArray();

    /// <summary>Checks without writing a byte; returns the schema version, 0 for a file still to be created.</summary>
    public static int Inspect(StoreDatabase database, StoreMode mode)
    {
        string path = database.Path;
        if (Directory.Exists(path))
        {
            throw new StoreException(StoreProblem.NotAStore, $"{path} is a folder; name a file");
        }

        var file = new FileInfo(path);
        if (!file.Exists || file.Length == 0)
        {
            return mode == StoreMode.Write
                ? 0
                : throw new StoreException(StoreProblem.Missing, $"there is no store at {path}; run an experiment first, for example `plab demo`");
        }

        if (!HasSqliteHeader(path))
        {
            throw new StoreException(StoreProblem.NotAStore, $"{path} is not a database; name another file, this one was left untouched");
        }

        int version = database.Guard(() => ReadVersion(path));
        CheckVersion(path, mode, version);
        return version;
    }

    /// <summary>Creates or migrates in one transaction. Two writers that start together meet at the lock; the second finds the work done.</summary>
    public static void Migrate(StoreDatabase database)
    {
        database.Guard(() =>
        {
            string? folder = Path.GetDirectoryName(Path.GetFullPath(database.Path));
            if (folder is not null)
            {
                Directory.CreateDirectory(folder);
            }

            using var connection = new SqliteConnection(StoreDatabase.ConnectionString(database.Path, SqliteOpenMode.ReadWriteCreate, false));
            connection.Open();
            connection.Execute("PRAGMA journal_mode = WAL");
            using SqliteTransaction transaction = connection.BeginTransaction(deferred: false);
            int present = VersionOf(connection, transaction, database.Path);
            CheckVersion(database.Path, StoreMode.Write, present);
            Apply(connection, transaction, present, database.NowMs);
            transaction.Commit();
            return true;
        });
    }

    private static void Apply(SqliteConnection connection, SqliteTransaction transaction, int present, long nowMs)
    {
        if (present == 0)
        {
            connection.Execute(SqlDialect.Sqlite.Apply(Statements.CreateSchemaVersion), transaction: transaction);
            connection.Execute(
                "PRAGMA application_id = " + StoreDatabase.ApplicationId.ToString(CultureInfo.InvariantCulture), transaction: transaction);
        }

        foreach (Migration migration in Migration.All.Where(m => m.Number > present))
        {
            connection.Execute(SqlDialect.Sqlite.Apply(migration.Sql), transaction: transaction);
            connection.Execute(Statements.InsertSchemaVersion, new { version = migration.Number, name = migration.Name, nowMs }, transaction);
        }
    }

    private static bool HasSqliteHeader(string path)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            byte[] header = new byte[HeaderBytes];
            return stream.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false) == HeaderBytes && header.AsSpan().SequenceEqual(SqliteHeader);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StoreException(StoreProblem.Unavailable, $"{path}: cannot be read ({e.Message})", e);
        }
    }

    private static int ReadVersion(string path)
    {
        using var connection = new SqliteConnection(StoreDatabase.ConnectionString(path, SqliteOpenMode.ReadOnly, false));
        connection.Open();
        return VersionOf(connection, null, path);
    }

    private static int VersionOf(SqliteConnection connection, SqliteTransaction? transaction, string path)
    {
        long tables = connection.ExecuteScalar<long>("SELECT COUNT(*) FROM sqlite_master", transaction: transaction);
        if (tables == 0)
        {
            return 0;
        }

        long application = connection.ExecuteScalar<long>("PRAGMA application_id", transaction: transaction);
        return application == StoreDatabase.ApplicationId
            ? connection.ExecuteScalar<int>(Statements.SelectSchemaVersion, transaction: transaction)
            : throw new StoreException(
                StoreProblem.NotAStore, $"{path} is a database of another program; name another file, this one was left untouched");
    }

    private static void CheckVersion(string path, StoreMode mode, int version)
    {
        if (version > Migration.Latest)
        {
            throw new StoreException(
                StoreProblem.SchemaVersion,
                $"{path} has schema {version}, this build reads {Migration.Latest}; update this checkout and build again");
        }

        if (mode == StoreMode.Read && version < Migration.Latest)
        {
            throw new StoreException(
                StoreProblem.SchemaVersion,
                $"{path} has schema {version}, this build reads {Migration.Latest}; a reader never migrates: start a run once, which brings it up to date");
        }
    }
}
