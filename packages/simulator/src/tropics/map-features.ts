import type { Position } from '@severe/geo';
import { along, hourMs, moved } from '../model/plane.ts';
import { advisoryAt, classOf, forecastErrors, type Cyclone } from './cyclone.ts';
import { lengthOf, measures } from './disturbances.ts';
import { threeDigits } from './storm-list.ts';

/** What a classification is called on the map. */
const developments: Record<string, [letter: string, words: string]> = {
  TD: ['D', 'Tropical Depression'],
  TS: ['S', 'Tropical Storm'],
  HU: ['H', 'Hurricane'],
};

/** The furthest hour of a forecast. */
const lastHour = 120;

/** The positions of a forecast, the track through them, and the cone around it. */
export function stormFeatures(kind: 'points' | 'track' | 'cone', cyclone: Cyclone, now: number): object[] {
  const { issuedAt, number } = advisoryAt(cyclone, now);
  const common = (suffix: string, stormname: string) => ({
    objectid: number,
    stormname,
    stormtype: classOf(cyclone.at(issuedAt).windKt),
    basin: 'AL',
    advdate: localTime(issuedAt).advisory,
    advisnum: String(number),
    fcstprd: lastHour,
    stormnum: Number(cyclone.id.slice(2, 4)),
    idp_source: `${cyclone.id}-${threeDigits(number)}_5day_${suffix}`,
    idp_filedate: issuedAt,
    idp_ingestdate: issuedAt + 20_000,
    binnumber: 'AT1',
  });
  if (kind === 'points') return pointFeatures(cyclone, issuedAt, common);
  const [type, coordinates, measured] =
    kind === 'track' ? lineOf(trackLine(cyclone, issuedAt)) : ringOf(coneRing(cyclone, issuedAt));
  const properties = { ...common(kind === 'track' ? 'lin' : 'pgn', cyclone.name), ...measured };
  return [{ type: 'Feature', id: number, geometry: { type, coordinates }, properties }];
}

type Drawn = [type: string, coordinates: unknown, measured: Record<string, number>];

const lineOf = (line: Position[]): Drawn => ['LineString', line, { 'st_length(shape)': lengthOf(line) }];
const ringOf = (ring: Position[]): Drawn => ['Polygon', [ring], measures(ring)];

function pointFeatures(
  cyclone: Cyclone,
  issuedAt: number,
  common: (suffix: string, name: string) => Record<string, unknown>,
): object[] {
  return forecastTrack(cyclone, issuedAt).map(({ hour, time }, i) => {
    const { lon, lat, windKt, gustKt, pressureHpa, towardDeg, speedKt } = cyclone.at(time);
    const [letter, words] = developments[classOf(windKt)];
    const { label, full, day } = localTime(time);
    const properties = {
      ...common('pts', `${words} ${cyclone.name}`),
      stormtype: classOf(windKt),
      dvlbl: letter,
      gust: gustKt,
      maxwind: windKt,
      mslp: hour === 0 ? pressureHpa : 9999,
      ssnum: 0,
      datelbl: label,
      tcdvlp: words,
      tcdir: hour === 0 ? Math.round(towardDeg / 5) * 5 : 9999,
      tcspd: hour === 0 ? Math.round(speedKt) : 9999,
      fldatelbl: full,
      lat: Math.round(lat * 10) / 10,
      lon: Math.round(lon * 10) / 10,
      stormsrc: 'Tropical Cyclone',
      timezone: 'AST',
      validtime: day,
      tau: hour,
      idp_subset: cyclone.id,
    };
    return { type: 'Feature', id: i + 1, geometry: { type: 'Point', coordinates: [lon, lat] }, properties };
  });
}

/** A time in the forms of the map: `1100 AM AST Tue Aug 18 2026`, `11:00 AM Tue`, `2026-08-18 11:00 AM Tue AST`, `18/1500`. */
function localTime(at: number): { advisory: string; label: string; full: string; day: string } {
  const local = new Date(at - 4 * hourMs);
  const [day, date, month, year, time] = local.toUTCString().replace(',', '').split(' '); // Tue, 18 Aug 2026 11:00:00 GMT
  const hour = Number(time.slice(0, 2));
  const [twelve, minutes, half] = [String(hour % 12 || 12), time.slice(3, 5), hour < 12 ? 'AM' : 'PM'];
  const label = `${twelve}:${minutes} ${half} ${day}`;
  const utc = new Date(at).toISOString();
  return {
    advisory: `${twelve}${minutes} ${half} AST ${day} ${month} ${date} ${year}`,
    label,
    full: `${local.toISOString().slice(0, 10)} ${label} AST`,
    day: `${utc.slice(8, 10)}/${utc.slice(11, 13)}${utc.slice(14, 16)}`,
  };
}

const kmPerNauticalMile = 1.852;

/** A forecast reaches this far beyond the last advisory. */
const beyondEndMs = 48 * hourMs;

/** The hours of a forecast, with their times and errors. */
function forecastTrack(cyclone: Cyclone, issuedAt: number): { hour: number; errorKm: number; time: number }[] {
  return forecastErrors
    .map(([hour, miles]) => ({ hour, errorKm: miles * kmPerNauticalMile, time: issuedAt + hour * hourMs }))
    .filter(({ time }) => time <= cyclone.endsAt + beyondEndMs);
}

/** The forecast track as a line. */
function trackLine(cyclone: Cyclone, issuedAt: number): Position[] {
  return forecastTrack(cyclone, issuedAt).map(({ time }) => {
    const { lon, lat } = cyclone.at(time);
    return [lon, lat];
  });
}

/** The cone: both sides of the track at the distance of the error, closed by a half circle around the last position. */
function coneRing(cyclone: Cyclone, issuedAt: number): Position[] {
  const track = forecastTrack(cyclone, issuedAt);
  const at = (time: number, bearing: number, km: number): Position => {
    const { lon, lat } = moved(cyclone.at(time), along(bearing, km));
    return [lon, lat];
  };
  const side = (turn: number) => track.map(({ time, errorKm }) => at(time, cyclone.at(time).towardDeg + turn, errorKm));
  const last = track[track.length - 1];
  const end = Array.from({ length: 11 }, (_, i) => at(last.time, cyclone.at(last.time).towardDeg - 75 + i * 15, last.errorKm)); // prettier-ignore
  const ring = [...side(90).reverse(), ...side(-90), ...end];
  return [...ring, ring[0]];
}
