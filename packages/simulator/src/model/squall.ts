import type { SquallLine, StormCell } from './cell.ts';
import { gaussian, mix, smoothstep } from './curves.ts';
import { leadingEdgeKm } from './leading-edge.ts';
import { along, hourMs, minuteMs, moved, sum, travelled } from './plane.ts';
import type { LinePlan } from './plans.ts';
import { randomFrom } from './random.ts';

/** The squall line of a plan; empty before its birth and after its death. */
export function lineAt(plan: LinePlan, time: number): SquallLine[] {
  if (time < plan.birth || time >= plan.death) return [];
  const age = (time - plan.birth) / hourMs;
  const left = (plan.death - time) / hourMs;
  const grown = smoothstep(0, 1.2, age);
  return [
    {
      id: plan.id,
      position: moved(plan.origin, travelled(plan.motion, time - plan.birth)),
      motion: plan.motion,
      intensity: grown * smoothstep(0.2, 1.6, left),
      stratiform: smoothstep(0.4, 2, age) * smoothstep(0, 0.9, left),
      lengthKm: plan.lengthKm * mix(0.5, 1, grown),
      bowKm: plan.bowKm * smoothstep(0.5, 2.5, age),
      stratiformKm: plan.stratiformKm * smoothstep(0.2, 2.4, age),
      textureSeed: plan.textureSeed,
    },
  ];
}

/** The cells along the leading edge. Each pulsates with its own period; the northern ones may rotate. */
export function elementsOf(line: SquallLine, time: number): StormCell[] {
  const count = Math.round(line.lengthKm / 26);
  const { towardDeg } = line.motion;
  return Array.from({ length: count }, (_, i) => {
    const salt = randomFrom(Math.floor(line.textureSeed * 1000), i);
    const s = ((i + 0.5) / count - 0.5) * 0.9 * line.lengthKm + 22 * (salt - 0.5);
    const beat = 0.5 + 0.5 * Math.cos(2 * Math.PI * (time / ((34 + 14 * salt) * minuteMs) + i * 0.37 + salt));
    const taper = gaussian(s / line.lengthKm, 0.52);
    const intensity = line.intensity * taper * mix(0.68, 1, beat);
    const position = moved(
      line.position,
      sum(along(towardDeg, leadingEdgeKm(line, s, time) - 6 - 5 * salt), along(towardDeg - 90, s)),
    );
    const coreKm = mix(3, 6.5, intensity);
    return {
      id: `${line.id}/${i}`,
      kind: 'line-element',
      position,
      motion: line.motion,
      shearTowardDeg: towardDeg - 6,
      intensity,
      phase: 'mature',
      ageMinutes: 60,
      coreKm,
      peakDbz: mix(14, 61 + 4 * salt, Math.sqrt(intensity)),
      topKm: mix(4, 13.2 + 1.8 * salt, Math.sqrt(intensity)),
      rotation: s > 0 && salt > 0.4 ? 9 * intensity * beat : 0,
      mesocyclone: moved(position, along(towardDeg + 60, 0.7 * coreKm)),
      textureSeed: line.textureSeed + 13 * i,
    };
  });
}
