using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load;

return await ControlChild.RunAsync(new LoadHandler());
