import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { silentLog } from '@severe/base';
import { createPublicServer, UnsentBytes } from '@severe/http';
import { run, type Running } from '@severe/testing/serve';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { StreamConnection } from '../../../src/resources/stream/connection.ts';

const text = `: ${'x'.repeat(1 << 16)}\n\n`;

describe('stream/connection', () => {
  const unsent = new UnsentBytes({ maxBytes: Infinity });
  let stream: StreamConnection | undefined;
  let service: Running;
  let client: Socket;

  before(async () => {
    service = await run(
      createPublicServer({
        handlers: [],
        fallback: (request, response) =>
          (stream = new StreamConnection(request, response, { headers: [], cursor: 0, sources: undefined })),
        log: silentLog,
        unsent,
      }),
    );
    client = connect(Number(new URL(service.url).port), '127.0.0.1').pause();
    client.on('error', () => undefined);
    await once(client, 'connect');
  });
  after(async () => {
    client?.destroy();
    await service?.close();
  });

  it('counts what waits for a client that reads slowly towards what all connections may hold', async () => {
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => stream !== undefined);
    expect(unsent.bytes).to.equal(0);
    // The system takes some megabytes of what is not read.
    let written = 0;
    await until(() => {
      stream!.writeText(text);
      written += text.length;
      stream!.keepAlive();
      return unsent.bytes > 0;
    });
    expect([unsent.bytes <= 1 << 20, stream!.ended]).to.deep.equal([true, false]);

    let read = 0;
    client.on('data', (part: Buffer) => (read += part.length)).resume();
    await until(() => read > written);
    stream!.keepAlive();
    expect([unsent.bytes, stream!.ended]).to.deep.equal([0, false]);
  });
});
