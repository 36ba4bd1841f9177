// @ts-check
/** What a connection needs of the browser: sockets, timers, and word of when the device wakes up. */

/**
 * The ports of a real browser.
 * @param {() => string} address
 * @returns {import('./connection.js').Ports}
 */
export function browserPorts(address) {
  return {
    socket: () => new WebSocket(address()),
    schedule: (call, ms) => setTimeout(call, ms),
    cancel: (timer) => clearTimeout(timer),
    now: () => Date.now(),
    random: () => Math.random(),
  };
}

/**
 * Open a socket before it is known what for. Whoever asks for sockets gets it first, unless it has been closed.
 * @param {() => string} address
 * @returns {() => WebSocket}
 */
export function openSooner(address) {
  /** @type {WebSocket | null} */
  let early = new WebSocket(address());
  return () => {
    const open = early && early.readyState <= WebSocket.OPEN ? early : new WebSocket(address());
    early = null;
    return open;
  };
}

/**
 * Wake a connection whenever the device may have slept or lost its network.
 * @param {import('./connection.js').Connection} connection
 * @returns {() => void} stops it
 */
export function wakeWithDevice(connection) {
  const wake = () => {
    if (document.visibilityState !== 'hidden') connection.wake();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  addEventListener('pageshow', wake);
  return () => {
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
    removeEventListener('pageshow', wake);
  };
}
