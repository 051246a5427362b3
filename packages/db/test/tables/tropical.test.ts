import { expect } from 'chai';
import { squareAt } from '../support/rows/alert-event.ts';
import { basinOutlook, coneOf, drawnArea, listedStorm, toldArea, trackOf } from '../support/rows/tropical.ts';
import type { Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';

const earlier = new Date('2026-05-20T15:00:00Z');
const later = new Date('2026-05-21T03:00:00Z');

onEachDatabase('db/tropical', (open) => {
  let db: Database;
  beforeEach(async function () {
    this.timeout(60_000);
    db = await open();
  });
  afterEach(() => db?.close());

  const version = async (name: string) => (await db.dataSets.all()).find((set) => set.name === name)?.version;
  const storms = async () => (await db.tropicalStorms.all()).map(({ storm, maxWindKt }) => [storm, maxWindKt]);
  const other = listedStorm({ storm: 'ep072026', basin: 'ep', maxWindKt: 40, issuedAt: earlier });

  it('keeps one row for a storm, and goes forward only', async () => {
    const { tropicalStorms } = db;
    expect(await tropicalStorms.store([listedStorm(), other], true)).to.deep.equal({ new: 2, changed: 0, ended: 0 });
    expect(await tropicalStorms.store([listedStorm(), other], true)).to.deep.equal({ new: 0, changed: 0, ended: 0 });
    expect(await version('tropical')).to.equal(1);
    const stronger = listedStorm({ maxWindKt: 115, issuedAt: later });
    expect(await tropicalStorms.store([stronger, other], true)).to.deep.equal({ new: 0, changed: 1, ended: 0 });
    expect(await tropicalStorms.store([listedStorm(), other], true)).to.deep.equal({ new: 0, changed: 0, ended: 0 });
    expect(await storms()).to.deep.equal([['al052026', 115], ['ep072026', 40]]); // prettier-ignore
  });

  it('forgets storms that a whole list no longer has, with their outlines', async () => {
    const { tropicalStorms } = db;
    await tropicalStorms.store([listedStorm(), other], true);
    await tropicalStorms.storeOutlines([coneOf(), coneOf({ storm: 'ep072026' })]);
    expect(await tropicalStorms.store([other], false)).to.deep.include({ ended: 0 });
    expect(await tropicalStorms.store([other], true)).to.deep.include({ ended: 1 });
    await tropicalStorms.store([listedStorm(), other], true);
    expect((await tropicalStorms.all()).map(({ outlines }) => outlines.length)).to.deep.equal([0, 1]);
    await tropicalStorms.store([], true);
    expect(await tropicalStorms.count()).to.equal(0);
  });

  it('keeps the newest cone and track of a storm', async () => {
    const { tropicalStorms } = db;
    await tropicalStorms.store([listedStorm()], true);
    expect(await tropicalStorms.storeOutlines([coneOf(), trackOf()])).to.equal(2);
    expect(await tropicalStorms.storeOutlines([coneOf(), trackOf()])).to.equal(0);
    expect(await tropicalStorms.storeOutlines([coneOf({ advisory: '11', issuedAt: earlier })])).to.equal(0);
    const wider = coneOf({ advisory: '13', issuedAt: later, shape: squareAt(-85, 25, 6)! });
    expect(await tropicalStorms.storeOutlines([wider])).to.equal(1);
    const [{ outlines }] = await tropicalStorms.all();
    expect(outlines.map(({ kind, advisory }) => [kind, advisory])).to.deep.equal([['cone', '13'], ['track', '12']]); // prettier-ignore
    expect(JSON.parse(outlines[0].geometry)).to.deep.equal(squareAt(-85, 25, 6));
    expect(JSON.parse(outlines[1].geometry)).to.deep.equal(trackOf().shape);
  });

  it('stores properties and geometries of areas separately', async () => {
    const { tropicalOutlooks } = db;
    const second = toldArea({ area: 2, text: 'B' });
    expect(await tropicalOutlooks.storeText(basinOutlook(), [second, toldArea()])).to.equal(true);
    expect(await tropicalOutlooks.storeMap([drawnArea(), drawnArea({ basin: 'ep' })])).to.equal(true);
    const { fromText, fromMap } = await tropicalOutlooks.search();
    expect(fromText).to.deep.equal([toldArea(), second]);
    const { shape, ...content } = drawnArea();
    expect(fromMap[0]).to.deep.equal({ ...content, geometry: JSON.stringify(shape), isInArea: true });
    expect(fromMap.map(({ basin }) => basin)).to.deep.equal(['al', 'ep']);
    await tropicalOutlooks.storeMap([drawnArea({ probability7day: 70 })]);
    expect((await tropicalOutlooks.search()).fromMap.map(({ probability7day }) => probability7day)).to.deep.equal([70]);
    expect(await tropicalOutlooks.search({ basin: 'ep' })).to.deep.equal({
      basins: [],
      fromText: [],
      fromMap: [],
      hasArea: false,
    });
    expect([await tropicalOutlooks.count('drawn'), await tropicalOutlooks.count({ basin: 'al' })]).to.deep.equal([
      1, 2,
    ]);
  });

  it('replaces the text of a basin only by a newer one, and reports whether it changed', async () => {
    const { tropicalOutlooks } = db;
    await tropicalOutlooks.storeText(basinOutlook(), [toldArea()]);
    await tropicalOutlooks.storeMap([drawnArea()]);
    expect(await tropicalOutlooks.storeText(basinOutlook(), [toldArea()])).to.equal(false);
    expect(await tropicalOutlooks.storeMap([drawnArea()])).to.equal(false);
    expect(await tropicalOutlooks.storeText(basinOutlook({ issuedAt: earlier }), [])).to.equal(false);
    expect(await version('tropical-outlook')).to.equal(2);
    const quiet = basinOutlook({ issuedAt: later, headline: 'Quiet.' });
    expect(await tropicalOutlooks.storeText(quiet, [])).to.equal(true);
    expect(await tropicalOutlooks.storeMap([])).to.equal(true);
    const none = { basin: 'ep', issuedAt: null, headline: 'None is issued.' };
    await tropicalOutlooks.storeText(none, []);
    expect(await tropicalOutlooks.search()).to.deep.equal({
      basins: [quiet, none],
      fromText: [],
      fromMap: [],
      hasArea: false,
    });
    expect((await tropicalOutlooks.search({ basin: 'al' })).basins).to.deep.equal([quiet]);
  });

  it('separates real from simulated data', async () => {
    await db.tropicalStorms.store([listedStorm()], true);
    await db.tropicalOutlooks.storeText(basinOutlook(), [toldArea()]);
    const simulated = await open({ simulated: true, keep: true });
    expect(await simulated.tropicalStorms.all()).to.deep.equal([]);
    expect(await simulated.tropicalOutlooks.search()).to.deep.equal({
      basins: [],
      fromText: [],
      fromMap: [],
      hasArea: false,
    });
    await simulated.tropicalStorms.store([], true);
    expect(await db.tropicalStorms.count()).to.equal(1);
  });
});
