using Codec.Bench.Transport.Protos;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Codec.Bench.Transport;

/// <summary>What does a unary call of grpc-dotnet take over one loopback connection, without TLS? Messages have 64 bytes.</summary>
/// <remarks>
/// The page "Performance best practices with gRPC" says to reuse the channel, which has one connection for up to 100 calls at a time. Nothing is logged.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class GrpcBenchmarks
{
    private static readonly ByteString Rest = ByteString.CopyFrom(new byte[53]);

    private WebApplication _server = null!;
    private GrpcChannel _channel = null!;
    private Echo.EchoClient _client = null!;

    [GlobalSetup]
    public async Task SetupAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddGrpc();
        builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, 0, listening => listening.Protocols = HttpProtocols.Http2));
        _server = builder.Build();
        _server.MapGrpcService<EchoService>();
        await _server.StartAsync().ConfigureAwait(false);
        _channel = GrpcChannel.ForAddress(_server.Urls.First());
        _client = new Echo.EchoClient(_channel);
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        _channel.Dispose();
        await _server.DisposeAsync().ConfigureAwait(false);
    }

    [Benchmark(OperationsPerInvoke = RequestBenchmarks.AtOnce * RequestBenchmarks.Each)]
    public Task ManyAtOnce() => Task.WhenAll(Enumerable.Range(0, RequestBenchmarks.AtOnce).Select(_ => AskAsync(RequestBenchmarks.Each)));

    private async Task AskAsync(int times)
    {
        for (ulong i = 0; i < (ulong)times; i++)
        {
            Block answer = await _client.AskAsync(new Block { Number = i, Rest = Rest }).ConfigureAwait(false);
            if (answer.Number != i)
            {
                throw new InvalidOperationException($"The answer to {i} is {answer.Number}.");
            }
        }
    }

    private sealed class EchoService : Echo.EchoBase
    {
        public override Task<Block> Ask(Block request, ServerCallContext context) => Task.FromResult(new Block { Number = request.Number, Rest = Rest });
    }
}
