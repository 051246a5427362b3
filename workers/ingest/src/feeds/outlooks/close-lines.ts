import type { Position, Ring } from '@severe/geo';

interface Line {
  positions: Position[];
  /** Start and end on the outline: index of an edge plus the fraction along it. */
  from: number;
  to: number;
}

/**
 * Closes lines that end at an outline and have their area on the right. From the end of a line, the outline is followed
 * clockwise to the start of the next line, until the first line is reached. Two lines across the country enclose the
 * strip between them; one line encloses everything on its right.
 *
 * @param outline clockwise and closed
 * @returns rings, clockwise except for holes
 */
export function closeLines(lines: Position[][], outline: Ring): Ring[] {
  const slips = lines.filter((line) => nearlyClosed(line, outline));
  const all = lines
    .filter((line) => !slips.includes(line))
    .map((positions): Line => ({
      positions,
      from: nearest(outline, positions[0]).at,
      to: nearest(outline, positions[positions.length - 1]).at,
    }));
  const left = new Set(all);
  const rings: Ring[] = slips.map((line) => [...line, line[0]]);
  for (const first of all) {
    if (!left.has(first)) continue;
    const ring: Ring = [];
    let line = first;
    do {
      left.delete(line);
      const { positions, to } = line;
      const around = outline.length - 1;
      const ahead = ({ from }: Line) => (from - to + around) % around;
      line = [first, ...left].reduce((near, other) => (ahead(other) < ahead(near) ? other : near));
      ring.push(...positions, ...corners(outline, to, ahead(line)));
    } while (line !== first);
    rings.push([...ring, ring[0]]);
  }
  return rings;
}

/** Corners of the outline between two positions on it. */
function corners(outline: Ring, start: number, way: number): Position[] {
  const passed: Position[] = [];
  for (let corner = Math.floor(start) + 1; corner <= start + way; corner++)
    passed.push(outline[corner % (outline.length - 1)]);
  return passed;
}

/** The nearest position on the outline, and its distance in degrees. */
function nearest(outline: Ring, [x, y]: Position): { at: number; away: number } {
  let [at, away] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < outline.length - 1; i++) {
    const [[ax, ay], [bx, by]] = [outline[i], outline[i + 1]];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    const distance = Math.hypot(ax + share * dx - x, ay + share * dy - y);
    if (distance < away) [at, away] = [i + share, distance];
  }
  return { at, away };
}

/**
 * Whether the ends of a line are nearer to each other than to the outline. This is a ring with an error in its last
 * position.
 */
function nearlyClosed(positions: Position[], outline: Ring): boolean {
  const [first, last] = [positions[0], positions[positions.length - 1]];
  const gap = Math.hypot(first[0] - last[0], first[1] - last[1]);
  return gap < Math.min(nearest(outline, first).away, nearest(outline, last).away);
}
