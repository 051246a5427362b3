import { expect } from 'chai';
import { doubtful, noticesOf, oldPicture, silentSite } from '../src/notices.ts';
import type { Health, SourceHealth } from '../src/service.ts';

const health = (simulated: boolean, status: SourceHealth['status'], age: number | null = 30): Health => ({
  simulated,
  time: '2026-05-20T22:18:00Z',
  sources: { radar: { status, age_seconds: age } },
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

  it('speak of the sources that are looked at', () => {
    const { sources } = health(false, 'stale', 7200);
    const answer = { ...health(false, 'ok'), sources: { satellite: sources['radar'], hrrr: sources['radar'] } };
    expect(noticesOf(answer, ['radar'])).to.deep.equal([]);
    expect(noticesOf(answer, ['satellite', 'satellite'])).to.have.length(1);
    expect(noticesOf(answer, ['hrrr'])[0]?.text).to.include('newest run is 2 hours old');
  });

  it('say in one line what is drawn, but old or not there', () => {
    expect(doubtful(['Lightning', 'Watches'])?.text).to.match(/^Old or missing: Lightning; Watches\. .* may be there/);
    expect(doubtful([])).to.equal(undefined);
  });

  it('say that the pictures of a product are old where its source is not', () => {
    const now = Date.parse('2026-05-20T22:18:00Z');
    expect(oldPicture('Echo tops', new Date(now - 10 * 60_000), 120, now)).to.equal(undefined);
    expect(oldPicture('Echo tops', new Date(now - 12 * 60_000), 120, now)?.text).to.include(
      'Echo tops: the newest picture is 12 minutes old.',
    );
  });

  it('say which single radar sends nothing', () => {
    const now = Date.parse('2026-05-20T22:18:00Z');
    expect(silentSite('KTLX', { status: 'online', latest: '202605202204' }, now)).to.equal(undefined);
    expect(silentSite('KTLX', { status: 'offline', latest: '202605202138' }, now)?.text).to.include(
      'KTLX has sent nothing for 40 minutes',
    );
    expect(silentSite('KTLX', { status: 'offline', latest: null }, now)?.text).to.include('does not mean no storm');
    expect(silentSite('KTLX', undefined, now)?.text).to.include('does not mean no storm');
  });
});
