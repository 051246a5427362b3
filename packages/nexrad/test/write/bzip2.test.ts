import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { codeLengths } from '../../src/write/bzip2/code-lengths.ts';
import { sortByDoubling } from '../../src/write/bzip2/doubling.ts';
import { sortRotations } from '../../src/write/bzip2/rotations.ts';
import { bzip2 } from '../../src/write/index.ts';

/** The last letter of each rotation, which is what is written. */
function columnOf(text: Uint8Array, order: Int32Array): Uint8Array {
  return Uint8Array.from(order, (start) => text[(start || text.length) - 1]);
}

describe('write/bzip2', () => {
  it('writes what the tool bzip2 unpacks', function () {
    // More than one block, with runs, a period and noise
    const text = Buffer.alloc(1_500_000, 'period');
    for (let i = 0; i < 400_000; i++) text[i] = i % 97 < 60 ? 0 : Math.imul(i, 40503) >> 5;
    const tool = spawnSync('bzip2', ['-dc'], { input: bzip2(text), maxBuffer: 1 << 24 });
    if (tool.error) this.skip();
    expect(tool.stderr.toString()).to.equal('');
    expect(Buffer.compare(tool.stdout, text)).to.equal(0);
  });

  it('sorts rotations as comparing them does', () => {
    for (const text of ['', 'a', 'banana', 'aaaa', 'abab', 'mississippi', 'zyx'.repeat(7)]) {
      const rotation = (start: number): string => text.slice(start) + text.slice(0, start);
      const sorted = [...sortRotations(Buffer.from(text))].map(rotation);
      expect(sorted, text).to.deep.equal(Array.from(text, (_, start) => rotation(start)).sort());
    }
  });

  it('sorts a text that repeats itself for long, and one of noise, in the same order as doubling', () => {
    const noise = Uint8Array.from({ length: 30_000 }, (_, i) => Math.imul(i ^ (i >> 3), 2_654_435_761) >>> 27);
    const tail = Uint8Array.of(1);
    for (const text of [
      noise,
      Buffer.concat([Buffer.alloc(30_000, 'ab'), tail]),
      Buffer.concat([noise, noise, tail]),
    ]) {
      expect(Buffer.compare(columnOf(text, sortRotations(text)), columnOf(text, sortByDoubling(text)))).to.equal(0);
    }
  });

  it('makes codes that fill the tree and none longer than 17 bits, however uneven the counts', () => {
    const fibonacci = [1, 1];
    while (fibonacci.length < 40) fibonacci.push(fibonacci[fibonacci.length - 1] + fibonacci[fibonacci.length - 2]);
    const lengths = codeLengths(fibonacci);
    expect(Math.max(...lengths)).to.be.at.most(17);
    expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).to.equal(1); // Kraft
  });
});
