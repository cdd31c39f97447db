using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Tests;

public sealed class FrameNamesTests
{
    [Theory]
    [InlineData("Child.Program.SiteX()", "Child.Program.SiteX")]
    [InlineData("Child.Gen`1[System.__Canon].Alloc(!0,!!0)", "Child.Gen.Alloc")]
    [InlineData("dynamicClass.lambda_method2(pMT: 0x7f40aabbccdd,class System.Object)", "dynamicClass.lambda_method")]
    [InlineData("AsyncZoo+<>c__DisplayClass0_0.<RunAsync>b__1(int32)", "AsyncZoo.RunAsync.lambda#1")]
    [InlineData("AsyncZoo+<>c.<RunAsync>b__4_2()", "AsyncZoo.RunAsync.lambda#2")]
    [InlineData("Program+<>c+<<<Main>$>b__0_1>d.MoveNext()", "Program.Main.lambda#1")]
    [InlineData("Program+<<Main>$>d__0.MoveNext()", "Program.Main")]
    [InlineData("Program.<Main>$(class System.String[])", "Program.Main")]
    [InlineData("StrategyA+<SendAsync>d__0.MoveNext()", "StrategyA.SendAsync")]
    [InlineData("Child.Gen`1+<AsyncGen>d__1`1[System.Int32,System.__Canon].MoveNext()", "Child.Gen.AsyncGen")]
    [InlineData("Child.AsyncZoo+<Iter>d__1.MoveNext()", "Child.AsyncZoo.Iter")]
    [InlineData("Child.AsyncZoo+<AIter>d__2.System.Collections.Generic.IAsyncEnumerator<System.Byte[]>.MoveNextAsync()", "Child.AsyncZoo.AIter")]
    [InlineData("AsyncZoo+<>c__DisplayClass0_0+<<RunAsync>b__0>d.MoveNext()", "AsyncZoo.RunAsync.lambda#0")]
    [InlineData("AsyncZoo+<<RunAsync>g__ALocal|5>d.MoveNext()", "AsyncZoo.RunAsync.ALocal")]
    [InlineData("Ns.HttpResponseJsonExtensions+<<WriteAsJsonAsync>g__WriteAsJsonAsyncSlow|5_0>d`1[System.__Canon].MoveNext()", "Ns.HttpResponseJsonExtensions.WriteAsJsonAsync.WriteAsJsonAsyncSlow")]
    [InlineData("System.GC.<AllocateUninitializedArray>g__AllocateNewArrayWorker|77_0[System.Byte](int32,bool)", "System.GC.AllocateUninitializedArray.AllocateNewArrayWorker")]
    [InlineData("System.Collections.Generic.List`1[System.Collections.Generic.KeyValuePair`2[System.Int32,System.__Canon]].AddWithResize(!0)", "System.Collections.Generic.List.AddWithResize")]
    [InlineData("System.IO.StreamReader+<ReadToEndAsyncInternal>d__66.MoveNext()", "System.IO.StreamReader.ReadToEndAsyncInternal")]
    [InlineData("System.String.Ctor(char,int32)", "System.String.Ctor")]
    [InlineData("Child.Outer+Nested..ctor()", "Child.Outer.Nested..ctor")]
    [InlineData("Child.Program+<>c..cctor()", "Child.Program..cctor")]
    [InlineData("Child.Program..cctor()", "Child.Program..cctor")]
    [InlineData("Child.Bag.System.Collections.Generic.IEnumerable<System.Byte[]>.GetEnumerator()", "Child.Bag.System.Collections.Generic.IEnumerable<System.Byte>.GetEnumerator")]
    [InlineData("Child.<Program>F0A1B2C__Local.Run()", "Child.Local.Run")]
    [InlineData("Child.Point.<Clone>$()", "Child.Point.Clone")]
    [InlineData("<PrivateImplementationDetails>.ComputeStringHash(class System.String)", "<PrivateImplementationDetails>.ComputeStringHash")]
    [InlineData("Child.Program+<>c__DisplayClass2_0.<.ctor>b__0()", "Child.Program..ctor.lambda#0")]
    public void Normalise_NameOfTheRuntime_IsNameOfTheSource(string raw, string expected)
        => Assert.Equal(expected, FrameNames.Normalise(raw));

    [Fact]
    public void Normalise_StubAndStateMachine_AreOne()
        => Assert.Equal(FrameNames.Normalise("AsyncZoo.Nested(int32)"), FrameNames.Normalise("AsyncZoo+<Nested>d__3.MoveNext()"));

