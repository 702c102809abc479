namespace Codec.Dispatch;

/// <summary>Handles a verified message.</summary>
/// <typeparam name="TState">The handler's state.</typeparam>
/// <typeparam name="TMessage">The message.</typeparam>
/// <param name="state">The state that the dispatcher was created with.</param>
/// <param name="message">The message. It, and the memory that it refers to, is valid during the call.</param>
public delegate void PacketHandler<in TState, TMessage>(TState state, in TMessage message);
