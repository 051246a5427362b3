import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { sharedFile } from '@severe/testing/shared';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { createNwsText } from '../../../src/feeds/bulletins/feed.ts';
import { createFileFetcher } from '../../../src/fetch/file-fetcher.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { productPath } from '../../support/product-path.ts';
import { feedContext } from '../../support/stand-ins.ts';

const entry = (id: string, change: object = {}) => ({
  id,
  wmoCollectiveId: 'FXUS64',
  issuingOffice: 'KOUN',
  issuanceTime: '2026-05-20T21:02:00+00:00',
  productCode: 'AFD',
  ...change,
});
const textOf = (id: string, amendment = '') =>
  `\n000\nFXUS64 KOUN 202102${amendment}\nAFDOUN\n\nWords of ${id}.\n\n$$\n`;

/** Notes what it is asked for. */
class Provider extends ChangingFiles {
  readonly asked: string[] = [];

  override async text(url: string): Promise<string | undefined> {
    this.asked.push(productPath(url).split('/').at(-1)!);
    return super.text(url);
  }
}

describe('bulletins/feed', () => {
  let now: Date;
  let provider: Provider;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;

  beforeEach(async function () {
    this.timeout(60_000);
    now = new Date('2026-05-20T22:18:00Z');
    provider = new Provider();
    ({ context, close } = await feedContext(provider, () => now));
    feed = createNwsText();
    list('AFD', entry('a1'));
    list('HWO', entry('h1', { productCode: 'HWO' }));
    put(entry('a1'));
    put(entry('h1', { productCode: 'HWO' }));
  });
  afterEach(() => close());

  const list = (product: string, ...entries: object[]) =>
    provider.files.set(product, JSON.stringify({ '@graph': entries }));
  const put = (listed: { id: string }, amendment = '') =>
    provider.files.set(listed.id, JSON.stringify({ ...listed, productText: textOf(listed.id, amendment) }));
  const newest = async (office = 'OUN') => (await context.db.bulletins.newest('AFD', office))?.id;

  it('stores each bulletin of a file', async () => {
    provider.files.set('AFD', textOf('one') + textOf('two').replaceAll('OUN', 'TSA'));
    expect(await feed.run(context)).to.deep.include({ new: 2, refused: [], isResponseValid: true });
    expect(provider.asked).to.deep.equal(['AFD']);
    const texts = await Promise.all(
      ['OUN', 'TSA'].map(async (office) => (await context.db.bulletins.newest('AFD', office))?.text),
    );
    expect(texts.map((text) => text?.match(/Words of \w+/g))).to.deep.equal([['Words of one'], ['Words of two']]);
  });

  it('fetches the newest bulletin of each office once', async () => {
    const [older, other] = [
      entry('a0', { issuanceTime: '2026-05-20T18:00:00Z' }),
      entry('t1', { issuingOffice: 'KTSA' }),
    ];
    list('AFD', entry('a1'), older, other);
    put(older);
    put(other);
    expect(await feed.run(context)).to.deep.include({ new: 3, refused: [], isResponseValid: true });
    expect(provider.asked).to.deep.equal(['AFD', 'a1', 't1', 'HWO', 'h1']);
    expect([await newest(), await newest('TSA')]).to.deep.equal(['a1', 't1']);
    expect(await context.db.bulletins.newest('AFD', 'OUN')).to.deep.include({
      wmo: 'FXUS64',
      issuedAt: new Date('2026-05-20T21:02:00Z'),
      text: textOf('a1').slice('\n000\n'.length).trim(),
    });
    provider.asked.length = 0;
    expect(await feed.run(context)).to.deep.include({ new: 0, refused: [] });
    expect(provider.asked).to.deep.equal(['AFD', 'HWO']);
    const fetcher = new ChangingFiles(); // as after a start
    provider.files.forEach((file, name) => fetcher.files.set(name, file));
    expect(await createNwsText().run({ ...context, fetcher })).to.deep.include({ new: 0, unchanged: 3 });
  });

  it('refuses other products of a file, and stores the rest', async () => {
    provider.files.set('AFD', textOf('one') + textOf('two').replace('AFDOUN', 'SPSOUN'));
    const { refused, ...report } = await feed.run(context);
    expect(report).to.deep.include({ new: 1, isResponseValid: true });
    expect(refused.map(({ why }) => why)).to.deep.equal(['expected AFD or HWO, got "SPS" (Special Weather Statement)']);
  });

  it('prefers a correction of the same minute', async () => {
    list('AFD', entry('z1'), entry('a1'));
    put(entry('z1'));
    put(entry('a1'), ' CCA');
    expect(await feed.run(context)).to.deep.include({ new: 3 });
    expect(await newest()).to.equal('a1');
  });

  it('limits the texts per run, newest first', async () => {
    const offices = Array.from({ length: 100 }, (_, i) =>
      entry(`a${i}`, {
        issuingOffice: `KA${String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26))}`,
        issuanceTime: new Date(now.getTime() - i * 60_000).toISOString(),
      }),
    );
    offices.forEach((office) => put(office));
    list('AFD', ...offices);
    expect(await feed.run(context)).to.deep.include({ new: 46, more: false }); // and the one of the other list
    expect(await context.db.bulletins.existing(['a0', 'a44', 'a45'])).to.have.members(['a0', 'a44']);
    await feed.run(context);
    expect(await feed.run(context)).to.deep.include({ new: 10 });
  });

  it('reports an unreadable bulletin as refused, stores the others, and retries it later', async () => {
    const other = entry('t1', { issuingOffice: 'KTSA' });
    list('AFD', entry('a1'), other, { id: 'odd' });
    provider.files.set('a1', JSON.stringify({ ...entry('x9'), productText: 'Of another.' }));
    const { refused, ...report } = await feed.run(context);
    expect(report).to.deep.include({ new: 1, isResponseValid: true });
    expect(refused).to.deep.equal([
      { what: 'odd', why: 'expected productCode as text, got nothing' },
      { what: 'a1', why: 'expected a1, got x9', code: 'bulletin' },
      { what: 't1', why: 'expected the text of the bulletin, got 404', code: 'gone' },
    ]);
    put(entry('a1'));
    expect(await feed.run(context)).to.deep.include({ new: 0, refused: [] });
    now = new Date('2026-05-20T22:49:00Z');
    expect(await feed.run(context)).to.deep.include({ new: 1 });
    expect(await newest()).to.equal('a1');
  });

  it('fails for a list that is unavailable, empty or malformed, and stores the other list', async () => {
    for (const answer of [new UpstreamError('api.weather.gov', 'away'), '{"@graph":[]}', '<html></html>', '{}']) {
      provider.files.set('AFD', answer);
      const report = await feed.run(context).catch((thrown: unknown) => thrown);
      if (answer instanceof Error) expect(report).to.equal(answer);
      else expect(report, answer).to.deep.include({ isResponseValid: false });
    }
    expect(await context.db.sourceRuns.health(now)).to.deep.equal([]);
    expect(await context.db.bulletins.newest('HWO', 'OUN')).to.not.equal(undefined);
    list('AFD', entry('a1'));
    await feed.run(context);
    expect((await context.db.sourceRuns.health(now))[0]).to.deep.include({ source: 'text', dataAt: now });
  });

  it('parses real lists and bulletins', async function () {
    const file = (name: string) => sharedFile(this, `data/upstream/text/${name}`);
    const given = [
      'nws_products_types_AFD_locations_OKX.json',
      'nws_product_b60036c1-2f33-429f-b44e-12771d698985.json',
      'bulletins/HWO_HWO.txt',
    ];
    const fetcher = createFileFetcher(given.map(file));
    expect(await feed.run({ ...context, fetcher })).to.deep.include({ new: 2, refused: [] });
    expect((await context.db.bulletins.newest('AFD', 'OKX'))?.text).to.match(/^FXUS61 KOKX 061808\nAFDOKX\n/);
    expect((await context.db.bulletins.newest('HWO', 'LOT'))?.issuedAt).to.deep.equal(new Date('2013-01-08T21:23:00Z'));
  });
});
