using PlayHouse.Lab.Control;
using PlayHouse.Lab.Target;

return await ControlChild.RunAsync(new TargetRole());
