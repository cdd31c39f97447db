namespace PlayHouse.Dashboard.Services.Access;

/// <summary>
/// Refuses requests that came under a name of another site (its DNS may point here) or from a page of another site. The lists are our
/// own: what the request says about itself is never what it is compared with.
/// </summary>
internal sealed class HostAndOriginFilter(RequestDelegate next, DashboardPlace place)
{
    public Task InvokeAsync(HttpContext context)
    {
        HttpRequest request = context.Request;
        if (!place.Hosts.Contains(request.Host.Value ?? ""))
        {
            return PlainAnswer.WriteAsync(context, StatusCodes.Status400BadRequest, "This dashboard does not answer under that host name.");
        }

        bool isRead = HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);
        if (!isRead && !HttpMethods.IsPost(request.Method))
        {
            return PlainAnswer.WriteAsync(context, StatusCodes.Status405MethodNotAllowed, "Only GET, HEAD and POST are served.");
        }

        bool isUpgrade = request.Headers.Upgrade.Count > 0;
        bool mayLackOrigin = isRead && !isUpgrade;
        string origin = request.Headers.Origin.ToString();
        if (origin.Length == 0 ? !mayLackOrigin : !place.Origins.Contains(origin))
        {
            return PlainAnswer.WriteAsync(context, StatusCodes.Status403Forbidden, "Requests from pages of other sites are refused.");
        }

        // A circuit runs over a WebSocket only: the other transports would be ways around the limit on open pages.
        return request.Path.Equals("/_blazor", StringComparison.OrdinalIgnoreCase) && !isUpgrade
            ? PlainAnswer.WriteAsync(context, StatusCodes.Status400BadRequest, "A page is connected by WebSocket only.")
            : next(context);
    }
}
