import type { Position, Ring } from '@severe/geo';

/** A polyline whose ends are on the outline. */
interface Line {
  positions: Position[];
  /** Start and end as positions on the outline: index of an edge plus the fraction along it. */
  from: number;
  to: number;
}

/**
 * Closes lines that end at an outline and have their area on the right. From the end of a line, the outline is followed
 * clockwise to the start of the next line, until the first line is reached. Two lines across the outline enclose the
 * strip between them; one line encloses everything on its right.
 *
 * @param outline clockwise and closed
 * @returns rings, clockwise except for holes
 */
export function closeLines(lines: Position[][], outline: Ring): Ring[] {
  const unclosedRings = lines.filter((line) => nearlyClosed(line, outline));
  const all = lines
    .filter((line) => !unclosedRings.includes(line))
    .map((positions): Line => ({
      positions,
      from: nearest(outline, positions[0]).at,
      to: nearest(outline, positions[positions.length - 1]).at,
    }));
  const remaining = new Set(all);
  const rings: Ring[] = unclosedRings.map((line) => [...line, line[0]]);
  for (const first of all) {
    if (!remaining.has(first)) continue;
    const ring: Ring = [];
    let line = first;
    do {
      remaining.delete(line);
      const { positions, to } = line;
      const edgeCount = outline.length - 1;
      const lengthTo = ({ from }: Line) => (from - to + edgeCount) % edgeCount;
      line = [first, ...remaining].reduce((near, other) => (lengthTo(other) < lengthTo(near) ? other : near));
      ring.push(...positions, ...corners(outline, to, lengthTo(line)));
    } while (line !== first);
    rings.push([...ring, ring[0]]);
  }
  return rings;
}

/** Corners of the outline in the `length` edges after `start`. */
function corners(outline: Ring, start: number, length: number): Position[] {
  const positions: Position[] = [];
  for (let corner = Math.floor(start) + 1; corner <= start + length; corner++)
    positions.push(outline[corner % (outline.length - 1)]);
  return positions;
}

/** The nearest position on the outline (index of an edge plus the fraction along it), and its distance in degrees. */
function nearest(outline: Ring, [x, y]: Position): { at: number; distance: number } {
  let [at, shortest] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < outline.length - 1; i++) {
    const [[ax, ay], [bx, by]] = [outline[i], outline[i + 1]];
    const [dx, dy] = [bx - ax, by - ay];
    const fraction = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    const distance = Math.hypot(ax + fraction * dx - x, ay + fraction * dy - y);
    if (distance < shortest) [at, shortest] = [i + fraction, distance];
  }
  return { at, distance: shortest };
}

/**
 * Whether the ends of a line are nearer to each other than to the outline. Such a line is a ring with an error in its
 * last position.
 */
function nearlyClosed(positions: Position[], outline: Ring): boolean {
  const [first, last] = [positions[0], positions[positions.length - 1]];
  const gap = Math.hypot(first[0] - last[0], first[1] - last[1]);
  return gap < Math.min(nearest(outline, first).distance, nearest(outline, last).distance);
}
