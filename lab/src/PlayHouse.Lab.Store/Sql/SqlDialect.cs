namespace PlayHouse.Lab.Store.Sql;

/// <summary>The words in which databases differ. Everything else in <see cref="Statements"/> and the migrations is common SQL.</summary>
/// <param name="Integer">64-bit integer.</param>
/// <param name="Real">64-bit floating point.</param>
/// <param name="Bytes">Byte string.</param>
/// <param name="TableSuffix">What follows the closing bracket of CREATE TABLE.</param>
/// <param name="JsonMemberFormat">A member of a JSON object in a text column, as text: column and name.</param>
internal sealed record SqlDialect(string Integer, string Real, string Bytes, string TableSuffix, string JsonMemberFormat)
{
    public static SqlDialect Sqlite { get; } = new("INTEGER", "REAL", "BLOB", " STRICT", "json_extract({0}, '$.{1}')");

    public string JsonMember(string column, string member) => string.Format(System.Globalization.CultureInfo.InvariantCulture, JsonMemberFormat, column, member);

    public string Apply(string sql) => sql
        .Replace("{int}", Integer, StringComparison.Ordinal)
        .Replace("{real}", Real, StringComparison.Ordinal)
        .Replace("{bytes}", Bytes, StringComparison.Ordinal)
        .Replace("{strict}", TableSuffix, StringComparison.Ordinal);
}
