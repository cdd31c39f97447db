using System.Net;
using System.Text.RegularExpressions;
using PlayHouse.Dashboard.Services;
using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Dashboard.Tests.Fixtures;

namespace PlayHouse.Dashboard.Tests.Access;

/// <summary>One process for the tests that only knock.</summary>
public sealed class DoorFixture : IAsyncLifetime
{
    internal DashboardRun Run { get; private set; } = null!;

    public async Task InitializeAsync() => Run = await DashboardRun.StartAsync();

    public async Task DisposeAsync() => await Run.DisposeAsync();
}

/// <summary>Who comes in: the real process, real connections.</summary>
public sealed class DoorTests(DoorFixture fixture) : IClassFixture<DoorFixture>
{
    private DashboardRun Run => fixture.Run;

    [Theory]
    [InlineData("evil.example")]
    [InlineData("evil.example:{port}")]
    [InlineData("127.0.0.1")]
    [InlineData("127.0.0.1:1")]
    [InlineData("127.0.0.1.evil.example:{port}")]
    [InlineData("localhost.:{port}")]
    public async Task Host_NotOnTheList_IsRefusedEvenWithASession(string host)
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;
        using HttpRequestMessage request = new(HttpMethod.Get, "/runs");
        request.Headers.Host = host.Replace("{port}", $"{Run.Port}", StringComparison.Ordinal);

