import type { SquallLine } from '../model/cell.ts';
import { bell, smoothstep } from '../model/curves.ts';
import { leadingEdgeKm } from '../model/leading-edge.ts';
import { noise, texture } from '../model/noise.ts';
import { minute, radian } from '../model/plane.ts';
import { noEcho, type Column, type Shape } from './shape.ts';

/** Kilometres between the points at which the leading edge is worked out beforehand. */
const edgeStep = 2;

/**
 * The echo of a squall line with trailing stratiform rain: a narrow convective edge, sharp in front; behind it a
 * transition zone of weak echo; then the wide stratiform shield with its bright band, eaten into from the rear where
 * the inflow jet enters behind the apex of the bow. The shield leans to the left, as in the mature asymmetric system.
 */
export function squallLineShape(line: SquallLine, time: number): Shape {
  const sin = Math.sin(line.motion.towardDeg * radian);
  const cos = Math.cos(line.motion.towardDeg * radian);
  const z = time / (16 * minute);
  const { grain, intensity, stratiformKm } = line;
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
    const broad = noise(east / 24 + grain, north / 24, z);
    const rough = texture(east / 7 + grain, north / 7 + grain, 1.4 * z);
    const d = behind + 2.2 * rough;

    const ends = 1 - smoothstep(0.72, 1.08, Math.abs(s + 0.08 * broad));
    const gust = d < 3 ? (3 - d) * (d < 3 ? 7.5 : 0) : 0.12 * (d - 3) ** 1.7;
    const convective = mature * (55 + 7 * noise(left / 17, grain, z) * 0.9) * (0.55 + 0.45 * ends) - gust + 5 * rough;

    const reach = stratiformKm * (0.72 + 0.5 * smoothstep(-0.4, 0.8, s));
    const along = bell(s - 0.18, 0.86);
    const ridge = 37 * Math.min(1, 1.15 * along) - 9 * bell((d - 24) / 1, 11) - 16 * smoothstep(0.55, 1.15, d / reach);
    const notched = 15 * bell(s + 0.1, 0.22) * smoothstep(0.35, 0.95, d / reach);
    const wetness = smoothstep(0.08, 0.45, intensity) * smoothstep(15, 60, stratiformKm);
    const fray = 60 * Math.max(0, d / reach - 1.02) + 26 * Math.max(0, Math.abs(s) - 0.85);
    const stratiform =
      d > 8 ? ridge * (0.3 + 0.7 * wetness) - notched - fray - 40 * (1 - wetness) + 5.5 * broad + 2.6 * rough : noEcho;

    out.aloft = Math.max(ends > 0 ? convective : noEcho, stratiform);
    out.base = Math.max(ends > 0 ? convective - 1.5 : noEcho, stratiform - 2.5 - 1.5 * broad);
    if (out.aloft >= 18) {
      const tower = bell(d - 5, 13) * ends;
      out.top =
        (6.2 + 4.6 * smoothstep(18, 36, out.aloft) - 2.2 * smoothstep(0.3, 1.2, d / reach) + 0.5 * broad) * (1 - tower);
      out.top += 13.4 * mature * tower;
    }
  }

  const front = 14;
  const rear = stratiformKm * 1.55 + line.bowKm * 2.2 + 30;
  const side = half * 1.3 + 10;
  const corners = [front, -rear].flatMap((a) =>
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

function edgeTable(line: SquallLine, reach: number, time: number): Float64Array {
  const table = new Float64Array(Math.ceil((2 * reach) / edgeStep) + 1);
  return table.map((_, i) => leadingEdgeKm(line, i * edgeStep - reach, time));
}
