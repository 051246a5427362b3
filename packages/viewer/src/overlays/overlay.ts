import type { Geometry } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';

/** What is told of something on the map. */
export interface Words {
  /** What it is, in the words of the legend. */
  kind: string;
  colour: string;
  /** The higher, the graver: drawn above others, and told first. */
  rank: number;
  /** What it is called where it is more than its kind. */
  title?: string;
  /** What is told of it, a line each. */
  lines: string[];
  /** Its full text, asked for when somebody wants to read it. */
  text?: () => Promise<string>;
}

/** Something drawn on the map that can be pointed at. */
export interface Mark extends Words {
  geometry: Geometry;
  /** What else holds at its place, beneath it. */
  also?: Words[];
  /** What else its layers draw by. */
  drawn?: Record<string, string | number>;
}

export interface Answer {
  marks: Mark[];
  /** Whether there are more than the service gives at once. */
  isCut: boolean;
}

export interface Question {
  /** West, south, east, north, of what is in sight. */
  bbox: string;
  /** By the clock of the service. */
  now: number;
}

/** What can be drawn over the weather, as of now. */
export interface Overlay {
  id: string;
  name: string;
  /** Whose age it has, by the name that `/meta/health` gives to it. */
  source: string;
  everySeconds: number;
  /** Whether it is asked for anew where another part of the map comes in sight. */
  inSight?: true;
  /** What its marks are, where they are not what is drawn. */
  unit?: string;
  /** Whether its marks are listed in words, too. */
  listed?: true;
  ask(question: Question): Promise<Answer>;
  /** How its marks are drawn; areas are filled beneath the weather, all else lies above it. */
  layers: LayerSpecification[];
}

/** A list of features, or what went wrong. */
type Listed<F> = { data?: { features: F[]; numberMatched?: number | null } | undefined; error?: unknown };

/**
 * Marks of the features of a list.
 *
 * @param limit of the question: an answer that reaches it may be cut
 */
export function marksOf<F>(
  { data, error }: Listed<F>,
  limit: number,
  markOf: (feature: F) => Mark | undefined,
): Answer {
  if (!data) throw new Error('the service refuses a list', { cause: error });
  const isCut = data.features.length >= limit && (data.numberMatched ?? Infinity) > limit;
  return { marks: data.features.flatMap((feature) => markOf(feature) ?? []), isCut };
}

/** Lines that have something to say. */
export function said(...lines: (string | false | 0 | null | undefined)[]): string[] {
  return lines.filter((line): line is string => Boolean(line));
}
