import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { unpackGzip } from '../../src/fetch/unpack.ts';

const whyOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'it was unpacked',
    (error: Error) => error.message,
  );

describe('fetch/unpack', () => {
  it('unpacks a file of one member or several, up to the limit', async () => {
    const text = Buffer.from('radar '.repeat(1000));
    const members = Buffer.concat([gzipSync(text), gzipSync('and more'), gzipSync('')]);
    expect((await unpackGzip(gzipSync(text), text.length)).equals(text)).to.equal(true);
    expect((await unpackGzip(members, 10_000)).toString()).to.equal(`${text.toString()}and more`);
    expect(await unpackGzip(gzipSync(''), 0)).to.have.length(0);
    expect(await whyOf(unpackGzip(gzipSync(text), text.length - 1))).to.equal('it unpacks to more than 5999 bytes');
  });

  it('refuses a damaged file, and one whose end is missing', async () => {
    const packed = gzipSync(Buffer.from('radar '.repeat(1000)));
    expect(await whyOf(unpackGzip(packed.subarray(0, -1), 10_000))).to.equal('unexpected end of file');
    expect(await whyOf(unpackGzip(Buffer.from(packed).fill(0xff, 12), 10_000))).to.match(/invalid|incorrect/);
    expect(await whyOf(unpackGzip(Buffer.from('radar'), 10_000))).to.equal('incorrect header check');
  });

  it('keeps nothing of bombs', async () => {
    const member = gzipSync(Buffer.alloc(1 << 20));
    const bomb = Buffer.concat(Array.from({ length: 80 }, () => member));
    const before = process.memoryUsage.rss();
    const why = await Promise.all(Array.from({ length: 12 }, () => whyOf(unpackGzip(bomb, 64 << 20))));
    expect(new Set(why)).to.deep.equal(new Set([`it unpacks to more than ${64 << 20} bytes`]));
    expect((process.memoryUsage.rss() - before) / (1 << 20)).to.be.at.most(100);
  });
});