    [Theory]
    [InlineData("")]
    [InlineData("(")]
    [InlineData("<")]
    [InlineData("<<<<")]
    [InlineData(">]]]")]
    [InlineData("a+<>b__")]
    [InlineData("+.+.<>c.")]
    [InlineData("`1`")]
    [InlineData("<x>b__")]
    [InlineData("<x>g__|")]
    [InlineData("<x>F__")]
    public void Normalise_Nonsense_GivesSomeName(string raw) => Assert.NotNull(FrameNames.Normalise(raw));

    [Theory]
    [InlineData("System.Private.CoreLib", true)]
    [InlineData("System.Linq", true)]
    [InlineData("Microsoft.AspNetCore.Server.Kestrel.Core", true)]
    [InlineData("netstandard", true)]
    [InlineData("System", true)]
    [InlineData("Systematic", false)]
    [InlineData("PlayHouse.Engine", false)]
    [InlineData("Google.Protobuf", false)]
    [InlineData("", false)]
    public void IsFramework_Module_IsByPrefix(string module, bool expected) => Assert.Equal(expected, FrameNames.IsFramework(module));

    [Theory]
    [InlineData("System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start(!!0&)", true)]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.Int32].GetStateMachineBox(!!0&,class Task&)", true)]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.Int32,T+<M>d__0].ExecutionContextCallback(class System.Object)", true)]
    [InlineData("System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder.Start(!!0&)", true)]
    [InlineData("System.Threading.ExecutionContext.RunInternal(class ExecutionContext)", true)]
    [InlineData("System.Threading.Tasks.Task.ExecuteWithThreadLocal(class Task&)", true)]
    [InlineData("System.Threading.ThreadPoolWorkQueue.Dispatch()", true)]
    [InlineData("System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()", true)]
    [InlineData("System.Threading.Thread.StartCallback()", true)]
    [InlineData("System.Threading.ThreadPool+<>c.<.cctor>b__78_0(class System.Object)", true)]
    [InlineData("System.Threading.Timer..ctor(class TimerCallback)", false)]
    public void IsPlumbing_AsyncMachinery_IsFolded(string raw, bool expected) => Assert.Equal(expected, FrameNames.IsPlumbing(raw));

    [Theory]
    [InlineData("System.Threading.Tasks.Task.RunContinuations(class System.Object)", true)]
    [InlineData("System.Threading.Tasks.AwaitTaskContinuation.RunOrScheduleAction(class IAsyncStateMachineBox,bool)", true)]
    [InlineData("System.Threading.Tasks.Task.Run(class System.Action)", false)]
    [InlineData("System.Threading.Tasks.Sources.ManualResetValueTaskSourceCore`1[System.Int32].SignalCompletion()", true)]
    [InlineData("System.Threading.Tasks.Sources.ManualResetValueTaskSourceCore`1[System.Int32].SetResult", true)]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.Int32,T+<M>d__0].ExecutionContextCallback(class System.Object)", true)]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.Int32,T+<M>d__0].MoveNext", true)]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.Int32].GetStateMachineBox(!!0&,class Task&)", false)]
    [InlineData("System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start(!!0&)", false)]
    [InlineData("T+<M>d__0.MoveNext()", false)]
    [InlineData("System.Threading.Tasks.Sources.ManualResetValueTaskSourceCore`1[System.Int32].OnCompleted(class System.Action`1<class System.Object>)", false)]
    public void IsCompletion_RunsContinuations_IsWhereTheStackIsCut(string raw, bool expected)
        => Assert.Equal(expected, FrameNames.IsCompletion(raw));

    [Theory]
    [InlineData("AsyncStateMachineBox`1[System.Int32,Child.StrategyA+<SendAsync>d__0]", "Child.StrategyA.SendAsync")]
    [InlineData("AsyncStateMachineBox`1[System.Collections.Generic.List`1[System.Int32],Child.Gen`1+<M>d__1[System.Int32]]", "Child.Gen.M")]
    [InlineData("StateMachineBox`1[Child.A+<<Run>g__L|2_0>d]", "Child.A.Run.L")]
    [InlineData("AsyncStateMachineBox`1[System.Int32,System.IO.StreamReader+<ReadToEndAsyncInternal>d__66]", null)]
    [InlineData("AsyncStateMachineBox`1[System.__Canon,System.__Canon]", null)]
    [InlineData("AsyncStateMachineBox`1[", null)]
    [InlineData("AsyncStateMachineBox`1[]", null)]
    [InlineData("System.Byte[]", null)]
    [InlineData("", null)]
    public void StateMachineOwner_TypeName_IsTheAsyncMethod(string type, string? expected)
        => Assert.Equal(expected, FrameNames.StateMachineOwner(type));
}
