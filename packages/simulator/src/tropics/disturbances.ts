import { formatStamp } from '@severe/base';
import type { Position } from '@severe/geo';

/** A disturbance that may become a cyclone, on every day. */
interface Disturbance {
  /** The ocean, as the map names it. */
  ocean: 'Atlantic' | 'Pacific';
  /** Its heading in the text; in the Pacific with its number, which tells the part of the ocean. */
  heading: string;
  words: string;
  twoDays: [risk: string, percent: number];
  sevenDays: [risk: string, percent: number];
  ring: Position[];
}

export const disturbances: Disturbance[] = [
  {
    ocean: 'Atlantic',
    heading: 'Eastern Tropical Atlantic',
    words:
      'A tropical wave off the coast of Africa produces disorganized showers. It may become a tropical depression later this week.',
    twoDays: ['Low', 20],
    sevenDays: ['Medium', 50],
    ring: [[-38, 7], [-26, 7], [-24, 11], [-31, 14.5], [-39, 12.5], [-38, 7]],
  },
  {
    ocean: 'Pacific',
    heading: 'Well South-Southwest of Hawaii (CP91)',
    words: 'A broad area of low pressure may form far from land, and dry air limits its development.',
    twoDays: ['Low', 0],
    sevenDays: ['Low', 20],
    ring: [[-166, 8], [-152, 8], [-150, 12], [-158, 15], [-167, 13], [-166, 8]],
  },
]; // prettier-ignore

/** A disturbance as a feature of the map. */
export function disturbanceFeature(disturbance: Disturbance, index: number, issuedAt: number): object {
  const { ocean, twoDays, sevenDays, ring } = disturbance;
  return {
    type: 'Feature',
    id: index + 1,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: {
      objectid: index + 1,
      basin: ocean,
      prob2day: `${twoDays[1]}%`,
      risk2day: twoDays[0],
      prob7day: `${sevenDays[1]}%`,
      risk7day: sevenDays[0],
      idp_source: `gtwo_areas_${formatStamp(new Date(issuedAt))}`,
      idp_filedate: issuedAt,
      idp_ingestdate: issuedAt + 90_000,
      ...measures(ring),
    },
  };
}

/** What the map service computes of a shape, in degrees. */
export function measures(ring: Position[]): Record<string, number> {
  const steps = ring.slice(1).map(([x, y], i) => ({ x, y, fromX: ring[i][0], fromY: ring[i][1] }));
  const area = Math.abs(steps.reduce((sum, { x, y, fromX, fromY }) => sum + fromX * y - x * fromY, 0)) / 2;
  return { 'st_area(shape)': area, 'st_perimeter(shape)': lengthOf(ring) };
}

/** The length of a line, in degrees. */
export function lengthOf(line: Position[]): number {
  return line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i][0], y - line[i][1]), 0);
}

/** A disturbance as the paragraphs of an outlook. */
export function disturbanceText({ heading, words, twoDays, sevenDays }: Disturbance): string[] {
  const chance = ([risk, percent]: [string, number]) =>
    `${risk.toLowerCase()}...${percent === 0 ? 'near ' : ''}${percent} percent.`;
  return [
    `${heading}:`,
    words,
    `* Formation chance through 48 hours...${chance(twoDays)}`,
    `* Formation chance through 7 days...${chance(sevenDays)}`,
    '',
  ];
}
