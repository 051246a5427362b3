import { expect } from 'chai';
import { bothTimes, duration, fromNow, momentOf, shortly, stampOf, untilTime, utcTime } from '../src/times.ts';

describe('viewer/times', () => {
  it('reads stamps, and formats UTC as is usual in meteorology', () => {
    expect(momentOf('202605202218').toISOString()).to.equal('2026-05-20T22:18:00.000Z');
    expect(stampOf(momentOf('202605202218'))).to.equal('202605202218');
    expect(utcTime(momentOf('202605202218'))).to.equal('20 May 22:18Z');
  });

  it('formats the day in UTC, wherever the browser is', () => {
    const zone = process.env.TZ;
    try {
      for (const [place, stamp, text] of [
        ['Pacific/Auckland', '202605202218', '20 May 22:18Z'],
        ['America/Chicago', '202605210118', '21 May 01:18Z'],
      ]) {
        process.env.TZ = place;
        expect(utcTime(momentOf(stamp)), place).to.equal(text);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('formats durations in whole minutes and hours', () => {
    expect([10, 60, 90, 300, 5340, 5400, 90_000].map(duration)).to.deep.equal([
      '1 minute',
      '1 minute',
      '2 minutes',
      '5 minutes',
      '89 minutes',
      '2 hours',
      '25 hours',
    ]);
  });

  it('formats ages in short form', () => {
    expect([0, 59, 60, 5399, 5400, 90_000, 31_536_000].map(shortly)).to.deep.equal([
      '0 s',
      '59 s',
      '1 min',
      '90 min',
      '2 h',
      '25 h',
      '365 d',
    ]);
  });

  it('formats ends and events in local time and UTC', () => {
    const local = (options: object) => new Intl.DateTimeFormat(undefined, options).format(momentOf('202605202218'));
    const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' };
    expect(bothTimes('2026-05-20T22:18:00Z')).to.equal(`${local({ weekday: 'short', ...clock })} (22:18Z)`);
    expect(untilTime('2026-05-20T22:18:00Z')).to.equal(bothTimes('2026-05-20T22:18:00Z')); // not today
    const now = new Date();
    expect(untilTime(now.toISOString())).to.equal(
      `${new Intl.DateTimeFormat(undefined, clock as Intl.DateTimeFormatOptions).format(now)} (${now.toISOString().slice(11, 16)}Z)`,
    );
  });

  it('formats times relative to now', () => {
    const now = Date.parse('2026-05-20T22:18:00Z');
    expect(fromNow(momentOf('202605202214'), now)).to.equal('4 minutes ago');
    expect(fromNow(momentOf('202605210100'), now)).to.equal('in 3 hours');
  });
});
