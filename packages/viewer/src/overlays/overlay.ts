import type { Geometry } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';

/** The description of something on the map. */
export interface Description {
  /** Its kind, as in the legend. */
  kind: string;
  colour: string;
  /** Whether a new one interrupts a screen reader. */
  isUrgent?: boolean;
  /** Severity: higher ranks are drawn on top and listed first. */
  rank: number;
  /** Default: its kind. */
  title?: string;
  /** Details. */
  lines: string[];
  /** Loads the full text. */
  text?: () => Promise<string>;
}

/** Something drawn on the map: a point, a line or an area. */
export interface MapSymbol extends Description {
  geometry: Geometry;
  /** Identifies it in later responses: a symbol with another id is new. */
  id?: number;
  /** Where it is, in a few words. */
  place?: string;
  /** When it began to be in force, or happened. */
  startsAt?: Date;
  /** When it ends: then it is loaded again. */
  endsAt?: Date;
  /** Other descriptions for the same place. */
  also?: Description[];
  /** Further properties for its layers. */
  drawn?: Record<string, string | number>;
}

export interface OverlayData {
  symbols: MapSymbol[];
  /** Whether the service has more than it returned. */
  isTruncated: boolean;
  /** Makes the symbols again, in the same order: the reader has chosen other units. */
  again: () => MapSymbol[];
}

/** @param make makes the symbols, in the units that are chosen at that time */
export function overlayData(make: () => MapSymbol[], isTruncated = false): OverlayData {
  return { symbols: make(), isTruncated, again: make };
}

interface OverlayQuery {
  /** West, south, east, north of the visible area. */
  bbox: string;
  /** On the clock of the service; a moment of the past if that is shown. */
  now: number;
  /** The same as RFC 3339 if it is in the past. */
  asOf?: string;
}

/** Current data that can be drawn over the weather. */
export interface Overlay {
  id: string;
  name: string;
  /** Id of its source in `/meta/health`. */
  source: string;
  everySeconds: number;
  /** Whether it is loaded for the visible area only. */
  inSight?: true;
  /** Whether an event makes it load at most once in `everySeconds`, because it costs many requests. */
  seldom?: true;
  /** Whether it moves with the time of the map: its list has the parameter `as_of`. */
  moves?: true;
  /** Unit of the number of symbols. */
  unit?: string;
  /** Whether its symbols are also listed as text. */
  listed?: true;
  load(query: OverlayQuery): Promise<OverlayData>;
  /** Map layers of its symbols. Fills are drawn below the weather, everything else above it. */
  layers: LayerSpecification[];
}

/** A list of features, or an error. */
type Listed<F> = { data?: { features: F[]; numberMatched?: number | null } | undefined; error?: unknown };

/**
 * The symbols of a list of features.
 *
 * @param limit the requested page size: a list of that length may be truncated
 */
export function symbolsOf<F>(
  { data, error }: Listed<F>,
  limit: number,
  symbolOf: (feature: F) => MapSymbol | undefined,
): OverlayData {
  if (!data) throw new Error('the service refused a list', { cause: error });
  const isTruncated = data.features.length >= limit && (data.numberMatched ?? Infinity) > limit;
  return overlayData(() => data.features.flatMap((feature) => symbolOf(feature) ?? []), isTruncated);
}

/** The lines that are not empty. */
export function compact(...lines: (string | false | 0 | null | undefined)[]): string[] {
  return lines.filter((line): line is string => Boolean(line));
}
