import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { createNhcFeeds } from '../../../src/feeds/tropical/feeds.ts';
import { parseOutlookAreas } from '../../../src/feeds/tropical/parse-shapes.ts';
import { feedContext } from '../../support/stand-ins.ts';
import { ChangingFiles } from '../../support/changing-files.ts';

const folder = 'data/field-2026-11/tropical';

describe('feeds/tropical, real answers of August 2026', () => {
  let now: Date;
  let provider: ChangingFiles;
  let context: FeedContext;
  let close: () => Promise<void>;
  let storms: Feed;
  let outlook: Feed;

  beforeEach(async function () {
    this.timeout(60_000);
    provider = new ChangingFiles();
    ({ context, close } = await feedContext(provider, () => now));
    [storms, outlook] = createNhcFeeds();
  });
  afterEach(() => close());

  const give = (test: Mocha.Context, name: string, file: string) =>
    provider.files.set(name, readFileSync(sharedFile(test, `${folder}/${file}`), 'utf8'));

  it('refuses none of five areas, and divides those of the Pacific at 140° W', function () {
    const { rows, refused, ignored } = parseOutlookAreas(
      readFileSync(sharedFile(this, `${folder}/layer3_2026-08-09.geojson`), 'utf8'),
    );
    expect([refused, ignored]).to.deep.equal([[], {}]);
    expect(rows.map(({ basin, area, probability2day, probability7day }) => [basin, area, probability2day, probability7day])).to.deep.equal([
      ['al', 1, 0, 40],
      ['al', 2, 0, 20],
      ['cp', 1, 20, 80],
      ['ep', 1, 0, 20],
      ['ep', 2, 10, 50],
    ]); // prettier-ignore
  });

  it('reads texts and map of the Pacific without a refusal', async function () {
    now = new Date('2026-08-24T23:30:00Z');
    for (const name of ['TWOAT', 'TWOEP', 'TWOCP']) give(this, name, `nhc-pacific/${name}.xml`);
    give(this, 'query', 'nhc-pacific/layer3.geojson');
    expect(await outlook.run(context)).to.deep.include({ new: 4, refused: [] });
    const { fromText, fromMap } = await context.db.tropicalOutlooks.search();
    expect(fromText.map(({ basin, area }) => `${basin}/${area}`)).to.deep.equal(['al/1', 'cp/1', 'ep/1']);
    expect(fromMap.map(({ basin, area }) => `${basin}/${area}`)).to.deep.equal(['al/1', 'ep/1']);
  });

  it('reads a storm with its cone, track and gusts as they are', async function () {
    now = new Date('2026-08-22T15:30:00Z');
    give(this, 'CurrentStorms', 'CurrentStorms_2026-08-22T18Z.json');
    const layers = { 5: 'forecastPoints', 6: 'forecastTrack', 7: 'cone' };
    const changedText = async (url: string) => {
      const layer = /MapServer\/(\d)/.exec(url)?.[1] as keyof typeof layers | undefined;
      return provider.changedText(layer === undefined ? url : `https://test/${layers[layer]}`);
    };
    for (const name of Object.values(layers)) give(this, name, `summary_${name}.geojson`);
    const fetcher = { ...context.fetcher, changedText };
    const report = await storms.run({ ...context, fetcher });
    expect(report.refused).to.deep.equal([]);
    const rows = await context.db.tropicalStorms.all();
    const lala = rows.find(({ storm }) => storm === 'cp012026')!;
    expect(lala).to.deep.include({
      name: 'Lala',
      basin: 'cp',
      classification: 'HU',
      advisory: '41',
      maxWindKt: 70,
      gustKt: 85,
      pressureHpa: 979,
      movementDirDeg: 310,
      category: 1,
    });
    expect(lala.outlines.map(({ kind, advisory }) => [kind, advisory])).to.deep.equal([['cone', '41'], ['track', '41']]); // prettier-ignore
    const given = (name: string) =>
      JSON.parse(readFileSync(sharedFile(this, `${folder}/summary_${name}.geojson`), 'utf8')).features[0].geometry;
    expect(JSON.parse(lala.outlines[1].geometry).type).to.equal(given('forecastTrack').type);
  });
});
