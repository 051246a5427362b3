import type { StormCell } from '../model/cell.ts';
import { clamp, smoothstep } from '../model/curves.ts';
import { noise, texture } from '../model/noise.ts';
import { minuteMs, radian } from '../model/plane.ts';
import { reachAround, type Column, type Shape } from './shape.ts';

/** Extent of an echo ahead, behind and to the sides, in core radii. */
interface Stretch {
  ahead: number;
  behind: number;
  aside: number;
}

/** An isolated cell extends downwind; a cell in a line is steep in front and merges with the rain behind it. */
const alone: Stretch = { ahead: 2.1, behind: 1, aside: 1.1 };
const inLine: Stretch = { ahead: 0.75, behind: 1.9, aside: 1.35 };

/** The echo of a single cell: an irregular core, stretched by the wind. */
export function ordinaryShape(cell: StormCell, time: number): Shape {
  const sin = Math.sin(cell.shearTowardDeg * radian);
  const cos = Math.cos(cell.shearTowardDeg * radian);
  const z = time / (11 * minuteMs);
  const { textureSeed, peakDbz, topKm, coreKm } = cell;
  const { ahead, behind, aside } = cell.kind === 'line-element' ? inLine : alone;

  function column(east: number, north: number, out: Column): void {
    const x = east + 0.32 * coreKm * noise(east / 6 + textureSeed, north / 6, z);
    const y = north + 0.32 * coreKm * noise(east / 6, north / 6 + textureSeed, z);
    const u = (x * sin + y * cos) / coreKm;
    const v = (y * sin - x * cos) / coreKm;
    const rho = Math.hypot(u / (u > 0 ? ahead : behind), v / aside);
    const rough = texture(east / 5 + textureSeed, north / 5 - textureSeed, 1.5 * z);
    const rain = peakDbz - 11 * rho ** 1.5 - 8 * Math.max(0, rho - 1.2) ** 1.4;
    const edge = clamp((50 - rain) / 25, 0.3, 1.2);
    out.base = rain - 1.5 + 6 * edge * rough;
    out.aloft = rain + 5 * edge * rough;
    out.top = out.aloft < 18 ? 0 : Math.max(2, topKm * (1 - 0.13 * rho * rho) * smoothstep(12, 30, out.aloft));
  }

  return { center: cell.position, reach: reachAround(4.2 * coreKm, 1.2 * coreKm * sin, 1.2 * coreKm * cos), column };
}
