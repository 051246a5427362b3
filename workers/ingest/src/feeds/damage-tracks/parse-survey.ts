import { DataError } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import { readBulletin } from '../../parse/bulletin.ts';
import { numberOf, placeOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { localTime, monthNumbers } from '../../parse/times.ts';
import { type DamageTrackRow, metresPerMile, metresPerYard, ratingOf, solarDate } from './row.ts';

/**
 * Parses the damage surveys of a public information statement (`PNS`): a section `.Title...` with `Rating:` for each
 * tornado. The track is a straight line from start to end. A statement without surveyed tracks is ignored.
 *
 * @throws {DataError} `bulletin` for another product
 */
export function parseSurvey(payload: Payload, near: Date): Parsed<DamageTrackRow> {
  const { awips, office, text } = readBulletin(payload, near);
  if (!awips.startsWith('PNS')) throw new DataError('bulletin', `expected PNS and an office, got ${excerpt(awips)}`);
  const sections = text.split(/^(?=\.[^.\n])/m).filter((section) => /^[* ]*Rating:/im.test(section));
  if (sections.length === 0) return { rows: [], refused: [], ignored: { 'statement without a surveyed track': 1 } };
  return collect(
    sections,
    (section) => section.split('\n', 1)[0],
    (section) => readSection(section, officeOf(office)),
  );
}

function readSection(section: string, wfo: string): DamageTrackRow | Ignored {
  const field = (name: string) => new RegExp(`^[* ]*${name}:[ \\t]*(.*?)[ \\t]*$`, 'im').exec(section)?.[1];
  const number = (name: string) => numberOf(/^[\d.]+/.exec(field(name) ?? '')?.[0]);
  const rating = field('Rating') ?? '';
  if (!/^EF/i.test(rating)) return new Ignored('straight-line wind');
  const start = place(field('Start Lat/Lon'), 'Start Lat/Lon');
  const end = place(field('End Lat/Lon') ?? field('Start Lat/Lon'), 'End Lat/Lon');
  const at = moment(field('Start Date'), field('Start Time'));
  const length = number('Path Length /statute/');
  const width = number('Path Width /maximum/');
  return {
    sourceId: null,
    at,
    eventDate: solarDate(at, start.lon),
    ...ratingOf(rating),
    lengthM: length === null ? null : Math.round(length * metresPerMile),
    widthM: width === null ? null : Math.round(width * metresPerYard),
    maxWindMph: number('Estimated Peak Wind'),
    injuries: number('Injuries'),
    fatalities: number('Fatalities'),
    wfo,
    state: /\/ ([A-Z]{2})$/.exec(field('Start Location') ?? '')?.[1] ?? null,
    comments:
      /^(?:Survey )?Summary:\s*([^]*?)(?:\n\s*\n|$(?![^]))/m.exec(section)?.[1].replaceAll(/\s+/g, ' ').trim() ?? null,
    line: {
      type: 'LineString',
      coordinates: [
        [start.lon, start.lat],
        [end.lon, end.lat],
      ],
    },
  };
}

/** Parses `32.3323 / -94.2154` or `32.33N / 94.22W`, latitude first. */
function place(text: string | undefined, what: string): Point {
  const [, lat, north, lon, east] = /^(-?[\d.]+)\s*([NS]?)\s*[/,]\s*(-?[\d.]+)\s*([EW]?)$/i.exec(text ?? '') ?? [];
  if (!lat) throw new DataError('place', `expected ${what} as two numbers, got ${excerpt(text)}`);
  const sign = (side: string) => (/[SW]/i.test(side) ? -1 : 1);
  return placeOf([Number(lon) * sign(east), Number(lat) * sign(north)]);
}

/** Parses `12/13/2022` or `Dec 13 2022`, and `03:38 PM CST`. */
function moment(date: string | undefined, time: string | undefined): Date {
  const [, digits, name, day, year] =
    /^(?:(\d\d?)\/|([A-Z]{3})[A-Z]*\.? )(\d\d?)(?:\/|,? )(\d{4})$/i.exec(date ?? '') ?? [];
  const month = name ? monthNumbers[name.toUpperCase()] : Number(digits);
  const [, clock, zone] = /^(\d{1,2}:?\d\d [AP]M) (\w+)$/i.exec(time ?? '') ?? [];
  const at = clock && year && month ? localTime([+year, month, +day], clock, zone) : undefined;
  if (!at) throw new DataError('time', `expected a date and a time of a known zone, got ${excerpt(`${date} ${time}`)}`);
  return at;
}
