import { expect } from 'chai';
import { readRange } from '../../src/server/range.ts';

describe('server/range', () => {
  it('reads first and last, open ends and suffixes (RFC 9110, 14.1.2)', () => {
    expect(readRange('bytes=0-499', 10_000)).to.deep.equal({ start: 0, end: 500 });
    expect(readRange('bytes=9500-', 10_000)).to.deep.equal({ start: 9500, end: 10_000 });
    expect(readRange('bytes=-500', 10_000)).to.deep.equal({ start: 9500, end: 10_000 });
    expect(readRange('bytes=9500-99999', 10_000)).to.deep.equal({ start: 9500, end: 10_000 });
    expect(readRange('bytes=-99999', 10_000)).to.deep.equal({ start: 0, end: 10_000 });
  });

  it('returns the whole object for an absent, malformed or multiple range', () => {
    for (const header of [undefined, 'bytes=', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=9-3']) {
      expect(readRange(header, 100), String(header)).to.equal(undefined);
    }
  });

  it('reports a range past the end', () => {
    expect(readRange('bytes=100-', 100)).to.equal('unsatisfiable');
    expect(readRange('bytes=-0', 100)).to.equal('unsatisfiable');
  });
});
