using Dapper;
using Microsoft.Data.Sqlite;

namespace PlayHouse.Lab.Store;

/// <summary>Asks the database whether its pages, indexes and references are whole.</summary>
internal static class StoreCheck
{
    private const int ProblemsMax = 10;
    private const string Whole = "ok";

    /// <summary>Problems in words; empty is good.</summary>
    public static IReadOnlyList<string> Find(SqliteConnection connection, SqliteTransaction transaction) =>
    [
        .. connection.Query<string>($"PRAGMA integrity_check({ProblemsMax})", transaction: transaction).Where(p => p != Whole),
        .. connection.Query<(string Table, long? Row, string Parent, long Key)>("PRAGMA foreign_key_check", transaction: transaction)
            .Take(ProblemsMax).Select(r => $"a row of {r.Table} belongs to a {r.Parent} that is not there"),
    ];
}
