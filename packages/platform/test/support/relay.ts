import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP road to a real service that a test can cut, block and mend. */
export interface Relay {
  port: number;
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Connections stay open and nothing goes through any more; new ones go through. */
  block(): void;
  close(): Promise<void>;
}

/** @param host address that it listens on */
export async function openRelay(targetPort: number, host = '127.0.0.1'): Promise<Relay> {
  const sockets = new Set<Socket>();
  let server: Server;

  function join(client: Socket): void {
    const target = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ]) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  }

  async function listen(port: number): Promise<number> {
    server = createServer(join);
    await new Promise<void>((done) => server.listen(port, host, done));
    return (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const port = await listen(0);
  return {
    port,
    cut,
    mend: async () => void (await listen(port)),
    block() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}
