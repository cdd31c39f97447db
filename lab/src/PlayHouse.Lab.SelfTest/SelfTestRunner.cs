using System.Diagnostics;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest;

/// <summary>Executes checks one after the other: two that measure must not meet. One call at a time.</summary>
public static class SelfTestRunner
{
    /// <summary>The checks that are wanted.</summary>
    /// <param name="ids">Ids as people typed them; empty for all of the form.</param>
    /// <param name="isQuick">True for the quick form. A check that is named is taken in either form.</param>
    /// <exception cref="LabInputException">An id is unknown; lists the known ones.</exception>
    public static IReadOnlyList<SelfCheck> Choose(IReadOnlyList<string> ids, bool isQuick)
    {
        ArgumentNullException.ThrowIfNull(ids);
        string[] unknown = [.. ids.Where(id => SelfChecks.All.All(c => c.Id != id))];
        return unknown.Length > 0
            ? throw new LabInputException([$"There is no check '{unknown[0]}'. The checks are: {string.Join(", ", SelfChecks.All.Select(c => c.Id))}."])
            : [.. SelfChecks.All.Where(c => ids.Count == 0 ? !isQuick || c.IsQuick : ids.Contains(c.Id))];
    }

    /// <summary>Tries them in order. A check that throws has failed; the others are tried all the same.</summary>
    /// <param name="checks">What to try.</param>
    /// <param name="context">Workspace and progress.</param>
    /// <param name="done">Told each result as it comes.</param>
    /// <param name="ct">Ends the self-test after what has been tried; the results so far are returned.</param>
    public static async Task<IReadOnlyList<CheckResult>> RunAsync(
        IReadOnlyList<SelfCheck> checks, SelfTestContext context, Action<CheckResult> done, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(checks);
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(done);
        var results = new List<CheckResult>();
        foreach (SelfCheck check in checks)
        {
            var clock = Stopwatch.StartNew();
            CheckResult result;
            try
            {
                result = await check.RunAsync(context, ct);
            }
            catch (OperationCanceledException) when (ct.IsCancellationRequested)
            {
                break;
            }
            catch (Exception e)
            {
                result = new CheckResult { Id = check.Id, Promise = check.Promise, Outcome = CheckOutcome.Failed, Finding = $"The check itself failed: {e.Message}" };
            }

            results.Add(result with { Seconds = clock.Elapsed.TotalSeconds });
            done(results[^1]);
        }

        return results;
    }
}
