namespace Codec.Capture;

/// <summary>Handles a packet of a <see cref="CaptureReplay"/>. The next packet is replayed after the task has ended.</summary>
/// <param name="packet">The packet. Its memory is valid until the task ends.</param>
/// <param name="cancellationToken">The token of the replay.</param>
/// <returns>A task that ends when the packet has been handled.</returns>
public delegate ValueTask CaptureReplayHandler(ReplayedPacket packet, CancellationToken cancellationToken);
