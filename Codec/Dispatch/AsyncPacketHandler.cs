namespace Codec.Dispatch;

/// <summary>Handles a verified message that it owns. The next packet is dispatched after the task has ended.</summary>
/// <typeparam name="TState">The handler's state.</typeparam>
/// <typeparam name="TMessage">The message.</typeparam>
/// <param name="state">The state that the dispatcher was created with.</param>
/// <param name="message">The message. It does not refer to the memory of the packet, so the handler may keep it.</param>
/// <param name="cancellationToken">The token of the call that dispatches the packet.</param>
/// <returns>A task that ends when the packet has been handled. Its exception reaches the caller that dispatches the packet.</returns>
public delegate ValueTask AsyncPacketHandler<in TState, in TMessage>(TState state, TMessage message, CancellationToken cancellationToken);
