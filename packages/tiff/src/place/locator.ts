import { cellAround, loadProj4, wrapLongitude, type Converter } from '@severe/projection';
import type { Directory } from '../directory.ts';
import { readGeoKeys } from './geo-keys.ts';
import { readCoordinateSystem, type CoordinateSystem } from './coordinate-system.ts';
import { readAffine, type AffineTransform } from './affine.ts';

interface LatLon {
  lat: number;
  lon: number;
}

/** Converts between pixels and places, in degrees of WGS 84. */
export interface Locator {
  readonly system: CoordinateSystem;
  readonly transform: AffineTransform;
  /** The place of a pixel's centre; undefined if the projection has none, such as off the earth's disk. */
  positionOf(column: number, row: number): LatLon | undefined;
  /** The pixel that contains a place; undefined outside the image. */
  pixelAt(place: LatLon): { column: number; row: number } | undefined;
}

/** Undefined for an image that is not georeferenced, or whose coordinate system is not certain. */
export function readLocator(directory: Directory, width: number, height: number): Locator | undefined {
  const geo = readGeoKeys(directory);
  const system = readCoordinateSystem(geo);
  const transform = readAffine(directory, geo);
  if (!system || !transform) return undefined;
  try {
    const converter = loadProj4()(system.definition, '+proj=longlat +datum=WGS84 +no_defs');
    return new AffineLocator(system, transform, converter, width, height);
  } catch {
    return undefined; // invalid parameters, such as opposite parallels
  }
}

class AffineLocator implements Locator {
  readonly system: CoordinateSystem;
  readonly transform: AffineTransform;
  readonly #converter: Converter;
  readonly #width: number;
  readonly #height: number;

  constructor(
    system: CoordinateSystem,
    transform: AffineTransform,
    converter: Converter,
    width: number,
    height: number,
  ) {
    this.system = system;
    this.transform = transform;
    this.#converter = converter;
    this.#width = width;
    this.#height = height;
  }

  positionOf(column: number, row: number): LatLon | undefined {
    const { x0, xx, xy, y0, yx, yy } = this.transform;
    const place = [x0 + (column + 0.5) * xx + (row + 0.5) * xy, y0 + (column + 0.5) * yx + (row + 0.5) * yy];
    const [lon, lat] = this.#convert('forward', place) ?? [];
    if (lon === undefined || !Number.isFinite(lon) || !Number.isFinite(lat) || Math.abs(lat) > 90) return undefined;
    return { lat, lon: wrapLongitude(lon) };
  }

  pixelAt({ lat, lon }: LatLon): { column: number; row: number } | undefined {
    const turns = this.system.geographic ? [0, 360, -360] : [0]; // longitudes may run to 360
    for (const turn of turns) {
      const place = this.#convert('inverse', [lon + turn, lat]);
      const pixel = place && this.#pixelOf(place[0], place[1]);
      if (pixel) return pixel;
    }
    return undefined;
  }

  #pixelOf(x: number, y: number): { column: number; row: number } | undefined {
    const { x0, xx, xy, y0, yx, yy } = this.transform;
    const area = xx * yy - xy * yx;
    const column = cellAround(((x - x0) * yy - (y - y0) * xy) / area, this.#width);
    const row = cellAround(((y - y0) * xx - (x - x0) * yx) / area, this.#height);
    return column !== undefined && row !== undefined ? { column, row } : undefined;
  }

  #convert(direction: 'forward' | 'inverse', place: number[]): number[] | undefined {
    try {
      return this.#converter[direction](place);
    } catch {
      return undefined; // the projection has no such place
    }
  }
}
