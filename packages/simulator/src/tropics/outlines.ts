import type { Position } from '@severe/geo';
import { along, hourMs, moved } from '../model/plane.ts';
import { forecastErrors, type Cyclone } from './cyclone.ts';

const kmPerNauticalMile = 1.852;

/** A forecast reaches this far beyond the last advisory. */
const beyondEndMs = 48 * hourMs;

/** The hours of a forecast, with their times and errors. */
export function forecastTrack(cyclone: Cyclone, issuedAt: number): { hour: number; errorKm: number; time: number }[] {
  return forecastErrors
    .map(([hour, miles]) => ({ hour, errorKm: miles * kmPerNauticalMile, time: issuedAt + hour * hourMs }))
    .filter(({ time }) => time <= cyclone.endsAt + beyondEndMs);
}

/** The forecast track as a line. */
export function trackLine(cyclone: Cyclone, issuedAt: number): Position[] {
  return forecastTrack(cyclone, issuedAt).map(({ time }) => {
    const { lon, lat } = cyclone.at(time);
    return [lon, lat];
  });
}

/** The cone: both sides of the track at the distance of the error, closed by a half circle around the last position. */
export function coneRing(cyclone: Cyclone, issuedAt: number): Position[] {
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
