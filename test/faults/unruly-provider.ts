import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { foreignHost, type Fault } from './faults.ts';

/** A proxy between feeds and their providers. */
export interface UnrulyProvider {
  url: string;
  /** If set, it replaces every good response. */
  fault: Fault | undefined;
  /** Number of replaced responses. */
  spoiled: number;
  close(): Promise<void>;
}

/** Target of redirects. */
const moved = '<html><body>This has moved.</body></html>';

/** @param base URL of the real or simulated providers */
export async function openUnrulyProvider(base: string): Promise<UnrulyProvider> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const isForeign = request.url!.startsWith(`/${foreignHost}/`);
    const url = isForeign ? request.url!.slice(foreignHost.length + 1) : request.url!;
    if (url === '/moved') return void response.end(moved);
    const forwarded: Record<string, string> = headers.range ? { range: headers.range } : {};
    const answer = await fetch(`${base}${url}`, { headers: forwarded });
    const good = Buffer.from(await answer.arrayBuffer());
    const type = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' };
    const { fault } = provider;
    if (!fault || isForeign || !answer.ok) return void response.writeHead(answer.status, type).end(good);
    provider.spoiled++;
    const location = fault.location?.(url, base);
    response
      .writeHead(fault.status ?? answer.status, { ...type, ...fault.headers, ...(location ? { location } : {}) })
      .end(fault.body(good));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: UnrulyProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    spoiled: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
