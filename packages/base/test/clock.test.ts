import { expect } from 'chai';
import * as fc from 'fast-check';
import { createClock, createReplayClock, formatStamp, formatTime, parseStamp, parseTime } from '../src/index.ts';

describe('clock', () => {
  it('starts at the given time and advances', async () => {
    const clock = createClock(new Date('1999-05-03T23:00:00Z'), 1000);
    const first = clock().getTime() - Date.parse('1999-05-03T23:00:00Z');
    expect(first).to.be.within(0, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(clock().getTime() - Date.parse('1999-05-03T23:00:00Z')).to.be.greaterThan(first + 15_000);
  });

  it('formats whole seconds and minute stamps in UTC', () => {
    const at = new Date('2026-05-20T22:18:04.567Z');
    expect(formatTime(at)).to.equal('2026-05-20T22:18:04Z');
    expect(formatStamp(at)).to.equal('202605202218');
  });

  it('parses exactly its own format', () => {
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

  it('parses RFC 3339 with any offset, a date, and a space for a plus', () => {
    const times: [text: string, iso: string][] = [
      ['2026-05-20T22:18:04Z', '2026-05-20T22:18:04.000Z'],
      ['2026-05-20t22:18:04.5678z', '2026-05-20T22:18:04.567Z'],
      ['2026-05-20T17:18:04-05:00', '2026-05-20T22:18:04.000Z'],
      ['2026-05-21T00:18:04+0200', '2026-05-20T22:18:04.000Z'],
      ['2026-05-21T00:18:04 02:00', '2026-05-20T22:18:04.000Z'],
      ['2026-05-20 22:18', '2026-05-20T22:18:00.000Z'],
      ['2026-05-20T22:18:04', '2026-05-20T22:18:04.000Z'],
      ['2026-05-20', '2026-05-20T00:00:00.000Z'],
      ['2024-02-29', '2024-02-29T00:00:00.000Z'],
      ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ];
    for (const [text, iso] of times) expect(parseTime(text)?.toISOString(), text).to.equal(iso);
    for (const bad of [
      '',
      'now',
      '2026-02-29',
      '2026-13-01',
      '2026-05-20T24:00:00Z',
      '2026-05-20T22:60:00Z',
      '2026-05-20T22:18:60Z',
      '2026-05-20T22:18:04+25:00',
      '20260520',
      '2026-05-20T22',
      '2026-05-20Z',
      '12026-05-20',
    ]) {
      expect(parseTime(bad), bad).to.equal(undefined);
    }
  });

  describe('of a replay', () => {
    const from = new Date('1999-05-03T23:00:00Z');
    const to = new Date('1999-05-03T23:10:00Z');
    const never = new AbortController().signal;

    it('stands at its start, and wherever it was advanced to', async () => {
      const clock = createReplayClock({ from, to, speed: 100_000 });
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(clock.now()).to.deep.equal(from);
      const middle = new Date('1999-05-03T23:05:00Z');
      await clock.advance(middle, never);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(clock.now()).to.deep.equal(middle);
    });

    it('never goes back, and not beyond its end', async () => {
      const clock = createReplayClock({ from, to, speed: 100_000 });
      await clock.advance(new Date('1999-05-04T12:00:00Z'), never);
      expect(clock.now()).to.deep.equal(to);
      await clock.advance(from, never);
      expect(clock.now()).to.deep.equal(to);
    });

    it('runs at its speed in between', async () => {
      const clock = createReplayClock({ from, to, speed: 1000 });
      const begun = performance.now();
      await clock.advance(new Date('1999-05-03T23:00:30Z'), never);
      expect(performance.now() - begun).to.be.at.least(29);
    });

    it('ends a wait when it is aborted', async () => {
      const ending = new AbortController();
      const advanced = createReplayClock({ from, to, speed: 0.01 }).advance(to, ending.signal);
      ending.abort();
      await advanced;
    });
  });
});
