import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { decodeText } from '../../src/fetch/fetcher.ts';

const large = Buffer.alloc(3 << 20, 'a');

describe('fetch/decode-text', () => {
  it('decodes one large text in a turn of the event loop', async () => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turns = await Promise.all(Array.from({ length: 6 }, () => decodeText(large).then(() => turn)));
    isOver = true;
    expect(new Set(turns).size).to.equal(6);
  });

  it('decodes a large text from a gzip file, without its byte order mark', async () => {
    const text = `\u{feff}${large.toString()}é`;
    expect(await decodeText(gzipSync(text))).to.equal(text.slice(1));
  });
});
