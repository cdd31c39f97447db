using System.Text;
using PlayHouse.Lab.Cli;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
using Interrupts interrupts = new(Environment.Exit);
interrupts.Register();
CommandContext context = new()
{
    Console = CliConsole.OfProcess(),
    Interrupts = interrupts,
    Input = Console.IsInputRedirected ? null : Console.In,
    Services = static async ct => await LabService.OpenAsync(LabWorkspace.Find(), ct),
};
// Not returned: a thread that a cell of a notebook left behind would keep the process.
Environment.Exit(await new LabCommandLine(context).RunAsync(args));
