using System.Diagnostics.CodeAnalysis;
using System.Net;

namespace PlayHouse.Engine.Hosting;

/// <summary>Addresses with ports as settings write them: <c>0.0.0.0:34001</c> or <c>[::]:34001</c>.</summary>
internal static class EndPoints
{
    public static bool TryParse(string? text, [NotNullWhen(true)] out IPEndPoint? endPoint)
    {
        endPoint = null;
        if (string.IsNullOrEmpty(text))
        {
            return false;
        }

        // Stricter than the framework, which takes "8080" for an address and an address without a port.
        int port = text.LastIndexOf(':');
        bool hasPort = port > 0 && (text[port - 1] == ']' || text.IndexOf(':') == port);
        return hasPort && IPEndPoint.TryParse(text, out endPoint);
    }

    public static string Wrong(string setting, string? text) =>
        $"{setting} '{text}' is not an address and a port, like 0.0.0.0:34001 or [::]:34001.";
}
