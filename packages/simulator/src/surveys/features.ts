import { bearingDeg, distanceM, metresPerMile, metresPerYard, type Position } from '@severe/geo';
import { along, moved } from '../model/plane.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import type { Survey } from './survey.ts';

/** The comment on every feature: the survey is simulated. */
const comments = `${simulatedLabel}: the survey of a tornado that never happened.`;

/** The layers of the toolkit in numerical order: points, lines, polygons. */
export const layers: readonly ((survey: Survey) => object[])[] = [pointFeatures, lineFeature, polygonFeature];

/** The path as a line. */
function lineFeature(survey: Survey): object[] {
  const { number, beginsAt, endsAt, path, injuries, wfo } = survey;
  const [first, last] = [positionOf(path[0]), positionOf(path[path.length - 1])];
  return [
    feature(
      number,
      { type: 'LineString', coordinates: path.map(positionOf) },
      {
        event_id: `SIM${number}`,
        ...stormOf(survey),
        starttime: beginsAt,
        endtime: endsAt,
        startlat: first[1],
        startlon: first[0],
        endlat: last[1],
        endlon: last[0],
        length: lengthMi(survey),
        width: widest(survey),
        injuries,
        fatalities: 0,
        maxwind: strongest(survey),
        wfo,
      },
    ),
  ];
}

/** Damage points, one at each place of the path. */
function pointFeatures(survey: Survey): object[] {
  const { number, path, wfo, injuries } = survey;
  const middle = path.length >> 1;
  return path.map((at, i) =>
    feature(
      number * 100 + i,
      { type: 'Point', coordinates: positionOf(at) },
      {
        event_id: `SIM${number}`,
        ...stormOf(survey),
        damage_txt:
          survey.ef === null
            ? 'Other (O)'
            : at.windMph < 111
              ? 'Trees - Hardwood (TH)'
              : 'One- or Two-Family Residence (FR12)',
        dod_txt:
          survey.ef === null
            ? 'No damage'
            : at.windMph < 111
              ? 'Large branches broken or trees uprooted'
              : 'Roof lifted off, walls down',
        windspeed: String(at.windMph),
        deaths: 0,
        injuries: i === middle ? injuries : 0,
        office: wfo,
        image: 'null',
      },
    ),
  );
}

/** The damaged area: the path with its width. */
function polygonFeature(survey: Survey): object[] {
  const { number, path, wfo } = survey;
  const side = (sign: 1 | -1): Position[] =>
    path.map(({ place, widthYd }, i) => {
      const [from, to] = [path[Math.max(0, i - 1)].place, path[Math.min(path.length - 1, i + 1)].place];
      const aside = along(bearingDeg(from, to) + 90 * sign, (widthYd * metresPerYard) / 2000);
      return positionOf({ place: moved(place, aside) });
    });
  const ring = [...side(1), ...side(-1).toReversed()];
  return [
    feature(
      number,
      { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
      {
        event_id: `SIM${number}`,
        ...stormOf(survey),
        length: lengthMi(survey),
        width: widest(survey),
        wfo,
      },
    ),
  ];
}

function feature(id: number, geometry: object, properties: object): object {
  return { type: 'Feature', id, geometry, properties: { objectid: id, ...properties, comments } };
}

function stormOf({ beginsAt, ef }: Survey): object {
  return { stormdate: beginsAt, efscale: ef === null ? 'EFU' : `EF${ef}`, efnum: ef ?? -9 };
}

/** The strongest wind, mph. */
export const strongest = ({ path }: Survey): number => Math.max(...path.map(({ windMph }) => windMph));
/** The greatest width, yards. */
export const widest = ({ path }: Survey): number => Math.max(...path.map(({ widthYd }) => widthYd));

/** Length of the path in miles, to a hundredth. */
export const lengthMi = (survey: Survey): number => Math.round(lengthM(survey) / (metresPerMile / 100)) / 100;

/** Length of the path, metres. */
function lengthM({ path }: Survey): number {
  return path.slice(1).reduce((total, { place }, i) => total + distanceM(path[i].place, place), 0);
}

/** Rounded to about ten metres. */
function positionOf({ place: { lon, lat } }: Pick<Survey['path'][number], 'place'>): Position {
  return [Math.round(lon * 1e4) / 1e4, Math.round(lat * 1e4) / 1e4];
}
