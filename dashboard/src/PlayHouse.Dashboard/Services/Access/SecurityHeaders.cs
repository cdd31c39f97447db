namespace PlayHouse.Dashboard.Services.Access;

/// <summary>Tells the browser what a page of ours may do: nothing but our own scripts, styles and connections. On every response.</summary>
internal sealed class SecurityHeaders(RequestDelegate next)
{
    /// <summary>The policy; style attributes are needed by virtualised lists and charts.</summary>
    public const string Policy =
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
        + "connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

    public Task InvokeAsync(HttpContext context)
    {
        context.Response.OnStarting(static state =>
        {
            var started = (HttpContext)state;
            IHeaderDictionary headers = started.Response.Headers;
            headers.ContentSecurityPolicy = Policy;
            headers.XContentTypeOptions = "nosniff";
            headers["Referrer-Policy"] = "no-referrer";
            headers["Cross-Origin-Opener-Policy"] = "same-origin";
            headers["Cross-Origin-Resource-Policy"] = "same-origin";
            if (!started.Request.Path.StartsWithSegments("/assets", StringComparison.Ordinal)
                && !started.Request.Path.StartsWithSegments("/_framework", StringComparison.Ordinal))
            {
                headers.CacheControl = "no-store";
            }

            return Task.CompletedTask;
        }, context);
        return next(context);
    }
}
