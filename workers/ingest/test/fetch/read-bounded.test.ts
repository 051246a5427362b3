import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { seeded } from '@severe/testing/seeded';
import { expect } from 'chai';
import { Response } from 'undici';
import { readBounded } from '../../src/fetch/read-bounded.ts';
import { countingLargeTexts } from '../../src/thread/large-texts.ts';

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
    expect(await readBounded(responseOf(6, count), 'a.example', { maxBytes: 6 * mebibyte })).to.have.length(
      6 * mebibyte,
    );
    expect(await readBounded(new Response(null), 'a.example', { maxBytes: 1 })).to.have.length(0);
    const error = await readBounded(responseOf(100, count), 'a.example', { maxBytes: 6 * mebibyte }).catch(
      (e: unknown) => e,
    );
    expect(error).to.include({ code: 'too-large', message: 'a.example sends more than 6291456 bytes' });
    expect(sent).to.be.at.most(9); // one is read ahead
  });

  it('gives the bytes of a body whose length is not known, or not as announced, whatever its parts', async () => {
    const random = seeded(1);
    for (const announced of [undefined, 5000, 700_000, 3 * mebibyte]) {
      const parts = Array.from({ length: 40 }, (_, i) => Buffer.alloc(Math.floor(random() * 200_000), `${i}`));
      const response = new Response(Readable.toWeb(Readable.from(parts)), {
        headers: announced === undefined ? {} : { 'content-length': `${announced}` },
      });
      const read = await readBounded(response, 'a.example', { maxBytes: 16 * mebibyte });
      expect(read.equals(Buffer.concat(parts)), `${announced} announced`).to.equal(true);
    }
  });

  it('lets other work go on while it joins a large body', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): unknown => isOver || (turns++, setImmediate(count));
    const startAtEnd = (sent: number): void => void (sent === 31 && count());
    await readBounded(responseOf(32, startAtEnd), 'a.example', { maxBytes: 64 * mebibyte });
    isOver = true;
    expect(turns).to.be.at.least(30);
  });

  it('reads nothing of a body whose header says that it is too large', async () => {
    let sent = 0;
    const response = responseOf(9, (before) => (sent = before), { 'content-length': `${9 * mebibyte}` });
    const error = await readBounded(response, 'a.example', { maxBytes: 6 * mebibyte }).catch((e: unknown) => e);
    expect(error).to.have.property('code', 'too-large');
    expect(sent).to.be.at.most(1);
  });

  it('reads four large bodies at a time, beside urgent ones, while others stay small in memory', async () => {
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
        { maxBytes: 64 * mebibyte },
      ),
    );
    for (let turn = 0; turn < 500; turn++) await nextTurn();
    expect(sent.filter((count) => count === 8)).to.have.length(4);
    expect(sent.filter((count) => count <= 3)).to.have.length(8);
    const urgent = await readBounded(
      responseOf(10, () => {}),
      'b.example',
      { maxBytes: 64 * mebibyte, urgent: true },
    );
    expect(urgent).to.have.length(10 * mebibyte);
    release();
    for (const body of await Promise.all(bodies)) expect(body).to.have.length(10 * mebibyte);
  });

  it('does not read large bodies that are not urgent while large texts wait for parsers', async () => {
    let release = (): void => {};
    const parsing = new Promise<void>((resolve) => (release = resolve));
    const texts = ['a', 'b', 'c'].map((letter) => countingLargeTexts([letter.repeat(12 * mebibyte), 1], () => parsing));
    let sent = 0;
    const body = readBounded(
      responseOf(10, (before) => (sent = before)),
      'a.example',
      { maxBytes: 64 * mebibyte },
    );
    for (let turn = 0; turn < 500; turn++) await nextTurn();
    expect(sent).to.be.at.most(3);
    const small = await readBounded(
      responseOf(1, () => {}),
      'b.example',
      { maxBytes: 64 * mebibyte },
    );
    expect(small).to.have.length(mebibyte);
    release();
    await Promise.all(texts);
    expect(await body).to.have.length(10 * mebibyte);
  });
});
