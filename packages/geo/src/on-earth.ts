import type { Point } from './distance.ts';
import type { Area, Line, Position } from './geojson.ts';
import { repairLine } from './lines.ts';
import { foldLongitude } from './longitude.ts';
import { repairArea } from './repair-area.ts';

/** A geometry of the types that the service shows. */
export type ShownGeometry = Area | Line | { type: 'Point'; coordinates: Position };

/**
 * A geometry as it leaves the service: longitudes from -180 to 180, lines and areas in parts on both sides of the
 * antimeridian. Neighbours in a line are joined the short way round.
 *
 * @throws {GeometryError} a position is not on the earth
 * @see RFC 7946, section 3.1.9
 */
export function onEarth(geometry: ShownGeometry): ShownGeometry {
  if (geometry.type === 'Point') {
    const [lon, lat] = geometry.coordinates;
    return { type: 'Point', coordinates: [foldLongitude(lon), lat] };
  }
  const whole =
    geometry.type === 'LineString' || geometry.type === 'MultiLineString'
      ? repairLine(geometry)
      : repairArea(geometry).area;
  return whole ?? geometry; // a line of one place, or an area without area: on no two sides
}

/** A line, or a longitude beyond 180 degrees. */
const unusual = /"type" ?: ?"(?:Multi)?LineString"|\[ ?-?(?:180\.0*[1-9]|18[1-9]|19\d|[2-9]\d\d)/;

/**
 * The same for GeoJSON text. Text that is as it should be is not parsed: a list has megabytes of it. Areas are looked at for
 * longitudes beyond 180 degrees only, since they are stored in parts.
 *
 * @param text as the database writes it
 * @returns coordinates with at most five decimals
 */
export function textOnEarth(text: string): string {
  return unusual.test(text) ? geometryText(JSON.parse(text) as ShownGeometry) : text;
}

/** A computed geometry as GeoJSON text, on the earth and with at most five decimals: about a metre. */
export function geometryText(geometry: ShownGeometry): string {
  return JSON.stringify(onEarth(geometry), (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value));
}

/** A place as it leaves the service: a longitude from -180 to 180, and five decimals. */
export function placeOnEarth({ lat, lon }: Point): Point {
  return { lat: rounded(lat), lon: rounded(foldLongitude(lon)) };
}

/** A longitude or latitude to five decimals. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0; // + 0 turns -0 into 0
}
