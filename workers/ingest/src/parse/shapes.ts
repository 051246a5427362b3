import { DataError } from '@severe/base';
import { type Area, GeometryError, type Line, repairLine } from '@severe/geo';
import { repairArea } from '@severe/geo/repair-area';

/**
 * a provider's area, repaired; null where the provider says that there is none, by null or by an empty geometry.
 *
 * @throws {DataError} `geometry` when it cannot be taken, or when nothing is left of it
 */
export function areaFrom(geometry: unknown): Area | null {
  const { area, repairs } = takeShape(() => repairArea(geometry));
  if (!area && repairs.length > 0) throw new DataError('geometry', 'expected an area, got rings that hold none');
  return area ?? null;
}

/** A provider's line; null where it holds none. @throws {DataError} `geometry` when it cannot be taken */
export function lineFrom(geometry: unknown): Line | null {
  return takeShape(() => repairLine(geometry) ?? null);
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
