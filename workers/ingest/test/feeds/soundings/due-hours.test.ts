import { expect } from 'chai';
import { dueHours } from '../../../src/feeds/soundings/due-hours.ts';

describe('feeds/soundings/due-hours', () => {
  const at = (time: string) => new Date(`2026-05-${time}:00Z`);
  const hours = (now: string, asked: Map<number, number> = new Map()) =>
    dueHours(at(now), asked).map((hour) => hour.toISOString().slice(8, 13));

  it('starts with the hours of the last day, one hour after each', () => {
    expect(hours('21T00:59')).to.deep.equal(['20T18', '20T12', '20T06']);
    expect(hours('21T01:00')).to.deep.equal(['21T00', '20T18', '20T12', '20T06']);
    expect(hours('21T06:00')).to.deep.equal(['21T00', '20T18', '20T12', '20T06']);
    expect(hours('21T06:01')).to.deep.equal(['21T00', '20T18', '20T12']);
  });

  it('requests an hour again after a third of its age, about ten times', () => {
    const asked = new Map<number, number>();
    const times: string[] = [];
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      const now = new Date(at('21T00:00').getTime() + minute * 60_000);
      for (const hour of dueHours(now, asked)) {
        asked.set(hour.getTime(), now.getTime());
        if (hour.getTime() === at('21T00:00').getTime()) times.push(now.toISOString().slice(11, 16));
      }
    }
    expect(times.slice(0, 5)).to.deep.equal(['01:00', '01:20', '01:50', '02:30', '03:20']);
    expect(times).to.have.length(11);
    expect(asked.size).to.be.lessThan(6);
  });
});
