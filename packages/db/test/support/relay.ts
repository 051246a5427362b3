import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay that can go silent, like a cut cable: it refuses nothing and forwards nothing. */
export interface Relay {
  port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openRelay(host: string, port: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from);
      from.on('data', (bytes) => silent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (silent = true),
    mend: () => void (silent = false),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
