import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { seeded } from '@severe/testing/seeded';
import { chooseCoding, createCompress, isCompressible } from '../src/compress.ts';

describe('http/compress', () => {
  it('chooses by the weights of the client, and prefers brotli if they are equal', () => {
    const expected: [string | undefined, string | undefined][] = [
      [undefined, undefined],
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0.5, gzip;q=0.8', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
      ['*', 'br'],
      ['*;q=0.5, br;q=0', 'gzip'],
      ['identity', undefined],
      ['BR', 'br'],
      ['br;q=x', undefined],
    ];
    for (const [accepted, coding] of expected) expect(chooseCoding(accepted), accepted).to.equal(coding);
  });

  it('does not compress images and archives', () => {
    expect(['application/json', 'application/geo+json', 'text/html; charset=utf-8'].map(isCompressible)).to.not.include(
      false,
    );
    expect(['image/png', 'image/webp', 'application/vnd.pmtiles', ''].map(isCompressible)).to.not.include(true);
  });

  it('round-trips, and compresses equal bodies once', async () => {
    const compress = createCompress();
    const body = '{"a":1}'.repeat(1000);
    const [first, second] = await Promise.all([compress(body, 'br', 'one'), compress(body, 'br', 'one')]);
    expect(brotliDecompressSync(first).toString()).to.equal(body);
    expect(second).to.equal(first);
    expect(await compress(body, 'br', 'one')).to.equal(first);
    expect(gunzipSync(await compress(body, 'gzip', 'one')).toString()).to.equal(body);
  });

  it('compresses large bodies more lightly, all of several at once', async () => {
    const compress = createCompress();
    const random = seeded(5);
    const bodyOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, () => 48 + Math.floor(10 * random())));
    const brotliOf = (body: Buffer, quality: number) =>
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    const [small, ...large] = [200_000, 300_000, 300_001, 300_002].map(bodyOf);
    expect(brotliOf(small, 4).equals(await compress(small, 'br', 'small'))).to.equal(true);
    const coded = await Promise.all(large.map((body, i) => compress(body, 'br', `large ${i}`)));
    expect(coded.map((bytes, i) => brotliOf(large[i], 2).equals(bytes))).to.deep.equal([true, true, true]);
    expect(gunzipSync(await compress(large[0], 'gzip', 'large 0')).equals(large[0])).to.equal(true);
  });
});
