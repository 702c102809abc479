// WebSockets of the browser for Unity's WebGL player, which has neither sockets nor threads. WebGLTransport.cs calls these functions. None of them
// waits. A WebSocket is identified by a number. Received bytes are kept in a list of chunks until the game reads them.
var CodecWebSocketLibrary = {
  $CodecWebSockets: {
    next: 1,
    sockets: {},

    // The states of a WebSocket. They are also in WebGLTransport.cs.
    CONNECTING: 0,
    OPEN: 1,
    ENDED: 2, // The peer closed it with status 1000 or 1001.
    FAILED: 3,
    INVALID: 4, // The peer sent a text message. The status sent to the peer is 4003, because a page cannot send the standard's 1003.
    REFUSED: 5, // The connection could not be made.

    fail: function (entry, state, reason) {
      if (entry.state === CodecWebSockets.CONNECTING || entry.state === CodecWebSockets.OPEN) {
        entry.state = state;
        entry.reason = reason;
      }
    }
  },

  // Starts to connect. The address is UTF-8. If a game does not poll and more than receiveLimit bytes wait, the WebSocket fails, because a browser
  // cannot be told to stop reading. Returns the WebSocket's number, or 0 if the address is invalid.
  CodecWebSocketOpen: function (address, receiveLimit, sendLimit) {
    var sockets = CodecWebSockets;
    var socket;
    try {
      socket = new WebSocket(UTF8ToString(address));
    } catch (error) {
      return 0;
    }

    var entry = { socket: socket, state: sockets.CONNECTING, reason: '', chunks: [], offset: 0, waiting: 0, sendLimit: sendLimit };
    socket.binaryType = 'arraybuffer';
    socket.onopen = function () {
      if (entry.state === sockets.CONNECTING) {
        entry.state = sockets.OPEN;
      }
    };
    socket.onmessage = function (event) {
      if (entry.state !== sockets.OPEN) {
        return;
      }

      if (typeof event.data === 'string') {
        sockets.fail(entry, sockets.INVALID, 'The peer sent a text message. Packets are in binary messages.');
        socket.close(4003);
      } else if (event.data.byteLength > 0) {
        entry.chunks.push(new Uint8Array(event.data));
        entry.waiting += event.data.byteLength;
        if (entry.waiting > receiveLimit) {
          sockets.fail(entry, sockets.FAILED, entry.waiting + ' received bytes wait, and the limit is ' + receiveLimit + '.');
          socket.close(1000);
        }
      }
    };
    socket.onclose = function (event) {
      var isEnd = event.code === 1000 || event.code === 1001 || event.code === 1005;
      var isRefused = entry.state === sockets.CONNECTING;
      var what = isRefused ? 'The connection could not be made' : 'The WebSocket was closed';
      var reason = event.reason ? ': ' + event.reason : '.';
      sockets.fail(entry, isRefused ? sockets.REFUSED : isEnd ? sockets.ENDED : sockets.FAILED, what + ' with status ' + event.code + reason);
    };
    sockets.sockets[sockets.next] = entry;
    return sockets.next++;
  },

  CodecWebSocketState: function (number) {
    var entry = CodecWebSockets.sockets[number];
    return entry ? entry.state : CodecWebSockets.FAILED;
  },

  // Copies the next received bytes, at most count, to the game's memory. Returns the number of bytes.
  CodecWebSocketReceive: function (number, destination, count) {
    var entry = CodecWebSockets.sockets[number];
    var copied = 0;
    var used = 0;
    while (entry && used < entry.chunks.length && copied < count) {
      var chunk = entry.chunks[used];
      var size = Math.min(count - copied, chunk.length - entry.offset);
      HEAPU8.set(chunk.subarray(entry.offset, entry.offset + size), destination + copied);
      copied += size;
      entry.offset += size;
      if (entry.offset === chunk.length) {
        used++;
        entry.offset = 0;
      }
    }

    if (entry) {
      // Removing each chunk by itself would move all later chunks each time.
      entry.chunks.splice(0, used);
      entry.waiting -= copied;
    }

    return copied;
  },

  // Sends bytes as one message. Returns 1, or 0 if the WebSocket is not open or too many bytes wait in the browser.
  CodecWebSocketSend: function (number, source, count) {
    var entry = CodecWebSockets.sockets[number];
    if (!entry || entry.state !== CodecWebSockets.OPEN || (entry.socket.bufferedAmount > 0 && entry.socket.bufferedAmount + count > entry.sendLimit)) {
      return 0;
    }

    // The bytes are copied: the browser may send them later, and it does not accept a SharedArrayBuffer, which the memory can be.
    entry.socket.send(HEAPU8.slice(source, source + count));
    return 1;
  },

  // Copies the reason of the end to the game's memory of count bytes, as UTF-8 with a terminating zero.
  CodecWebSocketReason: function (number, destination, count) {
    var entry = CodecWebSockets.sockets[number];
    stringToUTF8(entry ? entry.reason : 'The WebSocket is closed.', destination, count);
  },

  // Closes a WebSocket and removes it. The browser still sends the messages that it accepted before.
  CodecWebSocketClose: function (number) {
    var entry = CodecWebSockets.sockets[number];
    if (entry) {
      delete CodecWebSockets.sockets[number];
      entry.socket.onopen = entry.socket.onmessage = entry.socket.onclose = null;
      entry.chunks = [];
      entry.socket.close(1000);
    }
  }
};

autoAddDeps(CodecWebSocketLibrary, '$CodecWebSockets');
mergeInto(LibraryManager.library, CodecWebSocketLibrary);
