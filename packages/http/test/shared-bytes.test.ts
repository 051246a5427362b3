import { expect } from 'chai';
import { createCompress } from '../src/compress.ts';
import { Reply } from '../src/endpoint.ts';
import { represent } from '../src/represent.ts';
import type { Served } from '../src/route.ts';
import { sharedBytes } from '../src/shared-bytes.ts';

const text = (letter: string, length: number): string => letter.repeat(length);
const large = (1 << 20) + 1;

describe('http/shared-bytes', () => {
  it('gives the same bytes for equal large bodies', () => {
    const first = sharedBytes(text('a', large), 'digest of a');
    expect(first).to.be.instanceOf(Uint8Array);
    expect(sharedBytes(Buffer.from(text('a', large)), 'digest of a')).to.equal(first);
    const other = sharedBytes(text('b', large), 'digest of b');
    expect(other).to.not.equal(first);
    expect(Buffer.from(other as Uint8Array).toString()).to.equal(text('b', large));
  });

  it('is what responses are made of', async () => {
    const bodyOf = async (headers: Record<string, string>): Promise<unknown> => {
      const list = new Reply(200, { 'Content-Type': 'application/json' }, `"${text('d', large)}"`);
      return (await represent(list, {} as Served, headers, createCompress())).body;
    };
    expect(await bodyOf({})).to.equal(await bodyOf({}));
    expect(await bodyOf({ 'accept-encoding': 'gzip' })).to.be.instanceOf(Uint8Array);
  });

  it('leaves small bodies as they are', () => {
    const small = text('c', large - 1);
    expect(sharedBytes(small, 'digest of c')).to.equal(small);
  });
});
