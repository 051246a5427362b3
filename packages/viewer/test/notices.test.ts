import { expect } from 'chai';
import { noticesOf } from '../src/notices.ts';
import type { Health } from '../src/service.ts';

const health = (simulated: boolean, status: string, age: number | null = 30): Health => ({
  simulated,
  time: '2026-05-20T22:18:00Z',
  sources: { radar: { status, data_time: null, age_seconds: age } },
});

describe('viewer/notices', () => {
  it('say nothing when real weather is fresh', () => {
    expect(noticesOf(health(false, 'ok'))).to.deep.equal([]);
  });

  it('say that simulated weather is simulated', () => {
    expect(noticesOf(health(true, 'ok')).map(({ kind }) => kind)).to.deep.equal(['simulated']);
  });

  it('say how old a late picture is, and that silence is not good news', () => {
    const [late] = noticesOf(health(false, 'stale', 3 * 3600));
    expect(late?.text).to.include('3 hours old').and.include('no echo does not mean no storm');
    expect(noticesOf(health(false, 'late', null))[0]?.text).to.not.include('null');
  });

  it('say that the service is away', () => {
    expect(noticesOf(undefined).map(({ kind }) => kind)).to.deep.equal(['away']);
  });
});
