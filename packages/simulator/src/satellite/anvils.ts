import type { Point } from '@severe/geo';
import { clamp, mix, smoothstep } from '../model/curves.ts';
import type { RainShield, SquallLine, StormCell, Storms } from '../model/cell.ts';
import { noise, texture } from '../model/noise.ts';
import { hourMs, minuteMs, radian } from '../model/plane.ts';
import { blockOf, type Canvas } from '../scene.ts';

/** Ice clouds over storms, on a whole canvas. */
export interface Anvils {
  /** Fraction of the cell that is covered, 0 to 1. */
  cover: Float32Array;
  /** Height of the cloud top, km; 0 without cloud. */
  topKm: Float32Array;
}

/** The cloud of one storm, in kilometres east and north of its centre. */
interface Cloud {
  center: Point;
  reachKm: number;
  /** Writes cover and top of one column. */
  column(east: number, north: number, out: { cover: number; topKm: number }): void;
}

/** Draws the clouds of all storms; where they overlap, the higher top counts. */
export function paintAnvils(canvas: Canvas, { cells, lines, shields }: Storms, time: number, into: Anvils): void {
  into.cover.fill(0);
  into.topKm.fill(0);
  const clouds = [
    ...shields.map((shield) => shieldCloud(shield, time)),
    ...lines.map((line) => lineCloud(line, time)),
    ...cells.filter(({ topKm }) => topKm > 6).map((cell) => anvil(cell, time)),
  ];
  for (const cloud of clouds) paintCloud(canvas, cloud, into);
}

function paintCloud(canvas: Canvas, cloud: Cloud, { cover, topKm }: Anvils): void {
  const { center, reachKm: reach } = cloud;
  const at = blockOf(canvas, { center, reach: { west: reach, east: reach, south: reach, north: reach } });
  const f = canvas.transformAt(center);
  const out = { cover: 0, topKm: 0 };
  for (let row = at.row; row < at.row + at.height; row++) {
    const down = row - f.row;
    for (let x = at.column; x < at.column + at.width; x++) {
      const right = x - f.column;
      cloud.column(right * f.eastPerColumn + down * f.eastPerRow, right * f.northPerColumn + down * f.northPerRow, out);
      if (out.cover <= 0) continue;
      const i = row * canvas.width + x;
      cover[i] = 1 - (1 - cover[i]) * (1 - out.cover);
      topKm[i] = Math.max(topKm[i], out.topKm);
    }
  }
}

/** The anvil in the wind aloft, and the overshooting top. */
function anvil(cell: StormCell, time: number): Cloud {
  const { position, intensity, ageMinutes, topKm, coreKm, textureSeed } = cell;
  const sin = Math.sin(cell.shearTowardDeg * radian);
  const cos = Math.cos(cell.shearTowardDeg * radian);
  const grown = Math.min(ageMinutes, 170) * Math.sqrt(clamp(intensity, 0, 1));
  const size = cell.kind === 'supercell' ? 1 : 0.6;
  const ahead = 2.2 * coreKm + 1.05 * size * grown;
  const behind = 1.6 * coreKm + 0.16 * size * grown;
  const aside = 1.7 * coreKm + 0.3 * size * grown;
  const rim = Math.min(topKm - 0.8, 0.8 * topKm + 0.6);
  const strength = smoothstep(0.02, 0.3, intensity);
  const z = time / (25 * minuteMs);

  return {
    center: position,
    reachKm: 1.25 * ahead,
    column(east, north, out) {
      const u = east * sin + north * cos;
      const v = north * sin - east * cos;
      const rough = texture(east / 26 + textureSeed, north / 26, z);
      const rho =
        Math.hypot(u / (u > 0 ? ahead : behind), v / (aside * (1 + 0.35 * clamp(u / ahead, 0, 1)))) + 0.16 * rough;
      out.cover = strength * smoothstep(1.05, 0.62, rho);
      const dome = Math.exp(-(u * u + v * v) / (1.5 * coreKm * coreKm));
      out.topKm = mix(rim - 0.9 * rho + 0.2 * noise(east / 6, north / 6 + textureSeed, 2 * z), topKm, dome);
    },
  };
}

/** The ice shield over a squall line and the rain behind it. */
function lineCloud(line: SquallLine, time: number): Cloud {
  const sin = Math.sin(line.motion.towardDeg * radian);
  const cos = Math.cos(line.motion.towardDeg * radian);
  const half = 0.62 * line.lengthKm;
  const deep = 0.9 * line.stratiformKm + 60;
  const strength =
    Math.max(Math.sqrt(line.intensity), line.stratiform) * smoothstep(0, 0.2, line.intensity + line.stratiform);
  const z = time / (40 * minuteMs);
  return {
    center: line.position,
    reachKm: Math.max(half, deep) * 1.5,
    column(east, north, out) {
      const left = north * sin - east * cos;
      const bow = line.bowKm * Math.min(2.5, ((2 * left) / line.lengthKm + 0.12) ** 2);
      const behind = -bow - (east * sin + north * cos);
      const rough = texture(east / 40 + line.textureSeed, north / 40, z);
      const along = (behind - 0.6 * deep) / (1.1 * deep);
      const rho = Math.hypot(along, left / half) + 0.13 * rough;
      out.cover = strength * smoothstep(1.05, 0.7, rho);
      out.topKm = 12.2 - 1.4 * Math.max(0, along) - 1.2 * rho + 0.3 * rough;
    },
  };
}

/** Ice layers over the rain north of the warm front: lower and broken. */
function shieldCloud(shield: RainShield, time: number): Cloud {
  const { eastKm, northKm, textureSeed } = shield;
  return {
    center: shield.position,
    reachKm: 1.3 * eastKm,
    column(east, north, out) {
      const rough = texture(east / 70 + textureSeed, north / 45, time / hourMs);
      const rho = Math.hypot(east / (1.2 * eastKm), north / (1.35 * northKm)) + 0.2 * rough;
      out.cover = 0.96 * shield.intensity * smoothstep(1.05, 0.55, rho);
      out.topKm = 8.4 - 1.8 * rho + 1.1 * rough;
    },
  };
}

/** Temperature of ice at a height, K; the tropopause is at 12 km. */
export function iceTemperatureK(km: number): number {
  return km < 12 ? 289 - 6.2 * km : Math.max(196, 214.6 - 3.3 * (km - 12));
}
