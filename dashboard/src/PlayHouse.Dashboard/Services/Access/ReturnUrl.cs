namespace PlayHouse.Dashboard.Services.Access;

/// <summary>Where a browser goes after signing in: a page of this dashboard, never another site.</summary>
internal static class ReturnUrl
{
    private const int LengthMax = 2_000;
    private const string Home = "/";

    /// <summary>The path when it is one of ours, else the first page. A second slash or backslash would make it the name of a host.</summary>
    public static string Of(string? path)
    {
        bool isLocal = path is { Length: > 0 and <= LengthMax } && path[0] == '/'
            && (path.Length == 1 || path[1] is not ('/' or '\\'))
            && !path.Any(char.IsControl);
        bool isSignIn = isLocal && path!.StartsWith(SignInEndpoints.Path, StringComparison.OrdinalIgnoreCase);
        return isLocal && !isSignIn ? path! : Home;
    }
}
