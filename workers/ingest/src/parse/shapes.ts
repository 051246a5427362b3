import { DataError } from '@severe/base';
import { type Area, GeometryError, type Line, repairLine } from '@severe/geo';
import { repairArea } from '@severe/geo/repair-area';

/**
 * Validates and repairs a polygon of a provider; null if it is null or empty.
 *
 * @throws {DataError} `geometry` if it cannot be repaired, or if no area is left
 */
export function repairedArea(geometry: unknown): Area | null {
  const { area, repairs } = readGeometry(() => repairArea(geometry));
  if (!area && repairs.length > 0) throw new DataError('geometry', 'expected an area, got rings without one');
  return area ?? null;
}

/** Validates and repairs a line of a provider; null if it is empty. @throws {DataError} `geometry` if it cannot be repaired */
export function repairedLine(geometry: unknown): Line | null {
  return readGeometry(() => repairLine(geometry) ?? null);
}

/** Runs `read` and converts a GeometryError to a DataError. */
export function readGeometry<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof GeometryError) throw new DataError('geometry', cause.message, { cause });
    throw cause;
  }
}