        using HttpResponseMessage answer = await client.SendAsync(request);

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }

    [Fact]
    public async Task Host_Localhost_IsServed()
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;
        using HttpRequestMessage request = new(HttpMethod.Get, "/");
        request.Headers.Host = $"localhost:{Run.Port}";

        using HttpResponseMessage answer = await client.SendAsync(request);

        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/runs")]
    [InlineData("/runs/r-1/live")]
    [InlineData("/_framework/blazor.web.js")]
    [InlineData("/_blazor/initializers")]
    [InlineData("/sign-out")]
    [InlineData("/no/such/page")]
    [InlineData("/notebooks/tour.ipynb/file/html")]
    [InlineData("/notebooks/draft/ipynb?base=r-1")]
    public async Task Anything_WithoutASession_Is401(string path)
    {
        using HttpClient stranger = Run.Stranger();

        using HttpResponseMessage answer = await stranger.GetAsync(path);

        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        Assert.DoesNotContain("Blazor", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Page_WithoutASession_AsksAndKeepsWhereItWasGoing()
    {
        using HttpClient stranger = Run.Stranger();
        using HttpRequestMessage request = new(HttpMethod.Get, "/runs?state=failed");
        request.Headers.Add("Accept", "text/html");

        using HttpResponseMessage answer = await stranger.SendAsync(request);

        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        Assert.Contains("name=\"return\" value=\"/runs?state=failed\"", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Link_IsGoodOnce()
    {
        string link = await Run.NewLinkAsync();
        using HttpClient stranger = Run.Stranger();

        HttpStatusCode[] codes = await Task.WhenAll(Enumerable.Range(0, 8).Select(async _ => (await stranger.GetAsync(new Uri(link))).StatusCode));

        Assert.Equal(1, codes.Count(c => c == HttpStatusCode.OK));
        Assert.Equal(7, codes.Count(c => c == HttpStatusCode.Unauthorized));
    }

    [Fact]
    public async Task Session_CookieIsHttpOnlyStrictAndNotTheCode()
    {
        string link = await Run.NewLinkAsync();
        using HttpClient stranger = Run.Stranger();

        using HttpResponseMessage answer = await stranger.GetAsync(new Uri(link + "&return=/runs"));

        string cookie = answer.Headers.GetValues("Set-Cookie").Single(c => c.StartsWith($"plab-{Run.Port}=", StringComparison.Ordinal));
        Assert.Contains("httponly", cookie, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("samesite=strict", cookie, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("domain=", cookie, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(link.Split("code=")[1], cookie, StringComparison.Ordinal);
        Assert.Contains("content=\"0;url=/runs\"", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Link_WithAnotherSiteToReturnTo_GoesHome()
    {
        using HttpClient stranger = Run.Stranger();
        using HttpResponseMessage answer = await stranger.GetAsync(new Uri(await Run.NewLinkAsync() + "&return=//evil.example/"));

        string page = await answer.Content.ReadAsStringAsync();

        Assert.DoesNotContain("evil.example", page, StringComparison.Ordinal);
        Assert.Contains("content=\"0;url=/\"", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, "403")]
    [InlineData("http://evil.example", "403")]
    [InlineData("http://127.0.0.1:1", "403")]
    [InlineData("https://{host}", "403")]
    [InlineData("null", "403")]
    [InlineData("http://{host}", "101")]
    public async Task Circuit_OpensForOurOwnOriginOnly(string? origin, string code)
    {
        (HttpClient client, string cookie) = await Run.SignedInAsync();
        using HttpClient owned = client;
        string host = $"127.0.0.1:{Run.Port}";

        using RawUpgrade upgrade = await RawUpgrade.SendAsync(Run.Port, host, origin?.Replace("{host}", host, StringComparison.Ordinal), cookie);

        Assert.StartsWith($"HTTP/1.1 {code}", upgrade.Status, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Circuit_WithoutASessionOrUnderAnotherName_IsRefused()
    {
        (HttpClient client, string cookie) = await Run.SignedInAsync();
        using HttpClient owned = client;
        string origin = $"http://127.0.0.1:{Run.Port}";

        using RawUpgrade stranger = await RawUpgrade.SendAsync(Run.Port, $"127.0.0.1:{Run.Port}", origin, null);
        // The name of another site that resolves to this machine: host and origin agree with each other, and neither is ours.
        using RawUpgrade rebound = await RawUpgrade.SendAsync(Run.Port, $"evil.example:{Run.Port}", $"http://evil.example:{Run.Port}", cookie);

        Assert.StartsWith("HTTP/1.1 401", stranger.Status, StringComparison.Ordinal);
        Assert.StartsWith("HTTP/1.1 400", rebound.Status, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Circuit_OverAnythingButAWebSocket_IsRefused()
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;

        using HttpResponseMessage answer = await client.GetAsync("/_blazor?id=1");

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }

    [Theory]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    [InlineData("OPTIONS")]
    [InlineData("TRACE")]
    public async Task Method_ThatNoPageUses_Is405(string method)
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;
        using HttpRequestMessage request = new(new HttpMethod(method), "/");

        using HttpResponseMessage answer = await client.SendAsync(request);

        Assert.Equal(HttpStatusCode.MethodNotAllowed, answer.StatusCode);
    }

    [Fact]
    public async Task Form_FromElsewhereOrWithoutItsToken_ChangesNothing()
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;

        Assert.Equal(HttpStatusCode.Forbidden, await PostAsync(client, "/sign-out", null));
        Assert.Equal(HttpStatusCode.Forbidden, await PostAsync(client, "/sign-out", "http://evil.example"));
        Assert.Equal(HttpStatusCode.BadRequest, await PostAsync(client, "/sign-out", $"http://127.0.0.1:{Run.Port}"));
        Assert.Equal(HttpStatusCode.BadRequest, await PostAsync(client, "/sign-in", $"http://127.0.0.1:{Run.Port}"));
        using HttpResponseMessage still = await client.GetAsync("/runs");
        Assert.Equal(HttpStatusCode.OK, still.StatusCode);
    }

    [Fact]
    public async Task SignOut_WithItsToken_EndsTheSession()
    {
        (HttpClient client, string cookie) = await Run.SignedInAsync();
        using HttpClient owned = client;
        using HttpResponseMessage page = await client.GetAsync("/sign-out");
        string form = Regex.Match(await page.Content.ReadAsStringAsync(), "name=\"(__[^\"]+)\" value=\"([^\"]+)\"").Result("$1 $2");
        string formCookie = page.Headers.GetValues("Set-Cookie").Single(c => c.StartsWith("plab-form=", StringComparison.Ordinal)).Split(';')[0];
        client.DefaultRequestHeaders.Remove("Cookie");
        client.DefaultRequestHeaders.Add("Cookie", $"{cookie}; {formCookie}");

        HttpStatusCode code = await PostAsync(client, "/sign-out", $"http://127.0.0.1:{Run.Port}", (form.Split(' ')[0], WebUtility.HtmlDecode(form.Split(' ')[1])));

        Assert.Equal(HttpStatusCode.OK, code);
        using HttpResponseMessage after = await client.GetAsync("/runs");
        Assert.Equal(HttpStatusCode.Unauthorized, after.StatusCode);
    }

    [Theory]
    [InlineData("/", "127.0.0.1")]
    [InlineData("/sign-in", "127.0.0.1")]
    [InlineData("/no/such/page", "127.0.0.1")]
    [InlineData("/assets/css/app.css", "127.0.0.1")]
    [InlineData("/", "evil.example")]
    public async Task Response_OfAnyKind_CarriesThePolicy(string path, string host)
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;
        using HttpRequestMessage request = new(HttpMethod.Get, path);
        request.Headers.Host = $"{host}:{Run.Port}";

        using HttpResponseMessage answer = await client.SendAsync(request);

        string policy = Assert.Single(answer.Headers.GetValues("Content-Security-Policy"));
        Assert.Contains("script-src 'self';", policy, StringComparison.Ordinal);
        Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe-eval", policy, StringComparison.Ordinal);
        Assert.Equal("nosniff", Assert.Single(answer.Headers.GetValues("X-Content-Type-Options")));
        Assert.Equal("no-referrer", Assert.Single(answer.Headers.GetValues("Referrer-Policy")));
        Assert.False(answer.Headers.Contains("Server"));
    }

    [Theory]
    [InlineData("/assets/../appsettings.json")]
    [InlineData("/assets/%2e%2e/%2e%2e/PlayHouse.Dashboard.dll")]
    [InlineData("/assets//etc/passwd")]
    [InlineData("/PlayHouse.Dashboard.dll")]
    public async Task File_OutsideTheAssets_IsNotServed(string path)
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;

        using HttpResponseMessage answer = await client.GetAsync(path);

        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
    }

    [Fact]
    public async Task Body_AboveTheLimit_IsRefused()
    {
        (HttpClient client, string _) = await Run.SignedInAsync();
        using HttpClient owned = client;
        using HttpRequestMessage request = new(HttpMethod.Post, "/_blazor/negotiate?negotiateVersion=1") { Content = new ByteArrayContent(new byte[(int)new DashboardLimits().BodyBytesMax + 1]) };
        request.Headers.Add("Origin", $"http://127.0.0.1:{Run.Port}");
        request.Content.Headers.ContentType = new("application/x-www-form-urlencoded");
        using HttpRequestMessage form = new(HttpMethod.Post, "/sign-in") { Content = new ByteArrayContent(new byte[(int)new DashboardLimits().BodyBytesMax + 1]) };
        form.Headers.Add("Origin", $"http://127.0.0.1:{Run.Port}");
        form.Content.Headers.ContentType = new("application/x-www-form-urlencoded");

        using HttpResponseMessage answer = await client.SendAsync(form);

        Assert.True(answer.StatusCode is HttpStatusCode.RequestEntityTooLarge or HttpStatusCode.BadRequest, $"{answer.StatusCode}");
    }

    [Fact]
    public async Task Pages_AboveTheLimit_AreRefusedAndComeBackWhenOneIsClosed()
    {
        await using DashboardRun run = await DashboardRun.StartAsync();
        (HttpClient client, string cookie) = await run.SignedInAsync();
        using HttpClient owned = client;
        string host = $"127.0.0.1:{run.Port}";
        List<RawUpgrade> open = [];
        for (int i = 0; i < new DashboardLimits().PagesMax; i++)
        {
            open.Add(await RawUpgrade.SendAsync(run.Port, host, $"http://{host}", cookie));
        }

        using RawUpgrade one = await RawUpgrade.SendAsync(run.Port, host, $"http://{host}", cookie);

        Assert.All(open, u => Assert.StartsWith("HTTP/1.1 101", u.Status, StringComparison.Ordinal));
        Assert.DoesNotContain("101", one.Status, StringComparison.Ordinal);
        open.ForEach(u => u.Dispose());
    }

    private static async Task<HttpStatusCode> PostAsync(HttpClient client, string path, string? origin, params (string Name, string Value)[] fields)
    {
        using HttpRequestMessage request = new(HttpMethod.Post, path) { Content = new FormUrlEncodedContent(fields.Select(f => KeyValuePair.Create(f.Name, f.Value))) };
        if (origin is not null)
        {
            request.Headers.Add("Origin", origin);
        }

        using HttpResponseMessage answer = await client.SendAsync(request);
        return answer.StatusCode;
    }
}

/// <summary>The parts behind the doors, with time in the test's hand.</summary>
public sealed class SignInTests
{
    private readonly FakeTimeProvider _clock = new(new DateTimeOffset(2025, 1, 2, 3, 4, 5, TimeSpan.Zero));

    [Theory]
    [InlineData("/runs?state=failed", "/runs?state=failed")]
    [InlineData("//evil.example", "/")]
    [InlineData("/\\evil.example", "/")]
    [InlineData("http://evil.example", "/")]
    [InlineData("javascript:alert(1)", "/")]
    [InlineData("/a\r\nSet-Cookie: x=y", "/")]
    [InlineData("/sign-in?code=x", "/")]
    [InlineData("", "/")]
    [InlineData(null, "/")]
    public void ReturnUrl_IsAPageOfOursOrTheFirst(string? given, string expected) => Assert.Equal(expected, ReturnUrl.Of(given));

    [Fact]
    public void Code_AfterItsLifetime_IsVoid()
    {
        SignInCodes codes = new(new DashboardOptions(), _clock);
        string late = codes.Issue();
        _clock.Advance(new DashboardLimits().LinkLifetime);

        Assert.False(codes.Redeem(late));
        Assert.True(codes.Redeem(codes.Issue()));
    }

    [Fact]
    public void Codes_AboveTheirNumber_MakeTheOldestVoid()
    {
        SignInCodes codes = new(new DashboardOptions(), _clock);
        string[] issued = [.. Enumerable.Range(0, new DashboardLimits().LinksMax + 1).Select(_ => codes.Issue())];

        Assert.False(codes.Redeem(issued[0]));
        Assert.True(codes.Redeem(issued[1]));
    }

    [Fact]
    public void WrongCodes_AboveTheirNumber_LockTheDoorForTheRestOfTheMinute()
    {
        SignInCodes codes = new(new DashboardOptions { Token = new string('t', 24) }, _clock);
        for (int i = 0; i < new DashboardLimits().WrongCodesPerMinuteMax; i++)
        {
            Assert.False(codes.Redeem("wrong"));
        }

        Assert.False(codes.Redeem(new string('t', 24)));
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.True(codes.Redeem(new string('t', 24)));
        Assert.True(codes.Redeem(new string('t', 24)));
    }

    [Fact]
    public void Session_UnusedForTooLong_Ends()
    {
        Sessions sessions = new(new DashboardLimits(), _clock);
        string secret = sessions.Begin();
        _clock.Advance(new DashboardLimits().SessionIdleMax - TimeSpan.FromSeconds(1));
        Assert.True(sessions.IsOpen(secret));
        _clock.Advance(new DashboardLimits().SessionIdleMax - TimeSpan.FromSeconds(1));
        Assert.True(sessions.IsOpen(secret));
        _clock.Advance(new DashboardLimits().SessionIdleMax);
        Assert.False(sessions.IsOpen(secret));
    }

    [Fact]
    public void Sessions_AboveTheirNumber_EndTheFirst()
    {
        Sessions sessions = new(new DashboardLimits(), _clock);
        string[] secrets = [.. Enumerable.Range(0, new DashboardLimits().SessionsMax + 1).Select(_ => sessions.Begin())];

        Assert.False(sessions.IsOpen(secrets[0]));
        Assert.True(sessions.IsOpen(secrets[1]));
        Assert.False(sessions.IsOpen(""));
    }
}
