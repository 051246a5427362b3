import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { codeLengths } from '../../src/write/bzip2/code-lengths.ts';
import { sortRotations } from '../../src/write/bzip2/rotations.ts';
import { bzip2 } from '../../src/write/index.ts';

describe('write/bzip2', () => {
  it('writes streams that the bzip2 tool unpacks', function () {
    // More than one block, with runs, a period and noise
    const text = Buffer.alloc(1_500_000, 'period');
    for (let i = 0; i < 400_000; i++) text[i] = i % 97 < 60 ? 0 : Math.imul(i, 40503) >> 5;
    const tool = spawnSync('bzip2', ['-dc'], { input: bzip2(text), maxBuffer: 1 << 24 });
    if (tool.error) this.skip();
    expect(tool.stderr.toString()).to.equal('');
    expect(Buffer.compare(tool.stdout, text)).to.equal(0);
  });

  it('sorts rotations like a direct comparison', () => {
    for (const text of ['', 'a', 'banana', 'aaaa', 'abab', 'mississippi', 'zyx'.repeat(7)]) {
      const rotation = (start: number): string => text.slice(start) + text.slice(0, start);
      const sorted = [...sortRotations(Buffer.from(text))].map(rotation);
      expect(sorted, text).to.deep.equal(Array.from(text, (_, start) => rotation(start)).sort());
    }
  });

  it('sorts noise and long repetitions', () => {
    const noise = Uint8Array.from({ length: 2000 }, (_, i) => Math.imul(i ^ (i >> 3), 2_654_435_761) >>> 27);
    const tail = Uint8Array.of(1);
    for (const text of [noise, Buffer.concat([Buffer.alloc(2000, 'ab'), tail]), Buffer.concat([noise, noise, tail])]) {
      const twice = Buffer.concat([text, text]);
      const rotation = (start: number): Buffer => twice.subarray(start, start + text.length);
      const expected = Int32Array.from(text, (_, i) => i).sort((one, other) => rotation(one).compare(rotation(other)));
      expect([...sortRotations(text)]).to.deep.equal([...expected]);
    }
  });

  it('makes complete codes of at most 17 bits for any counts', () => {
    const fibonacci = [1, 1];
    while (fibonacci.length < 40) fibonacci.push(fibonacci[fibonacci.length - 1] + fibonacci[fibonacci.length - 2]);
    const lengths = codeLengths(fibonacci);
    expect(Math.max(...lengths)).to.be.at.most(17);
    expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).to.equal(1); // Kraft
  });
});
