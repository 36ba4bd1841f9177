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
