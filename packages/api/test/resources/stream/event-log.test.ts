import { expect } from 'chai';
import { EventLog } from '../../../src/resources/stream/event-log.ts';

const start = Date.parse('2026-05-20T22:00:00Z');
const seconds = (number: number) => start / 1000 + number;
const event = (number: number) => ({
  number,
  seconds: seconds(number),
  source: 'radar',
  data: `{"n":${number}}`,
  publishedAt: new Date(start + number * 1000),
  traceparent: null,
});
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => event(from + i));
const position = (number: number) => ({ number, seconds: seconds(number) });
const log = (from: number, to: number) => {
  const made = new EventLog(position(from - 1));
  made.append(events(from, to));
  return made;
};
const soon = new Date(start + 60_000);

describe('api/stream/event-log', () => {
  it('gives the events after a number', () => {
    expect(
      log(5, 9)
        .after(7)
        .map(({ number }) => number),
    ).to.deep.equal([8, 9]);
    expect(log(5, 9).after(9)).to.deep.equal([]);
    expect(log(5, 9).after(4)).to.have.length(5);
  });

  it('joins events to pieces that all clients share, until there are newer ones', () => {
    const few = log(5, 9);
    const bytes = few.after(6).map(({ chunk }) => chunk.chunked);
    const pieces = few.piecesAfter(6);
    expect(pieces.map(({ chunked }) => chunked)).to.deep.equal([Buffer.concat(bytes)]);
    expect(pieces[0].plain.toString()).to.match(/^id: \d+-0007\n(.|\n)*id: \d+-0009\n/);
    expect(few.piecesAfter(6)).to.equal(pieces);
    few.append(events(10, 10));
    expect(few.piecesAfter(6)[0].chunked.length).to.be.above(pieces[0].chunked.length);
    expect(few.piecesAfter(9)).to.deep.equal([few.after(9)[0].chunk]);
    expect(few.piecesAfter(10)).to.deep.equal([]);
  });

  it('joins long events to several pieces, in order', () => {
    const long = new EventLog(position(0));
    long.append(events(1, 40).map((each) => ({ ...each, data: 'x'.repeat(4000) })));
    const pieces = long.piecesAfter(0);
    expect(pieces.length).to.equal(3);
    expect(Math.max(...pieces.map(({ chunked }) => chunked.length))).to.be.at.most(64 << 10);
    expect(Buffer.concat(pieces.map(({ chunked }) => chunked))).to.deep.equal(
      Buffer.concat(long.after(0).map(({ chunk }) => chunk.chunked)),
    );
  });

  it('passes over events that it has', () => {
    const twice = log(1, 3);
    expect(twice.append(events(2, 4))).to.equal(true);
    expect(twice.after(0).map(({ number }) => number)).to.deep.equal([1, 2, 3, 4]);
  });

  it('starts over after a gap and reports it', () => {
    const gap = log(1, 3);
    expect(gap.append(events(6, 7))).to.equal(false);
    expect(gap.after(5).map(({ number }) => number)).to.deep.equal([6, 7]);
    expect(gap.canResume(position(3), soon)).to.equal(false);
  });

  it('resumes from an event in the log, from the one before it, and from the newest', () => {
    for (const number of [4, 5, 9]) expect(log(5, 9).canResume(position(number), soon), String(number)).to.equal(true);
  });

  it('does not resume from the future, from before the log, or from an id of another database', () => {
    expect(log(5, 9).canResume(position(10), soon)).to.equal(false);
    expect(log(5, 9).canResume(position(3), soon)).to.equal(false);
    expect(log(5, 9).canResume({ number: 7, seconds: 1 }, soon)).to.equal(false);
    expect(log(5, 9).canResume({ number: 9, seconds: 1 }, soon)).to.equal(false);
  });

  it('replays at most 1,000 events, none of them older than ten minutes', () => {
    expect(log(1, 1500).canResume(position(500), soon)).to.equal(true);
    expect(log(1, 1500).canResume(position(499), soon)).to.equal(false);
    const oldest = start + 1000;
    expect(log(1, 3).canResume(position(0), new Date(oldest + 600_000))).to.equal(true);
    expect(log(1, 3).canResume(position(0), new Date(oldest + 600_001))).to.equal(false);
  });

  it('resumes over events of a process whose clock is behind', () => {
    const mixed = log(1, 3);
    mixed.append([{ ...event(4), publishedAt: new Date(start - 600_000) }]);
    expect(mixed.canResume(position(3), soon)).to.equal(true);
  });

  it('forgets what nobody can resume from', () => {
    const long = new EventLog(position(0));
    for (let from = 1; from <= 5000; from += 100) long.append(events(from, from + 99));
    expect(long.after(0).length).to.be.within(1000, 2000);
    expect(long.position).to.deep.equal(position(5000));
  });
});
