import { expect } from 'chai';
import { createDatTracks } from '../../../src/feeds/damage-tracks/feed.ts';
import { surveyStatements } from '../../../src/feeds/damage-tracks/statements.ts';
import type { FeedContext } from '../../../src/feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { feedContext } from '../../support/stand-ins.ts';

const now = new Date('2026-05-22T12:00:00Z');

interface Survey {
  title: string;
  rating?: string;
  time?: string;
  start?: string;
}

const section = ({ title, rating = 'EF-2', time = '04:47 PM CDT', start = '35.2000 / -97.4000' }: Survey) =>
  [
    `.${title}...\n\nRating:                 ${rating}\nEstimated Peak Wind:    115 mph\nPath Length /statute/:  10 miles`,
    'Path Width /maximum/:   200.0 yards\nFatalities:             0\nInjuries:               3\n',
    `Start Date:             05/20/2026\nStart Time:             ${time}\nStart Location:         2 N Norman / Cleveland / OK`,
    `Start Lat/Lon:          ${start}\n\nEnd Lat/Lon:            35.2900 / -97.3000\n\nSurvey Summary:\nTrees fell.\n`,
  ].join('\n');
const statement = (surveys: Survey[], heading = 'NOUS44 KOUN 212130') =>
  [`${heading}\nPNSOUN\n\nPublic Information Statement\n430 PM CDT Thu May 21 2026\n`, ...surveys.map(section), '&&\n\n$$\n'].join('\n'); // prettier-ignore

/** The track of the toolkit, as many metres away and seconds later as given. */
const track = (id: number, { east = 0, later = 0 } = {}) => ({
  type: 'Feature',
  properties: { objectid: id, stormdate: Date.parse('2026-05-20T21:47:00Z') + later * 1000, efscale: 'EF3', length: 10.2, width: 250, wfo: 'OUN' }, // prettier-ignore
  geometry: { type: 'LineString', coordinates: [[-97.4 + east / 91_000, 35.2], [-97.35, 35.25], [-97.3, 35.29]] }, // prettier-ignore
});

describe('damage-tracks/statements', () => {
  let context: FeedContext;
  let close: () => Promise<void>;
  let features: object[] = [];

  beforeEach(async function () {
    this.timeout(60_000);
    const text = async () => JSON.stringify({ type: 'FeatureCollection', features });
    ({ context, close } = await feedContext({ text } as unknown as Fetcher, () => now));
  });
  afterEach(() => close());

  const store = (...texts: string[]) => surveyStatements.store(context, texts);
  const stored = async () => {
    const start = new Date('2026-05-01');
    return (await context.db.damageTracks.search({ start, limit: 10, offset: 0 })).rows.map(({ efLabel }) => efLabel);
  };

  it('store each surveyed tornado once, and its correction in its place', async () => {
    const near = { title: 'Second Tornado', time: '04:52 PM CDT', start: '35.2300 / -97.3600', rating: 'EFU' };
    const wind = { title: 'Downburst', rating: 'TSTM/Wind' };
    const first = statement([{ title: 'Norman Tornado' }, near, wind]);
    expect(await store(first)).to.deep.include({
      new: 2,
      changed: 0,
      refused: [],
      ignored: { 'straight-line wind': 1 },
    });
    expect(await store(first)).to.include({ new: 0, changed: 0, unchanged: 2 });
    const corrected = statement([{ title: 'Norman Tornado', rating: 'EF3', start: '35.2010N / 97.4010W' }], 'NOUS44 KOUN 221130 CCA'); // prettier-ignore
    expect(await store(corrected)).to.include({ new: 0, changed: 1 });
    expect((await stored()).toSorted()).to.deep.equal(['EF3', 'EFU']);
  });

  it('give way to the track of the toolkit, whichever comes first', async () => {
    await store(statement([{ title: 'Norman Tornado' }]));
    features = [track(7, { east: 900, later: 240 })];
    expect(await createDatTracks().run(context)).to.include({ new: 1 });
    expect(await stored()).to.deep.equal(['EF3']);
    expect(await store(statement([{ title: 'Norman Tornado' }]))).to.include({ new: 0, changed: 0, unchanged: 1 });
    expect(await stored()).to.deep.equal(['EF3']);
  });

  it('stay while the toolkit has only other tornadoes', async () => {
    await store(statement([{ title: 'Norman Tornado' }]));
    features = [track(7, { later: 3600 }), track(8, { east: 20_000 })];
    await createDatTracks().run(context);
    expect((await stored()).toSorted()).to.deep.equal(['EF2', 'EF3', 'EF3']);
  });

  it('are read in capitals, with other units, and with several surveys under one title', async () => {
    const named = section({ title: 'Norman' }).split('\n\n').slice(1).join('\n\n');
    const second = named.replace('EF-2', 'EF1 (PRELIMINARY)').replace('04:47', '05:47').replace('35.2000 / -97.4000', '35.5° / -97.5°'); // prettier-ignore
    const text = `${statement([{ title: 'Tornadoes of Cleveland County' }]).replace('&&', '')}\n${second}`
      .toUpperCase()
      .replaceAll('RATING:', 'EF RATING:')
      .replaceAll('ESTIMATED PEAK WIND:', 'PEAK WIND...')
      .replaceAll('10 MILES', '1,000 YARDS')
      .replaceAll('05/20/2026', '05/20/26');
    expect(await store(text)).to.deep.include({ new: 2, refused: [] });
    const { rows } = await context.db.damageTracks.search({ start: new Date('2026-05-01'), limit: 10, offset: 0 });
    expect(rows.map(({ efLabel, lengthM, maxWindMph, comments }) => ({ efLabel, lengthM, maxWindMph, comments }))).to.have.deep.members([
      { efLabel: 'EF2', lengthM: 914, maxWindMph: 115, comments: 'TREES FELL.' },
      { efLabel: 'EF1', lengthM: 914, maxWindMph: 115, comments: 'TREES FELL.' },
    ]); // prettier-ignore
  });

  it('count a statement about something else', async () => {
    const report = await store('NOUS41 KWBC 212130\nPNSWSH\n\nService Change Notice\n');
    expect(report).to.deep.include({ new: 0, refused: [], ignored: { 'statement without a surveyed track': 1 } });
  });
});
