import { expect } from 'chai';
import type { MapSymbol } from '../../src/overlays/overlay.ts';
import type { SourceHealth } from '../../src/service.ts';
import { stateOf, type LoadedOverlay } from '../../src/overlays/state.ts';

const now = Date.parse('2026-05-20T22:18:00Z');
const source = (status: SourceHealth['status'], age: number | null = 30) => ({ status, age_seconds: age });
const held = (count: number, more: Partial<LoadedOverlay> = {}): LoadedOverlay => ({
  symbols: Array.from({ length: count }, () => ({}) as MapSymbol),
  isTruncated: false,
  at: now,
  hasFailed: false,
  ...more,
});

describe('viewer/overlays/state', () => {
  it('has the number and age of symbols', () => {
    expect(stateOf(held(7), source('ok'), now)).to.deep.equal({ text: '7 · 30 s old', isUnreliable: false });
    expect(stateOf(held(82), source('ok'), now, 'counties').text).to.equal('82 counties · 30 s old');
    expect(stateOf(held(1000, { isTruncated: true }), source('ok'), now).text).to.equal('the first 1000 · 30 s old');
    expect(stateOf(undefined, source('ok', 240), now).text).to.equal('4 min old');
  });

  it('is "none" only for a source that is up to date', () => {
    expect(stateOf(held(0), source('ok'), now).text).to.equal('none · 30 s old');
    for (const state of [
      stateOf(held(0), source('late', 700), now),
      stateOf(held(0), source('stale', 7200), now),
      stateOf(held(0), source('unknown', null), now),
      stateOf(held(0), source('disabled', null), now),
      stateOf(held(0), undefined, now),
      stateOf(held(0, { hasFailed: true }), source('ok'), now),
    ]) {
      expect(state.isUnreliable).to.equal(true);
      expect(state.text).not.to.include('none');
    }
  });

  it('has the time since the last response', () => {
    expect(stateOf(held(3, { hasFailed: true, at: now - 300_000 }), source('ok'), now).text).to.equal(
      'no response for 5 minutes',
    );
    expect(stateOf(held(0, { hasFailed: true, at: undefined }), source('ok'), now).text).to.equal('no response');
  });
});
