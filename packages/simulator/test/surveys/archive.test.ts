import { areaHolds, distanceM, type Position } from '@severe/geo';
import { expect } from 'chai';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { openReportArchive } from '../../src/reports/archive.ts';
import { openSurveyArchive } from '../../src/surveys/archive.ts';
import { layers } from '../../src/surveys/features.ts';
import { openWarningArchive } from '../../src/warnings/archive.ts';

const seed = 11;
const now = Date.parse('2026-05-21T12:00:00Z');
const since = now - 24 * hourMs;
const surveys = openSurveyArchive(seed).between(since, now, now);
const metresOfMile = 1609.344;

interface Feature {
  id: number;
  geometry: { type: string; coordinates: Position[] };
  properties: { objectid: number; length: number; width: number; maxwind: number; efscale: string; comments: string };
}
const features = (layer: number) => surveys.map((survey) => layers[layer](survey) as Feature[]);

describe('the surveys of a seed', () => {
  it('are the same for all who ask, each under its number', () => {
    expect(surveys.length).to.be.above(5);
    expect(openSurveyArchive(seed).between(since, now, now)).to.deep.equal(surveys);
    expect(new Set(surveys.map(({ number }) => number)).size).to.equal(surveys.length);
  });

  it('come when the tornado has been gone for a while, and stay for a week', () => {
    for (const { endsAt, publishedAt } of surveys) expect((publishedAt - endsAt) / minuteMs).to.be.within(25, 90);
    const [first] = surveys;
    const numbers = (at: number) =>
      openSurveyArchive(seed)
        .between(0, at, at)
        .map(({ number }) => number);
    expect(numbers(first.publishedAt - 1)).to.not.include(first.number);
    expect(numbers(first.publishedAt)).to.include(first.number);
    expect(numbers(first.beginsAt + 8 * 24 * hourMs)).to.not.include(first.number);
  });

  it('follow the tornadoes that were reported, and that were warned of', () => {
    const told = openReportArchive(seed)
      .between(since, now, now)
      .filter(({ type }) => type === 'tornado');
    const warnings = openWarningArchive(seed).between(since, now);
    for (const { beginsAt, endsAt, path } of surveys) {
      const near = told.filter(
        ({ at, place }) => path.some((one) => distanceM(one.place, place) < 1500) && at >= beginsAt && at <= endsAt,
      );
      expect(near.length, new Date(beginsAt).toISOString()).to.be.at.least(1);
      const [{ place }] = path;
      const warned = warnings.filter(({ kind }) => kind === 'TO.W').flatMap(({ messages }) => messages);
      const holds = warned.some(
        ({ sentAt, endsAt: until, ring }) =>
          sentAt <= beginsAt &&
          until > beginsAt &&
          ring &&
          areaHolds({ type: 'Polygon', coordinates: [ring] }, [place.lon, place.lat]),
      );
      expect(holds, new Date(beginsAt).toISOString()).to.equal(true);
    }
  });

  it('report length, width and wind of their path in miles, yards and miles per hour', () => {
    for (const [i, [line]] of features(1).entries()) {
      const { path, ef } = surveys[i];
      const { geometry, properties } = line;
      const along = geometry.coordinates.slice(1).reduce((sum, [lon, lat], n) => {
        const [beforeLon, beforeLat] = geometry.coordinates[n];
        return sum + distanceM({ lon: beforeLon, lat: beforeLat }, { lon, lat });
      }, 0);
      expect(geometry.type).to.equal('LineString');
      expect(properties.length).to.be.closeTo(along / metresOfMile, 0.02);
      expect(properties.width).to.equal(Math.max(...path.map(({ widthYd }) => widthYd)));
      expect(properties.efscale).to.equal(ef === null ? 'EFU' : `EF${ef}`);
      // Least winds of the enhanced Fujita scale: 65, 86, 111, 136, 166 and 201 mph.
      if (ef !== null) expect(properties.maxwind).to.be.at.least([65, 86, 111, 136, 166, 201][ef]);
      expect(properties.comments).to.include('SIMULATED');
    }
  });

  it('have points on the path and an area around it', () => {
    for (const [i, [polygon]] of features(2).entries()) {
      const area = { type: 'Polygon' as const, coordinates: polygon.geometry.coordinates as unknown as Position[][] };
      const points = features(0)[i];
      expect(points).to.have.length(surveys[i].path.length);
      const [lon, lat] = points[points.length >> 1].geometry.coordinates as unknown as Position;
      expect(areaHolds(area, [lon, lat])).to.equal(true);
      expect(new Set(points.map(({ id }) => id)).size).to.equal(points.length);
    }
  });
});
