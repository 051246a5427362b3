import { expect } from 'chai';
import { parseOutlookAreas, parseStormGusts, parseStormShapes } from '../../../src/feeds/tropical/parse-shapes.ts';
import { collectingUnknownWords } from '../../../src/parse/unknown-words.ts';
import { collectionOf } from '../../support/refusal.ts';

const square = { type: 'Polygon', coordinates: [[[-98, 25], [-96, 25], [-96, 27], [-98, 27], [-98, 25]]] }; // prettier-ignore
const line = { type: 'LineString', coordinates: [[-98, 25], [-96, 25]] }; // prettier-ignore
const feature = (properties: object, geometry: unknown = square) => ({ type: 'Feature', properties, geometry });
const cone = { idp_source: 'al062026-028_5day_pgn', advisnum: '029A', advdate: '1100 AM AST Tue Aug 18 2026', fcstprd: 120 }; // prettier-ignore
const cones = (...changes: object[]) =>
  parseStormShapes(collectionOf(...changes.map((change) => feature({ ...cone, ...change }))), 'cone');

describe('tropical/parse-shapes, cones and tracks', () => {
  it('have every field', () => {
    const known = { stormId: 'al062026', advisory: '29A', issuedAt: new Date('2026-08-18T15:00Z') };
    expect(cones({})).to.deep.equal({ rows: [{ ...known, kind: 'cone', shape: square }], refused: [], ignored: {} });
    const { rows } = parseStormShapes(collectionOf(feature(cone, line)), 'track');
    expect(rows).to.deep.equal([{ ...known, kind: 'track', shape: line }]);
  });

  it('name storm and advisory by their source', () => {
    const named = (idp_source: string, advisnum: unknown = null) => {
      const [row] = cones({ idp_source, advisnum }).rows;
      return `${row.stormId} ${row.advisory}`;
    };
    expect(named('EP012026-004a_5day')).to.equal('ep012026 4A');
    expect(named('cp012026.017_5day')).to.equal('cp012026 17');
    expect(named('al012026-x_5day')).to.equal('al012026 null');
    expect(named('al012026_028')).to.equal('al012026 null');
    expect(named('al012026-028', 7)).to.equal('al012026 7');
  });

  it('are refused without a storm', () => {
    for (const source of ['xal012026-028', 'al01202-028', null]) {
      expect(cones({ idp_source: source }).refused, String(source)).to.deep.equal([{ what: `cone ${source ?? 'feature 0'}`, why: `expected a storm in idp_source, got ${JSON.stringify(source)}` }]); // prettier-ignore
    }
  });

  it('are ignored in other basins', () => {
    expect(cones({ idp_source: 'wp012026-028' })).to.deep.include({ rows: [], refused: [], ignored: { 'of another basin': 1 } }); // prettier-ignore
  });

  it('are refused without a shape', () => {
    const why = (kind: 'cone' | 'track') => parseStormShapes(collectionOf(feature(cone, null)), kind).refused;
    expect(why('cone')).to.deep.equal([{ what: 'cone al062026-028_5day_pgn', why: 'expected a cone, got no geometry' }]); // prettier-ignore
    expect(why('track')).to.deep.equal([{ what: 'track al062026-028_5day_pgn', why: 'expected a track, got no geometry' }]); // prettier-ignore
  });

  it('have no time if none can be read', () => {
    expect(cones({ advdate: null }).rows[0].issuedAt).to.equal(null);
    expect(cones({ advdate: 'today' }).rows[0].issuedAt).to.equal(null);
  });

  it('are those that reach furthest, the first of equals', () => {
    const kept = (...hours: unknown[]) => {
      const { rows, ignored } = cones(...hours.map((fcstprd, i) => ({ fcstprd, advisnum: i })));
      return [rows.map(({ advisory }) => advisory), ignored];
    };
    expect(kept(72, 120, 96)).to.deep.equal([['1'], { 'reaches less far ahead': 2 }]);
    expect(kept(120, 120)).to.deep.equal([['0'], { 'reaches less far ahead': 1 }]);
    expect(kept(null, 72)).to.deep.equal([['1'], { 'reaches less far ahead': 1 }]);
    expect(kept(0, null)).to.deep.equal([['0'], { 'reaches less far ahead': 1 }]);
    expect(cones({}, { idp_source: 'al072026-001' }).rows).to.have.length(2);
  });
});

describe('tropical/parse-shapes, gusts', () => {
  it('are those of the analysis', () => {
    const point = (change: object) => feature({ idp_source: 'al062026-028_5day_pts', tau: 0, gust: 65, ...change }, null); // prettier-ignore
    const points = [{}, { gust: 0 }, { tau: 12 }, { tau: null }, { idp_source: null }, { idp_source: 'x' }].map(point);
    expect(parseStormGusts(collectionOf(...points))).to.deep.equal({
      rows: [
        { stormId: 'al062026', advisory: '28', gustKt: 65 },
        { stormId: 'al062026', advisory: '28', gustKt: null },
      ],
      refused: [
        { what: 'point feature 4', why: 'expected a storm in idp_source, got null' },
        { what: 'point x', why: 'expected a storm in idp_source, got "x"' },
      ],
      ignored: { forecast: 2 },
    });
  });
});

