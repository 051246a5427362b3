import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { Response } from 'undici';
import { readBounded } from '../../src/fetch/read-bounded.ts';

const mebibyte = 1 << 20;
const part = Buffer.alloc(mebibyte, 'a');

/** A response of so many parts. @param onPart called before each, with the number of parts already sent */
function responseOf(parts: number, onPart: (sent: number) => unknown, headers = {}): Response {
  async function* body(): AsyncIterable<Uint8Array> {
    for (let sent = 0; sent < parts; sent++) {
      await onPart(sent);
      yield part;
    }
  }
  return new Response(body(), { headers });
}

describe('fetch/read-bounded', () => {
  it('reads a body up to the limit, and no further than that', async () => {
    let sent = 0;
    const count = (before: number): void => void (sent = before + 1);
    expect(await readBounded(responseOf(6, count), 'a.example', 6 * mebibyte)).to.have.length(6 * mebibyte);
    expect(await readBounded(new Response(null), 'a.example', 1)).to.have.length(0);
    const error = await readBounded(responseOf(100, count), 'a.example', 6 * mebibyte).catch((e: unknown) => e);
    expect(error).to.include({ code: 'too-large', message: 'a.example sends more than 6291456 bytes' });
    expect(sent).to.be.at.most(9); // one is read ahead
  });

  it('reads nothing of a body whose header says that it is too large', async () => {
    let sent = 0;
    const response = responseOf(9, (before) => (sent = before), { 'content-length': `${9 * mebibyte}` });
    const error = await readBounded(response, 'a.example', 6 * mebibyte).catch((e: unknown) => e);
    expect(error).to.have.property('code', 'too-large');
    expect(sent).to.be.at.most(1);
  });

  it('reads four large bodies at a time, while others stay small in memory', async () => {
    const sent = Array.from({ length: 12 }, () => 0);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const bodies = sent.map((_, i) =>
      readBounded(
        responseOf(10, (before) => {
          sent[i] = before;
          return before === 8 ? released : undefined;
        }),
        'a.example',
        64 * mebibyte,
      ),
    );
    for (let turn = 0; turn < 500; turn++) await nextTurn();
    expect(sent.filter((count) => count === 8)).to.have.length(4);
    expect(sent.filter((count) => count <= 6)).to.have.length(8);
    release();
    for (const body of await Promise.all(bodies)) expect(body).to.have.length(10 * mebibyte);
  });
});
