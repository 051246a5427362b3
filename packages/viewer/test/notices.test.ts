import { expect } from 'chai';
import { noticesOf, showNotices, type NoticeFacts } from '../src/notices.ts';
import type { Health, SourceHealth } from '../src/service.ts';

const health = (simulated: boolean, status: SourceHealth['status'], age: number | null = 30): Health => ({
  simulated,
  replay: null,
  time: '2026-05-20T22:18:00Z',
  sources: { radar: { status, age_seconds: age } },
});

describe('viewer/notices', () => {
  const now = Date.parse('2026-05-20T22:18:00Z');
  const facts = (given: Partial<NoticeFacts>): NoticeFacts => ({
    health: health(false, 'ok'),
    kind: { simulated: false, replay: null },
    families: ['radar'],
    overlays: [],
    isIncomplete: false,
    now,
    ...given,
  });
  const textsOf = (given: Partial<NoticeFacts>) => noticesOf(facts(given)).map(({ text }) => text);
  const radarOf = (status: 'online' | 'offline', latest: string | null) => ({ id: 'KTLX', site: { status, latest } });

  it('are empty while real weather is up to date', () => {
    expect(noticesOf(facts({}))).to.deep.equal([]);
  });

  it('mark simulated weather, during an outage too', () => {
    const kindsOf = (given: Partial<NoticeFacts>) => noticesOf(facts(given)).map(({ kind }) => kind);
    expect(kindsOf({ kind: { simulated: true, replay: null } })).to.deep.equal(['simulated']);
    expect(kindsOf({ kind: { simulated: true, replay: null }, health: undefined })).to.deep.equal([
      'simulated',
      'unreachable',
    ]);
  });

  it('mark a replay before anything else, with its period and pace', () => {
    const replay = {
      from: '2026-05-20T22:00:00Z',
      to: '2026-05-20T23:00:00Z',
      speed: 10,
      recorded: true,
      ended: false,
    };
    const texts = (more: object) => textsOf({ kind: { simulated: true, replay: { ...replay, ...more } } });
    expect(texts({})).to.deep.equal([
      'Replay of 2026 from 20 May 22:00Z to 20 May 23:00Z at up to 10 times the speed. This is not the present weather.',
      'Simulated weather: a fictitious storm day. Nothing here is real.',
    ]);
    expect(texts({ ended: true })[0]).to.include('to 20 May 23:00Z, which has ended.');
    expect(texts({ to: null, speed: 1 })[0]).to.equal(
      'Replay of 2026 from 20 May 22:00Z. This is not the present weather.',
    );
  });

  it('name the age of a late image, and warn that no echo does not mean no storm', () => {
    const [late] = textsOf({ health: health(false, 'stale', 3 * 3600) });
    expect(late).to.include('3 hours old').and.include('no echo does not mean no storm');
    expect(textsOf({ health: health(false, 'late', null) })[0]).to.not.include('null');
  });

  it('say once that the service does not respond, with what is missing on the map', () => {
    const overlays = [{ name: 'Warnings', source: 'alerts', isUnreliable: true }];
    expect(textsOf({ health: undefined, overlays })).to.deep.equal([
      'The service does not respond. The map may be out of date. Retrying.',
    ]);
    const [text, ...others] = textsOf({ health: undefined, isIncomplete: true });
    expect(text).to.include('does not respond').and.include('a blank area does not mean no weather');
    expect(others).to.deep.equal([]);
  });

  it('cover the visible families only', () => {
    const { sources } = health(false, 'stale', 7200);
    const answer = { ...health(false, 'ok'), sources: { satellite: sources['radar'], hrrr: sources['radar'] } };
    expect(textsOf({ health: answer })).to.deep.equal([]);
    expect(textsOf({ health: answer, families: ['satellite', 'satellite'] })).to.have.length(1);
    expect(textsOf({ health: answer, families: ['hrrr'] })[0]).to.include('newest run is 2 hours old');
  });

  it('list visible overlays with old or missing data in one line, but for sources that another notice names', () => {
    const overlays = [
      { name: 'Lightning', source: 'lightning', isUnreliable: true },
      { name: 'Watches', source: 'watches', isUnreliable: true },
      { name: 'Warnings', source: 'alerts', isUnreliable: false },
      { name: 'Storm cells', source: 'radar', isUnreliable: true },
    ];
    expect(textsOf({ overlays })[0]).to.match(/^Old or missing: Lightning; Watches; Storm cells\. .* may still exist/);
    const [, second] = textsOf({ overlays, health: health(false, 'stale', 7200) });
    expect(second).to.match(/^Old or missing: Lightning; Watches\. /);
  });

  it('report that the images of a product are old while its source is up to date', () => {
    const image = (minutes: number) => ({
      image: {
        name: 'Echo tops',
        family: 'radar' as const,
        cadenceSeconds: 120,
        newest: new Date(now - minutes * 6e4),
      },
    });
    expect(textsOf(image(10))).to.deep.equal([]);
    expect(textsOf(image(12))[0]).to.include('Echo tops: the newest image is 12 minutes old.');
    expect(textsOf({ ...image(12), health: health(false, 'late', 720) })).to.have.length(1);
  });

  it('report missing images', () => {
    expect(textsOf({ isIncomplete: true })[0]).to.include('a blank area does not mean no weather');
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

  it('name the radar that sends no data, once', () => {
    const single = (radar: NoticeFacts['radar'], status: SourceHealth['status'] = 'ok') =>
      textsOf({
        families: ['nexrad'],
        radar,
        health: { ...health(false, 'ok'), sources: { nexrad: { status, age_seconds: 2400 } } },
      });
    expect(single(radarOf('online', '202605202204'))).to.deep.equal([]);
    expect(single(radarOf('offline', '202605202138'))[0]).to.include('KTLX has sent nothing for 40 minutes');
    expect(single(radarOf('offline', '202605202138'), 'late')).to.have.length(1);
    expect(single(radarOf('offline', null))[0]).to.include('does not mean no storm');
    expect(single({ id: 'KTLX', site: undefined })[0]).to.include('does not mean no storm');
  });
});
