using Codec.Cli.Tap;

namespace Codec.Cli.View;

/// <summary>A tap whose traffic is a page.</summary>
internal sealed class LiveView(PayloadSchema? schema, PacketFormat format, IAnsiConsole output)
{
    /// <summary>Forwards connections and serves the page until it is stopped.</summary>
    /// <param name="path">The file into which the page is written at the end, or <see langword="null"/>.</param>
    public async Task<int> RunAsync(EndPoint listen, EndPoint target, string? path, CancellationToken cancellationToken)
    {
        using Socket listener = await Sockets.ListenAsync(listen, isUdp: false, cancellationToken).ConfigureAwait(false);
        IPEndPoint[] servers = await EndPointText.ResolveAsync(target, cancellationToken).ConfigureAwait(false);
        TapSession.RejectOwnAddress(servers, (IPEndPoint)listener.LocalEndPoint!);
        using PacketIndex index = new(new IndexSchema(schema, Type: null, IsServer: false), path: null);
        using TapLog log = new(null, new LiveRows(index, format), TimeProvider.System);
        StreamProxy proxy = new(listener, servers, new TapOptions(listen, target, format, new LineConditions()), log, TimeProvider.System);
        ViewOutput page = new(index, format, $"{listener.LocalEndPoint}, forwarding to {string.Join(" or ", (object[])servers)}", output);
        Task forwarding = proxy.RunAsync(cancellationToken);
        await page.ServeAsync(new PacketSender(schema, format, proxy.Find), cancellationToken).ConfigureAwait(false);
        await forwarding.ConfigureAwait(false);
        if (path is not null)
        {
            page.Write(path);
        }

        return log.HasFindings ? ExitCode.Findings : ExitCode.Ok;
    }
}
