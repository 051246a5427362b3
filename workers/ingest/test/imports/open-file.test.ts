import { expect } from 'chai';
import { fileOf, openPart } from '../../src/imports/open-file.ts';

describe('imports/open-file', () => {
  it('reads a file in memory in pieces, between which other work is done', async () => {
    const bytes = Buffer.alloc(1 << 20, 'a');
    const stream = await openPart(fileOf('a.csv', bytes).parts[0], () => {});
    let turns = 0;
    const other = setInterval(() => turns++, 0);
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      pieces.push(piece as Buffer);
      const until = performance.now() + 2;
      while (performance.now() < until); // as a parser does
    }
    clearInterval(other);
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.at.most(1 << 16);
    expect(Buffer.concat(pieces).equals(bytes)).to.equal(true);
    expect(turns).to.be.greaterThan(4);
  });
});
