/** The function with which Node opens a TCP connection, below every module of Node: it sees the address of each SYN. */
interface TcpHandle {
  connect: Connect;
  connect6: Connect;
}
type Connect = (this: unknown, request: unknown, address: string, port: number, ...more: unknown[]) => number;

/** Result code for a refused connection on Linux. */
const refused = -111;

/** Connections that the process has tried to open. */
export interface WatchedConnections {
  /** Addresses, in the order of the attempts. */
  tried: string[];
  /** Restores the functions of Node. */
  stop(): void;
}

/**
 * Watches every TCP connection of the process, and lets no packet leave the machine.
 *
 * @param routes ports on 127.0.0.1 that stand for public addresses; any other address but loopback is refused
 */
export function watchConnections(routes: Record<string, number> = {}): WatchedConnections {
  // eslint-disable-next-line typescript/no-deprecated -- there is no other access to the handles
  const { TCP } = (process as unknown as { binding(name: string): { TCP: { prototype: TcpHandle } } }).binding(
    'tcp_wrap',
  );
  const { connect, connect6 } = TCP.prototype;
  const tried: string[] = [];
  const watched = (original: Connect): Connect =>
    function (this: unknown, request, address, port, ...more) {
      tried.push(address);
      const route = routes[address];
      if (route !== undefined) return connect.call(this, request, '127.0.0.1', route);
      if (address === '127.0.0.1' || address === '::1') return original.call(this, request, address, port, ...more);
      return refused;
    };
  TCP.prototype.connect = watched(connect);
  TCP.prototype.connect6 = watched(connect6);
  return { tried, stop: () => void Object.assign(TCP.prototype, { connect, connect6 }) };
}