describe('tropical/parse-shapes, formation areas', () => {
  const area = { basin: 'Atlantic', area: 2, prob2day: '20%', prob7day: '60%', risk2day: 'LOW', risk7day: 'medium', idp_source: 'gtwo_areas_202608181230' }; // prettier-ignore
  const read = (...changes: object[]) =>
    parseOutlookAreas(collectionOf(...changes.map((change) => feature({ ...area, ...change }))));

  it('have every field', () => {
    expect(read({})).to.deep.equal({
      rows: [
        {
          basin: 'al',
          area: 2,
          probability2day: 20,
          probability7day: 60,
          risk2day: 'Low',
          risk7day: 'Medium',
          issuedAt: new Date('2026-08-18T12:30Z'),
          shape: square,
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('know the basin in any case', () => {
    const basins = ['ATLANTIC', 'Eastern Pacific', 'East Pacific', 'Central Pacific'];
    expect(read(...basins.map((basin, i) => ({ basin, area: i + 1 }))).rows.map(({ basin }) => basin)).to.deep.equal(['al', 'ep', 'ep', 'cp']); // prettier-ignore
  });

  const boxAt = (west: number, south: number, width = 4) => ({ type: 'Polygon', coordinates: [[[west, south], [west + width, south], [west + width, south + 4], [west, south + 4], [west, south]]] }); // prettier-ignore
  const basinAt = (basin: string | null, ...place: Parameters<typeof boxAt>) =>
    parseOutlookAreas(collectionOf(feature({ ...area, basin }, boxAt(...place)))).rows.map((row) => row.basin);

  it('are in the central Pacific west of 140° W, by the middle of the area', () => {
    const pacific = (west: number, width?: number) => basinAt('Pacific', west, 10, width)[0];
    expect([pacific(-110), pacific(-141.9), pacific(-142.1), pacific(-179), pacific(178), pacific(176, 3)]).to.deep.equal(['ep', 'ep', 'cp', 'cp', 'cp', 'cp']); // prettier-ignore
    expect([pacific(-150, 30), pacific(-170, 40)]).to.deep.equal(['ep', 'cp']);
  });

  it('are in the basin of their place if the word for it is unknown or missing', async () => {
    const places: [place: [west: number, south: number], basin: string][] = [
      [[-50, 10], 'al'],
      [[-97, 22], 'al'],
      [[-84, 12], 'al'],
      [[-79, 10], 'al'],
      [[-20, 12], 'al'],
      [[-100, 12], 'ep'],
      [[-90, 8], 'ep'],
      [[-112, 15], 'ep'],
      [[-160, 12], 'cp'],
    ];
    for (const [place, basin] of places) {
      const { result, unknownWords } = await collectingUnknownWords(() => basinAt('Open Ocean', ...place));
      expect(result, String(place)).to.deep.equal([basin]);
      expect(unknownWords).to.deep.equal([{ field: 'basin', word: 'Open Ocean', count: 1 }]);
      expect(basinAt(null, ...place), String(place)).to.deep.equal([basin]);
    }
  });

  it('have chances of whole percent from 0 to 100', () => {
    const chance = (prob2day: unknown) => read({ prob2day }).rows[0].probability2day;
    expect([chance('0%'), chance('100'), chance(70), chance('101%'), chance('-1%'), chance('20.5%'), chance('x'), chance(null)]).to.deep.equal([0, 100, 70, null, null, null, null, null]); // prettier-ignore
  });

  it('have no risk if none is given', () => {
    expect(read({ risk2day: null, risk7day: '' }).rows[0]).to.include({ risk2day: null, risk7day: null });
  });

  it('have no time if their source names none', () => {
    const issued = (idp_source: unknown) => read({ idp_source }).rows[0].issuedAt;
    expect([issued(null), issued('gtwo_areas_20260818123'), issued('gtwo_areas_202608181230x'), issued('gtwo_areas202608181230'), issued('gtwo_areas_202613181230')]).to.deep.equal([null, null, null, null, null]); // prettier-ignore
  });

  it('have numbers from 1 to 99, else the free ones', () => {
    const numbers = (...areas: unknown[]) =>
      read(...areas.map((each, i) => ({ area: each, prob2day: i }))).rows.map((row) => row.area);
    expect(numbers(1, 99, 100, 0, 1.5, null)).to.deep.equal([1, 99, 2, 3, 4, 5]);
    expect(numbers(null, 3, null, null)).to.deep.equal([1, 3, 2, 4]);
    expect(read({ area: 1 }, { area: 1, basin: 'East Pacific' }, { area: null, prob2day: '0%' }).rows.map((row) => `${row.basin} ${row.area}`)).to.deep.equal(['al 1', 'ep 1', 'al 2']); // prettier-ignore
    expect(read({}, {})).to.deep.include({ refused: [], ignored: { 'given twice': 1 } });
    expect(read({}, { prob2day: '30%' }).rows.map((row) => row.area)).to.deep.equal([2, 1]);
  });

  it('without an outline take no number', () => {
    const { rows, ignored } = parseOutlookAreas(collectionOf(feature(area, null), feature(area)));
    expect([rows.length, ignored]).to.deep.equal([1, { 'no outline': 1 }]);
  });
});
