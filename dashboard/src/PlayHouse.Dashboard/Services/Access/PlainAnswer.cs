namespace PlayHouse.Dashboard.Services.Access;

/// <summary>A short answer for a request that is refused.</summary>
internal static class PlainAnswer
{
    public static Task WriteAsync(HttpContext context, int status, string sentence)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(sentence + "\n");
    }
}
