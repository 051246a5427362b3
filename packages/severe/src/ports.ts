import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError, type Log, type Settings } from '@severe/base';
import { createPublicServer, UnsentBytes } from '@severe/http';

/** A port that is listened on. */
export interface Port {
  port: number;
  /** Passes requests to a listener: those that have waited, and all later ones. The port is listened on once it resolves. */
  open(listener: RequestListener): Promise<void>;
  /** Waits for running requests, and closes the connections that remain after five seconds. */
  end(): Promise<void>;
}

/** The two ports of a process. */
export interface Ports {
  main: Port;
  ops: Port;
  /** What the connections of both hold. */
  unsent: UnsentBytes;
  close(): Promise<void>;
}

/**
 * Opens both ports, before anything else is loaded or opened: a second start fails at once, and probes are answered from the
 * beginning. Other requests wait until the service is open.
 *
 * @param asChild whether other processes share the public port: then it is listened on when its listener is set, so that no request
 *   waits here while others could respond
 * @throws {StartError} for a port that is in use, or an address that this machine does not have
 */
export async function openPorts(
  {
    port,
    host,
    opsPort,
    opsHost,
    unsentMb,
    trustProxy,
  }: Pick<Settings, 'port' | 'host' | 'opsPort' | 'opsHost' | 'unsentMb' | 'trustProxy'>,
  log: Log,
  { asChild = false } = {},
): Promise<Ports> {
  const unsent = new UnsentBytes({ maxBytes: unsentMb * (1 << 20), trustProxy, log });
  const main = asChild
    ? lateOf(port, host, 'PORT', { unsent, log })
    : await openPort(port, host, 'PORT', { unsent, log });
  try {
    const ops = await openPort(opsPort, opsHost, 'OPS_PORT', { unsent, log });
    return {
      main,
      ops,
      unsent,
      async close() {
        await Promise.all([ops.end(), main.end()]);
      },
    };
  } catch (error) {
    await main.end();
    throw error;
  }
}

/** What the servers of both ports need. */
interface Shared {
  unsent: UnsentBytes;
  log: Log;
}

/** Base URL at which a port is reached; from this machine, if it listens on all addresses. */
export function urlAt(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Listens at once. Processes never share the port. @param setting that names it @throws {StartError} as `openPorts` */
export async function openPort(wanted: number, host: string, setting: string, shared: Shared): Promise<Port> {
  const { server, open } = createListener(shared);
  const port = await listen(server, { port: wanted, host, exclusive: true }, setting);
  return { port, open: async (listener) => open(listener), end: () => endServer(server) };
}

/** A port that is listened on once it has a listener. @param setting that names it */
function lateOf(port: number, host: string, setting: string, shared: Shared): Port {
  const { server, open } = createListener(shared);
  return {
    port,
    async open(listener) {
      open(listener);
      await listen(server, { port, host, exclusive: false }, setting); // by the primary, a moment later
    },
    end: () => endServer(server),
  };
}

/** A server that listens at once; requests wait until `open` sets their listener. */
function createListener(shared: Shared): { server: Server; open: (listener: RequestListener) => void } {
  let current: RequestListener | undefined;
  let open = (_listener: RequestListener): void => {};
  const opened = new Promise<RequestListener>((resolve) => (open = resolve));
  const fallback: RequestListener = (request, response) => {
    if (current) current(request, response);
    else if (!serveStart(request, response)) void opened.then((listener) => listener(request, response));
  };
  return {
    server: createPublicServer({ handlers: [], fallback, ...shared }),
    open(listener) {
      current = listener;
      open(listener);
    },
  };
}

/** Responses to probes while the service starts: the process responds, and is not ready. */
const startProbes: Record<string, [status: number, body: string]> = {
  '/healthz': [200, '{"status":"ok"}'],
  '/readyz': [503, '{"status":"starting"}'],
};

/** Responds to a probe during the start; returns false for any other request. */
function serveStart({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const probe = Object.hasOwn(startProbes, url) ? startProbes[url] : undefined;
  if (!probe || (method !== 'GET' && method !== 'HEAD')) return false;
  const [status, body] = probe;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(body);
  return true;
}

/** Error codes of the system for an address that this machine does not have. */
const foreignAddressCodes = new Set(['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL'] as (string | undefined)[]);

/** @param where `exclusive`: processes of a group do not share the port @returns the port @throws {StartError} as `openPorts` */
function listen(
  server: Server,
  where: { port: number; host: string; exclusive: boolean },
  setting: string,
): Promise<number> {
  const { port, host } = where;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      const which = foreignAddressCodes.has(error.code) ? 'HOST' : setting;
      reject(new StartError(`port ${port} of ${host} ${why}; set another with ${which}`, { cause: error }));
    });
    server.listen(where, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Waits for running requests, and closes the connections that remain after five seconds. */
function endServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), 5_000);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
