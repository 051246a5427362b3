import { expect } from 'chai';
import { parseDamageTracks } from '../../../src/feeds/damage-tracks/parse.ts';
import { collectionOf } from '../../support/refusal.ts';

const line = { type: 'LineString', coordinates: [[-97.6, 35.3], [-97.4, 35.35]] }; // prettier-ignore
const stormdate = Date.UTC(2026, 4, 21, 2, 30);
const tracks = (change: object, geometry: unknown = line, id?: unknown) =>
  parseDamageTracks(
    collectionOf({
      type: 'Feature',
      id,
      properties: { objectid: 9, stormdate, efscale: 'EF3', length: 10, width: 100, maxwind: 150, injuries: 4, fatalities: 2, wfo: 'OUN', state: 'OK', comments: 'Trees', ...change }, // prettier-ignore
      geometry,
    }),
  );

describe('damage-tracks/parse', () => {
  it('reads every field of a track', () => {
    expect(tracks({})).to.deep.equal({
      rows: [
        {
          sourceId: 9,
          at: new Date('2026-05-21T02:30Z'),
          eventDate: '2026-05-20',
          ef: 3,
          efLabel: 'EF3',
          lengthM: 16093,
          widthM: 91,
          maxWindMph: 150,
          injuries: 4,
          fatalities: 2,
          wfo: 'OUN',
          state: 'OK',
          comments: 'Trees',
          line,
        },
      ],
      refused: [],
      ignored: {},
      more: false,
    });
  });

  it('reads zero as unknown where a tornado has more', () => {
    const [row] = tracks({ length: 0, width: 0, maxwind: 0, injuries: 0, fatalities: 0 }).rows;
    expect(row).to.include({ lengthM: null, widthM: null, maxWindMph: null, injuries: 0, fatalities: 0 });
  });

  it('takes the date from the longitude of the first position, also of several lines', () => {
    const parts = { type: 'MultiLineString', coordinates: [[[-67, 45], [-66.9, 45.1]], [[-10, 45], [-9.9, 45.1]]] }; // prettier-ignore
    const date = (hour: number) => tracks({ stormdate: Date.UTC(2026, 4, 21, hour) }, parts).rows[0].eventDate;
    // Solar time is 4 h 28 min behind UTC at 67 W, and 40 min at 10 W.
    expect([date(3), date(5)]).to.deep.equal(['2026-05-20', '2026-05-21']);
  });

  it('names what it refuses by its number, its id or its place in the list', () => {
    const what = (change: object, id?: unknown) => tracks({ stormdate: null, ...change }, line, id).refused[0];
    expect(what({})).to.deep.equal({ what: 'object 9', why: 'expected stormdate as a time, got null' });
    expect(what({ objectid: null }, 'x7').what).to.equal('object x7');
    expect(what({ objectid: null }).what).to.equal('object 0');
    expect(tracks({ objectid: null }).refused[0].why).to.equal('expected objectid as a number, got null');
  });
});
