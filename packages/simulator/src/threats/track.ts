import { distanceM, type Point } from '@severe/geo';
import type { SquallLine, StormCell, Storms } from '../model/cell.ts';
import { generationLifetimeMs } from '../model/generation.ts';
import { leadingEdgeKm } from '../model/leading-edge.ts';
import { along, hourMs, minuteMs, moved, sum, type Motion } from '../model/plane.ts';
import type { Generation } from '../model/plans.ts';
import { generationAt } from '../model/storms.ts';
import { hazardsOf, lineGust, type Hazards } from './hazards.ts';

/** A storm at one time, with the values that warnings use. */
export interface Sample extends Hazards {
  time: number;
  /** One place for a cell: the mesocyclone of a supercell, else the core. For a line its edge, from right to left. */
  front: Point[];
  motion: Motion;
  /** Extent to each side of its middle, km. */
  reachKm: number;
}

/** A cell, or a segment of a squall line, through its life. */
export interface Track {
  /** Identifier of the cell; for a line with the number of the segment. */
  id: string;
  kind: StormCell['kind'] | 'line';
  /** In order of time, every two minutes by default. */
  samples: Sample[];
}

/** Sampling interval of storms. */
export const sampleIntervalMs = 2 * minuteMs;

/** Length of the segment of a line that one warning covers, km. */
const segmentKm = 95;

/**
 * The tracks of the generation that begins at `start`, from first echo to last.
 *
 * @param every sampling interval
 */
export function tracksOf(generation: Generation, start: number, every = sampleIntervalMs): Track[] {
  const tracks = new Map<string, Track>();
  const stretches = Math.round(generation.line.lengthKm / segmentKm);
  for (let time = start - hourMs; time < start + generationLifetimeMs; time += every) {
    for (const { id, kind, sample } of sightings(generationAt(generation, time), time, stretches)) {
      const track = tracks.get(id);
      if (track) track.samples.push(sample);
      else tracks.set(id, { id, kind, samples: [sample] });
    }
  }
  return [...tracks.values()];
}

interface Sighting {
  id: string;
  kind: Track['kind'];
  sample: Sample;
}

function sightings({ cells, lines }: Storms, time: number, stretches: number): Sighting[] {
  const single = cells.filter(({ kind }) => kind !== 'line-element');
  return [
    ...single.map((cell) => ({ id: cell.id, kind: cell.kind, sample: sampleOf(cell, time) })),
    ...lines.flatMap((line) =>
      Array.from({ length: stretches }, (_, i) => ({
        id: `${line.id}/${i}`,
        kind: 'line' as const,
        sample: segmentSample(line, cells, time, (i + 0.5) / stretches - 0.5, line.lengthKm / stretches / 2),
      })),
    ),
  ];
}

/** The sample of a cell. */
export function sampleOf(cell: StormCell, time: number): Sample {
  const hazards = hazardsOf(cell);
  const front = [cell.kind === 'supercell' ? cell.mesocyclone : cell.position];
  return { time, front, motion: cell.motion, reachKm: cell.coreKm + 3, ...hazards };
}

/** @param share position along the line, from -0.5 at the right end to 0.5 at the left */
function segmentSample(line: SquallLine, cells: StormCell[], time: number, share: number, halfKm: number): Sample {
  const middle = share * line.lengthKm;
  const { towardDeg } = line.motion;
  const placeAt = (s: number): Point =>
    moved(line.position, sum(along(towardDeg, leadingEdgeKm(line, s, time)), along(towardDeg - 90, s)));
  const centre = placeAt(middle);
  const towers = cells
    .filter(({ id, position }) => id.startsWith(`${line.id}/`) && distanceM(position, centre) < 1000 * halfKm)
    .map(hazardsOf);
  return {
    time,
    front: [placeAt(middle - 0.8 * halfKm), centre, placeAt(middle + 0.8 * halfKm)],
    motion: line.motion,
    reachKm: halfKm,
    hailIn: Math.max(0, ...towers.map(({ hailIn }) => hailIn)),
    gustMph: lineGust(line, middle),
    rotation: Math.max(0, ...towers.map(({ rotation }) => rotation)),
  };
}
