import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { payloadOf, textOf } from '../../src/fetch/fetcher.ts';

const text = `\u{feff}${'a'.repeat(3 << 20)}é`;

describe('fetch/payload-of', () => {
  it('decodes a small text, without its byte order mark, and leaves a large one to its parser', async () => {
    expect(await payloadOf(Buffer.from('\u{feff}aé'))).to.equal('aé');
    const large = Buffer.from(text);
    expect(await payloadOf(large)).to.equal(large);
    expect(await textOf(large)).to.equal(text.slice(1));
  });

  it('unpacks a gzip file', async () => {
    expect(await payloadOf(gzipSync('aé'))).to.equal('aé');
    expect(Buffer.compare((await payloadOf(gzipSync(text))) as Uint8Array, Buffer.from(text))).to.equal(0);
  });
});
