import { expect } from 'chai';
import * as fc from 'fast-check';
import { createClock, formatStamp, formatTime, parseStamp } from '../src/index.ts';

describe('clock', () => {
  it('starts where it is told and runs on', async () => {
    const clock = createClock(new Date('1999-05-03T23:00:00Z'), 1000);
    const first = clock().getTime() - Date.parse('1999-05-03T23:00:00Z');
    expect(first).to.be.within(0, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(clock().getTime() - Date.parse('1999-05-03T23:00:00Z')).to.be.greaterThan(first + 15_000);
  });

  it('writes whole seconds and stamps of minutes, both in UTC', () => {
    const at = new Date('2026-05-20T22:18:04.567Z');
    expect(formatTime(at)).to.equal('2026-05-20T22:18:04Z');
    expect(formatStamp(at)).to.equal('202605202218');
  });

  it('reads back what it writes, and nothing else', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }), (at) => {
        expect(formatStamp(at)).to.equal(at.toISOString().replace(/\D/g, '').slice(0, 12));
        expect(parseStamp(formatStamp(at))?.getTime()).to.equal(Math.floor(at.getTime() / 60_000) * 60_000);
      }),
    );
    expect(parseStamp('202605202218')?.toISOString()).to.equal('2026-05-20T22:18:00.000Z');
    for (const bad of [
      '202604310000',
      '202605202460',
      '202605202260',
      '20260520221',
      '2026-05-20',
      '',
      '202613010000',
    ]) {
      expect(parseStamp(bad), bad).to.equal(undefined);
    }
  });
});
