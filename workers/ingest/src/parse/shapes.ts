import { DataError } from '@severe/base';
import { type Area, GeometryError, type Line, mendArea, mendLine } from '@severe/geo';

/** A provider's area, mended; null where it holds none. @throws {DataError} `geometry` when it cannot be taken */
export function areaFrom(geometry: unknown): Area | null {
  return takeShape(() => mendArea(geometry).area ?? null);
}

/** A provider's line; null where it holds none. @throws {DataError} `geometry` when it cannot be taken */
export function lineFrom(geometry: unknown): Line | null {
  return takeShape(() => mendLine(geometry) ?? null);
}

/** What `read` gives, its complaints about geometry as the provider's fault. */
export function takeShape<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof GeometryError) throw new DataError('geometry', cause.message, { cause });
    throw cause;
  }
}
