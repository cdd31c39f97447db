using PlayHouse.Dashboard.Services;

return await DashboardProcess.RunAsync(args, Console.In, Console.Out);
