import type { Converter } from 'proj4';
import { proj4 } from '@severe/projection';
import type { Directory } from '@severe/tiff/container';
import { readGeoKeys } from './geo-keys.ts';
import { readSystem, type CoordinateSystem } from './system.ts';
import { readTransform, type Transform } from './transform.ts';

export interface LatLon {
  lat: number;
  lon: number;
}

/** Where the pixels of an image lie on the earth, in degrees of WGS 84. */
export interface Locator {
  readonly system: CoordinateSystem;
  readonly transform: Transform;
  /** The centre of a pixel; undefined where the projection has no such place (off the earth's disk, say). */
  positionOf(column: number, row: number): LatLon | undefined;
  /** The pixel that a place lies in; undefined outside of the image. */
  pixelAt(place: LatLon): { column: number; row: number } | undefined;
}

/** Undefined for an image that is not placed, or in a coordinate system that is not surely known. */
export function readLocator(directory: Directory, width: number, height: number): Locator | undefined {
  const found = readGeoKeys(directory);
  const system = readSystem(found);
  const transform = readTransform(directory, found);
  if (!system || !transform) return undefined;
  try {
    const converter = proj4()(system.definition, '+proj=longlat +datum=WGS84 +no_defs');
    return new AffineLocator(system, transform, converter, width, height);
  } catch {
    return undefined; // parameters that make no projection, such as parallels on both sides of the equator
  }
}

class AffineLocator implements Locator {
  readonly system: CoordinateSystem;
  readonly transform: Transform;
  readonly #converter: Converter;
  readonly #width: number;
  readonly #height: number;

  constructor(system: CoordinateSystem, transform: Transform, converter: Converter, width: number, height: number) {
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
    return { lat, lon: lon - 360 * Math.floor((lon + 180) / 360) };
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
    const column = Math.floor(((x - x0) * yy - (y - y0) * xy) / area);
    const row = Math.floor(((y - y0) * xx - (x - x0) * yx) / area);
    return column >= 0 && row >= 0 && column < this.#width && row < this.#height ? { column, row } : undefined;
  }

  #convert(direction: 'forward' | 'inverse', place: number[]): number[] | undefined {
    try {
      return this.#converter[direction](place);
    } catch {
      return undefined; // no such place in this projection
    }
  }
}
