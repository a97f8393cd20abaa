// Whether other devices can come to this server at all.
const HERE = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** A server that listens on this machine alone cannot be reached from a phone, whatever its code says. */
export const isReachable = (address: string): boolean => {
  try {
    return !HERE.has(new URL(address, location.origin).hostname);
  } catch {
    return false;
  }
};
