namespace PlayHouse.Dashboard.Services.Access;

/// <summary>Nothing but style, script files and the sign-in page is given to a browser that is not signed in.</summary>
internal sealed class SessionFilter(RequestDelegate next, Sessions sessions, DashboardPlace place)
{
    public Task InvokeAsync(HttpContext context)
    {
        PathString path = context.Request.Path;
        bool isOpen = path.StartsWithSegments("/assets", StringComparison.Ordinal) || path.Equals(SignInEndpoints.Path, StringComparison.Ordinal);
        bool isSignedIn = context.Request.Cookies.TryGetValue(Sessions.CookieName(place.Port), out string? secret) && sessions.IsOpen(secret);
        if (isOpen || isSignedIn)
        {
            return next(context);
        }

        bool isPage = context.Request.Headers.Accept.ToString().Contains("text/html", StringComparison.OrdinalIgnoreCase);
        return isPage
            ? SignInEndpoints.AskAsync(context, ReturnUrl.Of(path + context.Request.QueryString), StatusCodes.Status401Unauthorized, null)
            : PlainAnswer.WriteAsync(context, StatusCodes.Status401Unauthorized, "Sign in first: open the link that plab dashboard printed.");
    }
}
