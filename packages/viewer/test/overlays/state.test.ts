import { expect } from 'chai';
import type { Mark } from '../../src/overlays/overlay.ts';
import type { SourceHealth } from '../../src/service.ts';
import { stateOf, type Held } from '../../src/overlays/state.ts';

const now = Date.parse('2026-05-20T22:18:00Z');
const source = (status: SourceHealth['status'], age: number | null = 30) => ({ status, age_seconds: age });
const held = (count: number, more: Partial<Held> = {}): Held => ({
  marks: Array.from({ length: count }, () => ({}) as Mark),
  isCut: false,
  at: now,
  isLost: false,
  ...more,
});

describe('viewer/overlays/state', () => {
  it('tells how many marks there are, and how old they are', () => {
    expect(stateOf(held(7), source('ok'), now)).to.deep.equal({ text: '7 · 30 s old', isDoubtful: false });
    expect(stateOf(held(82), source('ok'), now, 'counties').text).to.equal('82 counties · 30 s old');
    expect(stateOf(held(1000, { isCut: true }), source('ok'), now).text).to.equal('the first 1000 · 30 s old');
    expect(stateOf(undefined, source('ok', 240), now).text).to.equal('4 min old');
  });

  it('says "none" of a fresh source alone', () => {
    expect(stateOf(held(0), source('ok'), now).text).to.equal('none · 30 s old');
    for (const state of [
      stateOf(held(0), source('late', 700), now),
      stateOf(held(0), source('stale', 7200), now),
      stateOf(held(0), source('unknown', null), now),
      stateOf(held(0), source('disabled', null), now),
      stateOf(held(0), undefined, now),
      stateOf(held(0, { isLost: true }), source('ok'), now),
    ]) {
      expect(state.isDoubtful).to.equal(true);
      expect(state.text).not.to.include('none');
    }
  });

  it('says since when the service has not answered', () => {
    expect(stateOf(held(3, { isLost: true, at: now - 300_000 }), source('ok'), now).text).to.equal(
      'no answer for 5 minutes',
    );
    expect(stateOf(held(0, { isLost: true, at: undefined }), source('ok'), now).text).to.equal('no answer');
  });
});
