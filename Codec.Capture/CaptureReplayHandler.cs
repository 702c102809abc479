using System.Threading;
using System.Threading.Tasks;

namespace Codec.Capture;

/// <summary>Takes a packet from a <see cref="CaptureReplay"/>; the next comes when the task has ended.</summary>
/// <param name="packet">The packet; its memory is the replay's again when the task ends.</param>
/// <param name="cancellationToken">The replay's.</param>
/// <returns>A task that ends when the packet is dealt with.</returns>
public delegate ValueTask CaptureReplayHandler(ReplayedPacket packet, CancellationToken cancellationToken);
