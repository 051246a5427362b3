import { expect } from 'chai';
import { motionOf, track, type TrackerState } from '../src/index.ts';

const start = Date.parse('2026-05-20T22:00:00Z');
const minutes = (count: number) => start + count * 60_000;

/** A cell that starts at a place and moves by km per minute. */
const moving = (lat: number, lon: number, east: number, north: number) => (minute: number) => ({
  lat: lat + (north * minute) / 111.195,
  lon: lon + (east * minute) / (111.195 * Math.cos((lat * Math.PI) / 180)),
  areaKm2: 150,
});
type Cell = ReturnType<ReturnType<typeof moving>>;

/** Tracks lists of cells by minute. */
function follow(frames: [minute: number, Cell[]][], from?: TrackerState) {
  let state = from;
  return frames.map(([minute, cells]) => {
    const result = track(state, minutes(minute), cells);
    // what a database gives back
    state = JSON.parse(JSON.stringify(result.state)) as TrackerState;
    return { ...result, ids: result.tracked.map(({ track: one }) => one.id) };
  });
}

describe('tracking of storm cells', () => {
  const a = moving(35, -98, 1.2, 0); // 20 m/s to the east
  const b = moving(36, -98, 0, 0.6);
  const every = [0, 2, 4, 6, 8, 10, 12];

  it('keeps the id of a cell from frame to frame, whatever the order of the cells', () => {
    const frames = follow(every.map((m, i) => [m, i % 2 ? [b(m), a(m)] : [a(m), b(m)]]));
    expect(frames[0].ids).to.deep.equal(['20260520T220000Z-1', '20260520T220000Z-2']);
    expect(frames.at(-1)!.ids).to.deep.equal(frames[0].ids);
    expect(frames[1].ids).to.deep.equal(frames[0].ids.toReversed());
    expect(frames.at(-1)!.tracked[0].track).to.deep.include({ firstSeenAt: start, frames: 7 });
  });

  it('knows direction and speed after ten minutes, with an error that shrinks', () => {
    const frames = follow(every.map((m) => [m, [a(m), b(m)]]));
    const [east, north] = frames.at(-1)!.tracked.map(({ track: one }) => motionOf(one)!);
    expect(east.towardDeg).to.be.closeTo(90, 5);
    expect(east.speedMps).to.be.closeTo(20, 1.5);
    expect(north.towardDeg % 360).to.be.closeTo(0, 12);
    expect(north.speedMps).to.be.closeTo(10, 1.5);
    const spreads = frames.flatMap(({ tracked: [{ track: one }] }) => motionOf(one)?.spreadMps ?? []);
    expect(spreads).to.deep.equal(spreads.toSorted((x, y) => y - x));
  });

  it('knows no motion of a cell seen once, alone', () => {
    const [{ tracked }] = follow([[0, [a(0)]]]);
    expect(motionOf(tracked[0].track)).to.equal(undefined);
  });

  it('guesses the motion of a new cell from its neighbours', () => {
    const frames = follow([
      ...every.map((m): [number, Cell[]] => [m, [a(m)]]),
      [14, [a(14), { lat: 35.3, lon: -98, areaKm2: 40 }]],
    ]);
    const guessed = motionOf(frames.at(-1)!.tracked[1].track)!;
    expect(guessed.towardDeg).to.be.closeTo(90, 10);
    expect(guessed.speedMps).to.be.within(10, 20);
    expect(guessed.spreadMps).to.be.above(motionOf(frames.at(-1)!.tracked[0].track)!.spreadMps);
  });

  it('follows a cell over frames in which it is missing, but not for long', () => {
    const gone = (m: number): [number, Cell[]] => [m, []];
    const first = every.map((m): [number, Cell[]] => [m, [a(m)]]);
    expect(follow([...first, gone(14), [16, [a(16)]]]).at(-1)!.ids).to.deep.equal(['20260520T220000Z-1']);
    const later = follow([...first, gone(14), gone(16), gone(18), gone(20), [22, [a(22)]]]);
    expect(later.at(-1)!.ids).to.deep.equal(['20260520T222200Z-1']);
    expect(later.at(-2)!.state.tracks).to.deep.equal([]);
  });

  it('expects a cell where its motion leads: paths that cross do not swap', () => {
    const left = moving(35, -98, 1.5, 0.5);
    const right = moving(35.09, -98, 1.5, -0.5);
    const times = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18];
    const frames = follow(times.map((m) => [m, [left(m), right(m)]]));
    expect(frames.at(-1)!.ids).to.deep.equal(frames[0].ids);
  });

  it('keeps the motion of a cell that jumps as it merges with another', () => {
    const jumped = (m: number) => ({ ...a(m), lat: a(m).lat + 0.06 });
    const frames = follow([...every.map((m): [number, Cell[]] => [m, [a(m)]]), [14, [jumped(14)]]]);
    const { towardDeg, speedMps } = motionOf(frames.at(-1)!.tracked[0].track)!;
    expect(frames.at(-1)!.ids).to.deep.equal(frames[0].ids);
    expect(towardDeg).to.be.closeTo(90, 6);
    expect(speedMps).to.be.closeTo(20, 1.5);
  });

  it('begins all tracks anew after a long pause', () => {
    const frames = follow([...every.map((m): [number, Cell[]] => [m, [a(m)]]), [40, [a(40)]]]);
    expect(frames.at(-1)!.ids).to.deep.equal(['20260520T224000Z-1']);
  });

  it('gives no cell two tracks, and no track two cells', () => {
    const near = (m: number) => ({ ...a(m), lat: a(m).lat + 0.03 });
    const frames = follow([...every.map((m): [number, Cell[]] => [m, [a(m)]]), [14, [a(14), near(14)]], [16, [a(16)]]]);
    expect(new Set(frames.at(-2)!.ids).size).to.equal(2);
    expect(frames.at(-1)!.ids).to.deep.equal(['20260520T220000Z-1']);
  });
});
