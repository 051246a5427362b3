import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseSurvey } from '../src/feeds/damage-tracks/parse-survey.ts';
import { flashesOf } from '../src/feeds/glm/flashes.ts';
import { parseBulletin } from '../src/feeds/nws-alerts/parse-bulletin.ts';
import { motionOf } from '../src/feeds/nws-alerts/tags.ts';
import { readTracks } from '../src/feeds/tropical/read-texts.ts';
import { placeOf } from '../src/parse/fields.ts';

const atcf = (hours: number, lat: string, lon: string, technique = 'OFCL') =>
  `CP, 01, 2026080112, 03, ${technique}, ${hours}, ${lat}, ${lon}, 95, 950, HU`;
const track = (...lines: string[]) => readTracks([lines.join('\n')]).outlines[0]?.shape;

describe('positions across the antimeridian', () => {
  it('are cut in a forecast track, in both directions', () => {
    expect(track(atcf(0, '180N', '1795W'), atcf(12, '190N', '1795E'), atcf(24, '200N', '1780E'))).to.deep.equal({
      type: 'MultiLineString',
      coordinates: [[[-179.5, 18], [-180, 18.5]], [[180, 18.5], [179.5, 19], [178, 20]]],
    }); // prettier-ignore
    expect(track(atcf(0, '180N', '1795E'), atcf(12, '190N', '1795W'))).to.deep.equal({
      type: 'MultiLineString',
      coordinates: [[[179.5, 18], [180, 18.5]], [[-180, 18.5], [-179.5, 19]]],
    }); // prettier-ignore
  });

  it('stay one line on one side, also if it touches the edge', () => {
    expect(track(atcf(0, '180N', '1800W'), atcf(12, '190N', '1795W'))?.coordinates).to.deep.equal([[-180, 18], [-179.5, 19]]); // prettier-ignore
    expect(track(atcf(0, '180N', '1800W'), atcf(12, '190N', '1795E'))?.coordinates).to.deep.equal([[180, 18], [179.5, 19]]); // prettier-ignore
    expect(track(atcf(0, '180N', '1800E'), atcf(12, '190N', '1800W'))?.coordinates).to.deep.equal([[180, 18], [180, 19]]); // prettier-ignore
    expect(track(atcf(0, '180N', '1795W'), atcf(12, '180N', '1795W'))).to.equal(undefined); // of one place
  });

  it('are folded in motions, of messages and of bulletins', () => {
    const given = '2026-08-01T12:00:00-00:00...storm...90DEG...20KT...52,-180.05 52,180.05 52,-179.95';
    expect(motionOf(given)?.points.map(([lon]) => Math.round(lon * 100) / 100)).to.deep.equal([179.95, -179.95, -179.95]); // prettier-ignore
  });

  it('are folded in places of every feed', () => {
    expect([181, -181, 180, -180, 359, 540].map((lon) => placeOf([lon, 1]).lon)).to.deep.equal([-179, 179, 180, -180, -1, -180]); // prettier-ignore
  });

  it('are folded in flashes, whichever satellite has seen them', () => {
    const startsAt = new Date('2026-08-01T12:00:00Z');
    const flash = { index: 0, at: startsAt, lat: 50, energyFj: 1, areaKm2: 1, quality: 0 };
    const lons = [-181, 181, 179].map((lon, index) => ({ ...flash, index, lon }));
    const granule = { startsAt, flashes: lons } as Parameters<typeof flashesOf>[0];
    expect(flashesOf(granule, 'west', startsAt).map(({ lon }) => lon)).to.deep.equal([179, -179, 179]);
  });

  it('are cut in the path of a survey', () => {
    const survey = ['Rating:  EF1', 'Start Date:  08/01/2026', 'Start Time:  03:38 PM CDT', 'Start Lat/Lon:  10.0 / 179.9E', 'End Lat/Lon:  10.2 / 179.9W']; // prettier-ignore
    const text = ['NOUS44 KOUN 212130', 'PNSOUN', '', '.Tornado...', '', ...survey, '', '&&', '$$'].join('\n');
    const [{ line }] = parseSurvey(text, new Date('2026-08-01T12:00:00Z')).rows;
    expect(line!.type).to.equal('MultiLineString');
    expect((line!.coordinates as number[][][]).map((part) => part.map(([lon]) => lon))).to.deep.equal([[179.9, 180], [-180, -179.9]]); // prettier-ignore
  });

  describe('of the cases from the field', () => {
    const folder = 'data/field-2026-11/tropical/7-antimeridian-track';

    it('cut the track of a hurricane', function () {
      const read = (name: string) => readFileSync(sharedFile(this, join(folder, name)), 'utf8');
      const { outlines, storms, refused } = readTracks([read('acp012026.dat'), read('bcp012026.dat')]);
      expect([outlines.length, storms.length, refused.length]).to.deep.equal([1, 1, 0]);
      const { type, coordinates } = outlines[0].shape;
      expect(type).to.equal('MultiLineString');
      expect((coordinates as number[][][]).map((part) => part.map(([lon]) => lon))).to.deep.equal([[-179.5, -180], [180, 179.8, 178]]); // prettier-ignore
    });

    it('fold the motion of a marine warning, and cut its polygon', function () {
      const text = readFileSync(sharedFile(this, join(folder, 'smw.txt')), 'utf8');
      const [{ motion, polygon }] = parseBulletin(text, new Date('2026-08-01T12:00:00Z'));
      expect(motion?.points).to.have.length(1);
      expect(motion?.points[0][0]).to.be.closeTo(179.95, 1e-9);
      expect(polygon?.type).to.equal('MultiPolygon');
    });
  });
});
