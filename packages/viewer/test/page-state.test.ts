import { effect } from '@preact/signals-core';
import { seeded } from '@severe/testing/seeded';
import { expect } from 'chai';
import { last, type Frame, type Layer } from '../src/layers/layer.ts';
import { PageState } from '../src/page-state.ts';
import { momentOf, stampOf } from '../src/times.ts';
import { plainView } from '../src/view.ts';

const now = Date.parse('2026-05-20T22:18:00Z');
const minute = 60_000;
const frameAt = (minutes: number, newest: number): Frame => {
  const at = new Date(now + minutes * minute);
  const isExtrapolated = minutes > newest;
  const [stamp, tiles] = [stampOf(at), '/none'];
  return { key: stamp, stamp, at, isExtrapolated, tiles, tileSize: 256, deepest: 8 };
};
const framesOf = (minutes: number[], newest = 0) => ({
  over: minutes.map((each) => frameAt(each, newest)),
  under: [],
  beside: [],
});
const layer = { id: 'radar/composite-reflectivity', family: 'radar', current: last, palettes: [] } as unknown as Layer;

/** The state of a page whose loop has these minutes before now; those after it are extrapolated. */
function pageOf(minutes: number[], time = ''): PageState {
  const state = new PageState({ view: { ...plainView, time }, place: undefined });
  state.now.value = now;
  state.layers.value = [layer];
  if (minutes.length > 0) state.setFrames(framesOf(minutes));
  return state;
}

/** Every time that something on the page shows. */
const timesOf = ({ frame, past, drawn, linkTime, view }: PageState) => ({
  frame: frame.value && (frame.value.at.getTime() - now) / minute,
  past: past.value && (past.value - now) / minute,
  drawn: drawn.value && (drawn.value - now) / minute,
  link: linkTime.value,
  chosen: view.value.time,
});
const stamp = (minutes: number) => stampOf(new Date(now + minutes * minute));

describe('the state of the page', () => {
  const [none, loop] = [undefined, [-6, -4, -2, 0, 5, 10]];

  it('is at now until a time is chosen, and stays at now when a newer frame arrives', () => {
    const state = pageOf(loop);
    expect(timesOf(state)).to.deep.equal({ frame: 0, past: none, drawn: none, link: '', chosen: '' });
    state.setFrames(framesOf([-4, -2, 0, 2, 5], 2));
    expect(timesOf(state)).to.include({ frame: 2, past: none, link: '' });
  });

  it('has one time after a frame of the past is chosen, also while others arrive', () => {
    const state = pageOf(loop);
    state.choose(1);
    const expected = { frame: -4, past: -4, drawn: -4, link: stamp(-4), chosen: stamp(-4) };
    expect(timesOf(state)).to.deep.equal(expected);
    state.setFrames(framesOf([-8, -6, -5, -4, -2, 0]));
    expect(timesOf(state)).to.deep.equal(expected);
    state.chooseNow();
    expect(timesOf(state)).to.deep.equal({ frame: 0, past: none, drawn: none, link: '', chosen: '' });
  });

  it('shows the next hour without a link to it, and speaks of now', () => {
    const state = pageOf(loop);
    state.choose(5);
    expect(timesOf(state)).to.deep.equal({ frame: 10, past: none, drawn: none, link: '', chosen: stamp(10) });
  });

  it('draws every fifth minute while the loop plays, and chooses none', () => {
    const state = pageOf(loop);
    state.play(1);
    expect(timesOf(state)).to.deep.equal({ frame: -4, past: none, drawn: -8, link: '', chosen: '' }); // 22:14 is drawn as 22:10
    state.choose(state.index.value);
    expect(timesOf(state)).to.include({ frame: -4, past: -4, drawn: -4, link: stamp(-4) });
  });

  it('keeps the time of a link while its frames are loaded, and begins at now if there is none near', () => {
    const state = pageOf([], stamp(-100));
    expect(timesOf(state)).to.deep.equal({ frame: none, past: -100, drawn: -100, link: stamp(-100), chosen: stamp(-100) }); // prettier-ignore
    state.setFrames(framesOf([-101, 0]));
    expect(timesOf(state)).to.include({ frame: -101, past: -101, drawn: -101, link: stamp(-101) });
    const far = pageOf([], stamp(-300));
    far.setFrames(framesOf([-101, 0]));
    expect(timesOf(far)).to.deep.equal({ frame: 0, past: none, drawn: none, link: '', chosen: '' });
  });

  it('asks for a chosen time that is not loaded, once', () => {
    const state = pageOf(loop);
    const asked: string[] = [];
    effect(() => void asked.push(state.timeToLoad.value));
    state.change({ time: stamp(-3) });
    state.setFrames(framesOf([-6, -4, -2, 0])); // the service has none of that minute
    state.setFrames(framesOf([-4, -2, 0]));
    expect(asked).to.deep.equal(['', stamp(-3)]);
    expect(timesOf(state)).to.include({ frame: -4, link: stamp(-4) });
  });

  it('tells of other pictures only if they look otherwise', () => {
    const state = pageOf(loop);
    let count = 0;
    effect(() => {
      void state.pictures.value;
      count++;
    });
    state.setFrames(framesOf(loop));
    state.now.value += minute;
    expect(count).to.equal(1);
    state.choose(0);
    expect(count).to.equal(2);
  });

  it('never has two times, whatever is done in whatever order', () => {
    const random = seeded(36);
    const any = (count: number) => Math.floor(random() * count);
    const state = pageOf(loop);
    const acts: (() => void)[] = [
      () => state.choose(any(8) - 1),
      () => state.chooseNow(),
      () => state.play(any(8)),
      () => state.change({ time: random() < 0.3 ? '' : stamp(any(60) - 50) }),
      () => state.setFrames(framesOf(loop.filter(() => random() < 0.7))),
      () => state.setFrames(framesOf([])),
      () => state.follow({ view: { ...plainView, time: random() < 0.5 ? '' : stamp(-any(200)) }, place: undefined }),
      () => state.change({ opacity: 50 }),
    ];
    for (let i = 0; i < 5000; i++) {
      acts[any(acts.length)]();
      const { frame, past, drawn, linkTime, isPlaying, index, current } = state;
      const shown = frame.value?.at.getTime();
      if (isPlaying.value) expect([past.value, linkTime.value]).to.deep.equal([undefined, '']);
      else if (shown !== undefined && index.value < current.value) {
        expect([past.value, drawn.value, momentOf(linkTime.value).getTime()]).to.deep.equal([shown, shown, shown]);
      } else if (shown !== undefined) {
        expect([past.value, drawn.value, linkTime.value]).to.deep.equal([undefined, undefined, '']);
      } else if (past.value !== undefined) {
        expect([drawn.value, momentOf(linkTime.value).getTime()]).to.deep.equal([past.value, past.value]);
      }
    }
  });
});
