import { expect } from 'chai';
import { joinChunks, parseChunkName, readVolume, type Chunk } from '../../src/index.ts';
import { encodeVolume } from '../../src/write/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { smallVolume } from '../support/volume.ts';

/** A volume as a radar sends it while it scans: the header with the first record, then a record a chunk. */
function chunks(): Chunk[] {
  const bytes = Buffer.from(encodeVolume(smallVolume(), 'records'));
  const ends: number[] = [];
  for (let at = 24; at < bytes.length; at = ends[ends.length - 1]) ends.push(at + 4 + Math.abs(bytes.readInt32BE(at)));
  return ends.map((end, i) => {
    const kind = i === 0 ? 'S' : i === ends.length - 1 ? 'E' : 'I';
    const name = parseChunkName(`KTLX/185/20260520-221839-${String(i + 1).padStart(3, '0')}-${kind}`)!;
    return { name, bytes: bytes.subarray(i === 0 ? 0 : ends[i - 1], end) };
  });
}

describe('level2/chunks', () => {
  it('reads names, and rejects text that is none', () => {
    expect(parseChunkName('20260811-225858-049-E')).to.deep.equal({
      startedAt: new Date('2026-08-11T22:58:58Z'),
      sequence: 49,
      kind: 'E',
    });
    for (const other of ['20260811-225858-049-X', 'x20260811-225858-049-E', '20260811-225858-49-E', '']) {
      expect(parseChunkName(other), other).to.equal(undefined);
    }
  });

  it('joins chunks in any order, each once', () => {
    const all = chunks();
    const joined = joinChunks([...all.toReversed(), all[2]]);
    expect(joined).to.include({ isComplete: true });
    expect(joined.missing).to.deep.equal([]);
    expect(readVolume(joined.bytes).sweeps.map(({ radials }) => radials.count)).to.deep.equal([130, 130, 100]);
  });

  it('joins the tiles that exist, and lists the missing ones', () => {
    const all = chunks();
    const joined = joinChunks([all[0], all[1], all[3]]);
    expect(joined.missing).to.deep.equal([3]);
    expect(joined.isComplete).to.equal(false);
    // The first cut has records of 120 and 10 radials, of which the second is missing
    expect(readVolume(joined.bytes).sweeps.map(({ radials }) => radials.count)).to.deep.equal([120, 120]);
  });

  it('is not complete before the last', () => {
    expect(joinChunks(chunks().slice(0, -1)).isComplete).to.equal(false);
  });

  it('is not complete with the last if one before it is missing', () => {
    const joined = joinChunks(chunks().filter((_, i) => i !== 2));
    expect(joined).to.deep.include({ missing: [3], isComplete: false });
  });

  it('refuses a volume without its beginning, and two volumes in one', () => {
    const all = chunks();
    expectRefusal(() => joinChunks(all.slice(1)), 'truncated');
    expectRefusal(() => joinChunks([]), 'truncated');
    const stranger = { ...all[2], name: { ...all[2].name, startedAt: new Date(0) } };
    expectRefusal(() => joinChunks([all[0], stranger]), 'damaged', '1970');
  });
});
