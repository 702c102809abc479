using Codec.Tests.Mono;

return SuiteRunner.Run(Assembly.GetExecutingAssembly(), args);
