import { expect } from 'chai';
import type { BundledCounty, Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { squareAt } from '../support/rows/alert-event.ts';
import { county } from '../support/rows/county.ts';

/** The square from 0° N 0° E to 1° N 1° E as TWKB in base64, precision 0: type 3, no flags, one ring of five positions. */
const unitSquare = Buffer.from([0x03, 0x00, 1, 5, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1]).toString('base64');

onEachDatabase('db/zones', (open) => {
  let db: Database;
  beforeEach(async function () {
    this.timeout(60_000);
    db = await open();
  });
  afterEach(() => db?.close());

  const bundled = (change: Partial<BundledCounty> = {}): BundledCounty => ({
    ugc: 'OKC027',
    name: 'Cleveland',
    source: 'a bundled file',
    asOf: '2016-01-01',
    simplified: false,
    shape: unitSquare,
    ...change,
  });
  const sourceOf = async (ugc: string) => (await db.zones.find([`county/${ugc}`]))[0]?.source;

  it('stores bundled counties as they are, with their source and date', async () => {
    expect(await db.zones.putBundled([bundled()])).to.deep.equal({ new: 1, changed: 0 });
    expect(await db.zones.putBundled([bundled()])).to.deep.equal({ new: 0, changed: 0 });
    const [{ shape, ...rest }] = await db.zones.withShapes(['OKC027']);
    expect(JSON.parse(shape)).to.deep.equal({ type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]] }); // prettier-ignore
    expect(rest).to.deep.equal({
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'OK',
      wfo: null,
      simplified: false,
      source: 'a bundled file',
      asOf: '2016-01-01',
    });
  });

  it('replaces a fetched county by the bundled one, and both by an imported one, never the reverse', async () => {
    const fetched = county({ source: 'a service', simplified: false });
    const imported = county({ source: 'an imported file', origin: 'imported', simplified: false });
    await db.zones.put([fetched]);
    await db.zones.putBundled([bundled({ simplified: true })]);
    expect(await sourceOf('OKC027')).to.equal('a bundled file');
    await db.zones.put([fetched]);
    expect(await sourceOf('OKC027')).to.equal('a bundled file');
    await db.zones.putBundled([bundled({ source: 'its next edition' })]);
    expect(await sourceOf('OKC027')).to.equal('its next edition');
    await db.zones.put([imported]);
    expect(await sourceOf('OKC027')).to.equal('an imported file');
    await db.zones.putBundled([bundled()]);
    expect(await sourceOf('OKC027')).to.equal('an imported file');
    expect((await db.zones.find(['county/OKC027']))[0].wfo).to.equal('OUN');
  });

  it('keeps a full shape of a provider when a simplified one follows', async () => {
    await db.zones.put([county({ source: 'full', simplified: false })]);
    await db.zones.put([county({ source: 'simplified', shape: JSON.stringify(squareAt(-97.7, 35, 0.5)) })]);
    expect(await sourceOf('OKC027')).to.equal('full');
  });
});
