import { expect } from 'chai';
import { unreliable, noticesOf, showNotices, oldImage, silentSite } from '../src/notices.ts';
import type { Health, SourceHealth } from '../src/service.ts';

const health = (simulated: boolean, status: SourceHealth['status'], age: number | null = 30): Health => ({
  simulated,
  replay: null,
  time: '2026-05-20T22:18:00Z',
  sources: { radar: { status, age_seconds: age } },
});

describe('viewer/notices', () => {
  it('are empty while real weather is up to date', () => {
    expect(noticesOf(health(false, 'ok'))).to.deep.equal([]);
  });

  it('mark simulated weather', () => {
    expect(noticesOf(health(true, 'ok')).map(({ kind }) => kind)).to.deep.equal(['simulated']);
  });

  it('mark a replay before anything else, with its period and pace', () => {
    const replay = {
      from: '2026-05-20T22:00:00Z',
      to: '2026-05-20T23:00:00Z',
      speed: 10,
      recorded: true,
      ended: false,
    };
    const texts = (more: object) =>
      noticesOf({ ...health(true, 'ok'), replay: { ...replay, ...more } }).map(({ text }) => text);
    expect(texts({})).to.deep.equal([
      'Replay from 20 May 22:00Z to 20 May 23:00Z at 10 times the speed. This is not the present weather.',
      'Simulated weather: a fictitious storm day. Nothing here is real.',
    ]);
    expect(texts({ ended: true })[0]).to.include('to 20 May 23:00Z, which has ended.');
    expect(texts({ to: null, speed: 1 })[0]).to.equal('Replay from 20 May 22:00Z. This is not the present weather.');
  });

  it('name the age of a late image, and warn that no echo does not mean no storm', () => {
    const [late] = noticesOf(health(false, 'stale', 3 * 3600));
    expect(late?.text).to.include('3 hours old').and.include('no echo does not mean no storm');
    expect(noticesOf(health(false, 'late', null))[0]?.text).to.not.include('null');
  });

  it('report that the service does not respond', () => {
    expect(noticesOf(undefined).map(({ kind }) => kind)).to.deep.equal(['unreachable']);
  });

  it('cover the visible families only', () => {
    const { sources } = health(false, 'stale', 7200);
    const answer = { ...health(false, 'ok'), sources: { satellite: sources['radar'], hrrr: sources['radar'] } };
    expect(noticesOf(answer, ['radar'])).to.deep.equal([]);
    expect(noticesOf(answer, ['satellite', 'satellite'])).to.have.length(1);
    expect(noticesOf(answer, ['hrrr'])[0]?.text).to.include('newest run is 2 hours old');
  });

  it('list visible overlays with old or missing data in one line', () => {
    expect(unreliable(['Lightning', 'Watches'])?.text).to.match(
      /^Old or missing: Lightning; Watches\. .* may still exist/,
    );
    expect(unreliable([])).to.equal(undefined);
  });

  it('report that the images of a product are old while its source is up to date', () => {
    const now = Date.parse('2026-05-20T22:18:00Z');
    expect(oldImage('Echo tops', new Date(now - 10 * 60_000), 120, now)).to.equal(undefined);
    expect(oldImage('Echo tops', new Date(now - 12 * 60_000), 120, now)?.text).to.include(
      'Echo tops: the newest image is 12 minutes old.',
    );
  });

  it('are put into the page again only when their texts change', () => {
    let replaced = 0;
    const element = {
      children: [] as { textContent: string }[],
      replaceChildren(...children: { textContent: string }[]) {
        replaced++;
        this.children = children;
      },
    };
    const { document } = globalThis;
    globalThis.document = { createElement: () => ({}) } as unknown as Document;
    try {
      const show = (...texts: string[]) =>
        showNotices(
          element as unknown as HTMLElement,
          texts.map((text) => ({ text, kind: 'late' })),
        );
      show('one', 'two');
      show('one', 'two');
      expect([replaced, element.children.length]).to.deep.equal([1, 2]);
      show('one');
      show();
      expect([replaced, element.children.length]).to.deep.equal([3, 0]);
    } finally {
      globalThis.document = document;
    }
  });

  it('name the radar that sends no data', () => {
    const now = Date.parse('2026-05-20T22:18:00Z');
    expect(silentSite('KTLX', { status: 'online', latest: '202605202204' }, now)).to.equal(undefined);
    expect(silentSite('KTLX', { status: 'offline', latest: '202605202138' }, now)?.text).to.include(
      'KTLX has sent nothing for 40 minutes',
    );
    expect(silentSite('KTLX', { status: 'offline', latest: null }, now)?.text).to.include('does not mean no storm');
    expect(silentSite('KTLX', undefined, now)?.text).to.include('does not mean no storm');
  });
});
