using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Tests.Model.Flames;

/// <summary>What is true of every picture.</summary>
internal static class FlameChecks
{
    /// <summary>No frame is narrower than what lies directly below it.</summary>
    public static void AddsUp(FlamePayload flame, Func<FlameFrame, double> width)
    {
        var below = new double[flame.Frames.Count];
        for (int i = 1; i < flame.Frames.Count; i++)
        {
            below[flame.Frames[i].Parent] += width(flame.Frames[i]);
        }

        Assert.All(below.Index(), b => Assert.True(b.Item <= width(flame.Frames[b.Index]) * (1 + 1e-9), $"{flame.Frames[b.Index].Name}: {b.Item} below {width(flame.Frames[b.Index])}"));
    }

    /// <summary>A frame stands behind its caller and before the caller's next sibling.</summary>
    public static void IsInReadingOrder(FlamePayload flame)
    {
        Assert.Equal(-1, flame.Frames[0].Parent);
        for (int i = 1; i < flame.Frames.Count; i++)
        {
            int parent = flame.Frames[i].Parent;
            Assert.InRange(i, parent + 1, flame.EndOf(parent) - 1);
            Assert.Equal(flame.Frames[parent].Depth + 1, flame.Frames[i].Depth);
            Assert.InRange(flame.EndOf(i), i + 1, flame.EndOf(parent));
        }
    }

    public static FlameFrame Frame(FlamePayload flame, string name) => flame.Frames[IndexOf(flame, name)];

    public static int IndexOf(FlamePayload flame, string name)
    {
        int index = flame.Frames.ToList().FindIndex(f => f.Short == name);
        Assert.True(index >= 0, $"no frame {name} in {string.Join(", ", flame.Frames.Select(f => f.Short))}");
        return index;
    }
}
