import type { SquallLine } from '../model/cell.ts';
import { gaussian, smoothstep } from '../model/curves.ts';
import { leadingEdgeKm } from '../model/leading-edge.ts';
import { noise, texture } from '../model/noise.ts';
import { minuteMs, radian } from '../model/plane.ts';
import { noEcho, type Column, type Shape } from './shape.ts';

/** Spacing of the precomputed points of the leading edge, km. */
const edgeStep = 2;

/**
 * The echo of a squall line with trailing stratiform rain: a narrow convective edge, sharp in front; a transition zone
 * of weak echo; then the stratiform region with its bright band and the notch of the rear-inflow jet behind the apex of
 * the bow. The stratiform region is displaced to the left, as in a mature asymmetric system.
 */
export function squallLineShape(line: SquallLine, time: number): Shape {
  const sin = Math.sin(line.motion.towardDeg * radian);
  const cos = Math.cos(line.motion.towardDeg * radian);
  const z = time / (16 * minuteMs);
  const { textureSeed, intensity, stratiform: wetness, stratiformKm } = line;
  const half = line.lengthKm / 2;
  const edges = edgeTable(line, half * 1.5, time);
  const mature = Math.sqrt(intensity);

  function column(east: number, north: number, out: Column): void {
    const left = north * sin - east * cos;
    const s = left / half;
    const place = Math.min(edges.length - 1, Math.max(0, (left + half * 1.5) / edgeStep));
    const behind = edges[place | 0] - (east * sin + north * cos);
    out.base = out.aloft = noEcho;
    out.top = 0;
    if (behind < -9 || behind > stratiformKm * 1.7 + 20) return;
    const broad = noise(east / 24 + textureSeed, north / 24, z);
    const rough = texture(east / 7 + textureSeed, north / 7 + textureSeed, 1.4 * z);
    const d = behind + 2.2 * rough;

    const ends = smoothstep(1.02, 0.6, Math.abs(s + 0.1 * broad));
    const reach = stratiformKm * (0.62 + 0.5 * smoothstep(-0.7, 0.7, s)) * (1 + 0.12 * broad);
    const towers = 6 * noise(left / 15, textureSeed, z) + 5 * rough;
    const convective = mature * 54 + towers - 62 * (1 - ends) - offEdge(d);
    const stratiform = rainBehind(d, d / reach, s) - 30 * (1 - wetness) + 6 * broad + 3.5 * rough;

    out.aloft = Math.max(convective, stratiform);
    out.base = Math.max(convective - 1.5, stratiform - 2.5 - 1.5 * broad);
    if (out.aloft >= 18) {
      const tower = gaussian(d - 5, 12) * ends;
      const anvil = 6.2 + 4.2 * smoothstep(18, 36, out.aloft) - 2.2 * smoothstep(0.3, 1.2, d / reach) + 0.5 * broad;
      out.top = anvil * (1 - tower) + 13.2 * mature * tower;
    }
  }

  const ahead = 14;
  const rear = stratiformKm * 1.55 + line.bowKm * 2.2 + 30;
  const side = half * 1.25 + 10;
  const corners = [ahead, -rear].flatMap((a) =>
    [side, -side].map((l) => ({ e: a * sin - l * cos, n: a * cos + l * sin })),
  );
  return {
    center: line.position,
    reach: {
      west: -Math.min(...corners.map(({ e }) => e)),
      east: Math.max(...corners.map(({ e }) => e)),
      south: -Math.min(...corners.map(({ n }) => n)),
      north: Math.max(...corners.map(({ n }) => n)),
    },
    column,
  };
}

/**
 * Decrease of the convective echo, dB, at `d` km behind the leading edge: steep in front, gentle within 25 km behind.
 */
function offEdge(d: number): number {
  return d < 3 ? 7.5 * (3 - d) : 0.34 * (d - 3) ** 1.5;
}

/**
 * The stratiform rain, dBZ.
 *
 * @param d    kilometres behind the leading edge
 * @param deep `d` as a fraction of the rain's depth there
 * @param s    position along the line, from −1 at the right end to 1 at the left
 */
function rainBehind(d: number, deep: number, s: number): number {
  const transition = 10 * gaussian(d - 23, 10);
  const rear = 15 * smoothstep(0.5, 1.1, deep) + 55 * Math.max(0, deep - 0.95);
  const aside = Math.abs(s - 0.06);
  const sides = 18 * smoothstep(0.5, 0.95, aside) + 60 * Math.max(0, aside - 0.9);
  const rearInflow = 13 * gaussian(s + 0.12, 0.2) * smoothstep(0.35, 0.95, deep);
  const underTowers = 9 * Math.max(0, 6 - d);
  return 36 - transition - rear - sides - rearInflow - underTowers;
}

function edgeTable(line: SquallLine, reach: number, time: number): Float64Array {
  const table = new Float64Array(Math.ceil((2 * reach) / edgeStep) + 1);
  return table.map((_, i) => leadingEdgeKm(line, i * edgeStep - reach, time));
}
