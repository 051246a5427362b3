import { quantities, type Units } from '@severe/assessment';
import { formatStamp } from '@severe/base';
import { mercatorX, mercatorY, metresPerMile, tileSize, type Point } from '@severe/geo';
import { apiPrefix, escaped } from '@severe/http';

/** Zoom level of the picture: some 130 km across in the middle latitudes. */
const zoom = 8;
const worldPixels = tileSize * 2 ** zoom;
const earthMetres = 40_075_016.686;

/** Radius of the ring in metres: a round number in the units of the reader. */
const ringMetres: Record<Units, number> = { imperial: 25 * metresPerMile, metric: 40_000, si: 40_000 };

/** The boundary of a county as GeoJSON. */
export interface Outline {
  type: string;
  coordinates: unknown;
}

/** What the picture shows. */
interface Picture {
  place: Point;
  /** Time of the radar frame. */
  at: Date;
  /** Describes the picture for those who do not see it. */
  text: string;
  /** Undefined if the county is not known. */
  county: Outline | undefined;
  units: Units;
}

/** How far the ring is from the place, in words. */
export const ringDistance = (units: Units): string => quantities.distance(ringMetres[units], units);

/** The radar around a place, with the place, the county and a ring over it. */
export function pictureOf({ place, at, text, county, units }: Picture): string {
  const { lat, lon } = place;
  const address = `${apiPrefix}/squares/radar/composite-reflectivity/${zoom}/${lat}/${lon}.png?ts=${formatStamp(at)}`;
  const middle = tileSize / 2;
  const ring = (ringMetres[units] / (earthMetres * Math.cos((lat * Math.PI) / 180))) * worldPixels;
  const lines = county ? `<path d="${pathOf(county, place)}"/>` : '';
  return (
    `<div class="radar"><img src="${address}" width="${tileSize}" height="${tileSize}" alt="${escaped(text)}">` +
    `<svg viewBox="0 0 ${tileSize} ${tileSize}" aria-hidden="true">${lines}` +
    `<circle cx="${middle}" cy="${middle}" r="${ring.toFixed(1)}"/><circle class="here" cx="${middle}" cy="${middle}" r="4"/></svg></div>`
  );
}

/** Rings as a path in whole pixels of the picture; points in the pixel of the point before are left out. */
function pathOf({ type, coordinates }: Outline, { lat, lon }: Point): string {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as [number, number][][][];
  const pixelOf = (position: number, middle: number): number =>
    Math.round((position - middle) * worldPixels + tileSize / 2);
  const [middleX, middleY] = [mercatorX(lon), mercatorY(lat)];
  return polygons.flatMap(([outer]) => {
    const pixels = outer.map(([x, y]) => `${pixelOf(mercatorX(x), middleX)} ${pixelOf(mercatorY(y), middleY)}`);
    return `M${pixels.filter((pixel, i) => pixel !== pixels[i - 1]).join('L')}Z`;
  }).join(''); // prettier-ignore
}
