using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Antiforgery;

namespace PlayHouse.Dashboard.Services.Access;

/// <summary>Signing in with a link or a code, and signing out. Plain HTML: these pages work without a circuit.</summary>
internal static class SignInEndpoints
{
    /// <summary>The sign-in page.</summary>
    public const string Path = "/sign-in";

    private const string OutPath = "/sign-out";

    public static void Map(IEndpointRouteBuilder routes)
    {
        routes.MapGet(Path, (RequestDelegate)(context =>
        {
            string back = ReturnUrl.Of(context.Request.Query["return"]);
            string code = context.Request.Query["code"].ToString();
            return code.Length == 0 ? AskAsync(context, back, StatusCodes.Status200OK, null) : EnterAsync(context, code, back);
        }));
        routes.MapPost(Path, (RequestDelegate)(async context =>
        {
            if (await FormAsync(context) is { } form)
            {
                await EnterAsync(context, form["code"].ToString().Trim(), ReturnUrl.Of(form["return"]));
            }
        }));
        routes.MapGet(OutPath, (RequestDelegate)(context => PageAsync(context, "Sign out", $"""
            <p>This browser will need a new link to come back. Runs in progress continue.</p>
            <form method="post" action="{OutPath}">{TokenField(context)}<button class="button primary" type="submit">Sign out</button> <a class="button" href="/">Stay</a></form>
            """)));
        routes.MapPost(OutPath, (RequestDelegate)(async context =>
        {
            if (await FormAsync(context) is null)
            {
                return;
            }

            string cookie = Sessions.CookieName(context.RequestServices.GetRequiredService<DashboardPlace>().Port);
            context.RequestServices.GetRequiredService<Sessions>().End(context.Request.Cookies[cookie] ?? "");
            context.Response.Cookies.Delete(cookie);
            await PageAsync(context, "Signed out", "<p>Press Enter in the terminal of <code>plab dashboard</code> for a new link.</p>");
        }));
    }

    /// <summary>Asks for a code.</summary>
    public static Task AskAsync(HttpContext context, string back, int status, string? problem)
    {
        context.Response.StatusCode = status;
        string notice = problem is null ? "" : $"<p class=\"notice warn\" role=\"alert\">{Encode(problem)}</p>";
        return PageAsync(context, "Sign in", $"""
            {notice}
            <p>Open the link that <code>plab dashboard</code> printed. A link works once: press Enter in that terminal for a new one.</p>
            <form method="post" action="{Path}" class="stack">
            {TokenField(context)}<input type="hidden" name="return" value="{Encode(back)}">
            <label for="code">Or paste the code at the end of a link</label>
            <input id="code" name="code" type="password" autocomplete="off" required maxlength="200">
            <button class="button primary" type="submit">Sign in</button>
            </form>
            """);
    }

    private static Task EnterAsync(HttpContext context, string code, string back)
    {
        IServiceProvider services = context.RequestServices;
        if (!services.GetRequiredService<SignInCodes>().Redeem(code))
        {
            return AskAsync(context, back, StatusCodes.Status401Unauthorized, "This link has been used already, is too old, or is not from this dashboard.");
        }

        string cookie = Sessions.CookieName(services.GetRequiredService<DashboardPlace>().Port);
        context.Response.Cookies.Append(cookie, services.GetRequiredService<Sessions>().Begin(), new CookieOptions
        {
            HttpOnly = true,
            SameSite = SameSiteMode.Strict,
            IsEssential = true,
            Path = "/",
        });
        // A page that moves on by itself, not a redirect: after a click in another site's page a redirect would not carry a strict cookie.
        return PageAsync(context, "Signed in", $"<p><a href=\"{Encode(back)}\">Continue to the dashboard</a></p>", $"<meta http-equiv=\"refresh\" content=\"0;url={Encode(back)}\">");
    }

    private static async Task<IFormCollection?> FormAsync(HttpContext context)
    {
        try
        {
            await context.RequestServices.GetRequiredService<IAntiforgery>().ValidateRequestAsync(context);
            return await context.Request.ReadFormAsync(context.RequestAborted);
        }
        catch (AntiforgeryValidationException)
        {
            await PlainAnswer.WriteAsync(context, StatusCodes.Status400BadRequest, "This form did not come from a page of this dashboard, or is too old. Go back and load the page again.");
            return null;
        }
    }

    private static string TokenField(HttpContext context)
    {
        AntiforgeryTokenSet tokens = context.RequestServices.GetRequiredService<IAntiforgery>().GetAndStoreTokens(context);
        return $"<input type=\"hidden\" name=\"{tokens.FormFieldName}\" value=\"{Encode(tokens.RequestToken ?? "")}\">";
    }

    private static Task PageAsync(HttpContext context, string title, string body, string head = "")
    {
        context.Response.ContentType = "text/html; charset=utf-8";
        return context.Response.WriteAsync($"""
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>{title} · PlayHouse Lab</title>
            <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/assets/css/app.css">
            <script src="/assets/js/theme.js"></script>{head}</head>
            <body><main class="card narrow"><p class="brand">PlayHouse Lab</p><h1>{title}</h1>
            {body}
            </main></body></html>
            """);
    }

    private static string Encode(string text) => HtmlEncoder.Default.Encode(text);
}
