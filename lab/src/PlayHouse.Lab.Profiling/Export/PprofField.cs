namespace PlayHouse.Lab.Profiling.Export;

/// <summary>Field numbers of profile.proto, published with pprof under <c>github.com/google/pprof/proto</c>.</summary>
internal static class PprofField
{
    public const int ProfileSampleType = 1;
    public const int ProfileSample = 2;
    public const int ProfileLocation = 4;
    public const int ProfileFunction = 5;
    public const int ProfileStringTable = 6;
    public const int ProfilePeriodType = 11;
    public const int ProfilePeriod = 12;
    public const int ProfileComment = 13;
    public const int ProfileDefaultSampleType = 14;
    public const int ValueTypeType = 1;
    public const int ValueTypeUnit = 2;
    public const int SampleLocationId = 1;
    public const int SampleValue = 2;
    public const int SampleLabel = 3;
    public const int LabelKey = 1;
    public const int LabelStr = 2;
    public const int LocationId = 1;
    public const int LocationLine = 4;
    public const int LineFunctionId = 1;
    public const int LineLine = 2;
    public const int FunctionId = 1;
    public const int FunctionName = 2;
    public const int FunctionSystemName = 3;
    public const int FunctionFilename = 4;
}
