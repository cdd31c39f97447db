using PlayHouse.Dashboard;

return await DashboardProcess.RunAsync(args, Console.In, Console.Out);
