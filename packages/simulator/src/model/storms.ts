import type { RainShield, StormCell, Storms } from './cell.ts';
import { mix, smoothstep } from './curves.ts';
import { generationIntervalMs, generationLifetimeMs, planGeneration } from './generation.ts';
import { motionAt, pathOf } from './path.ts';
import { along, hourMs, minuteMs, moved, sum, travelled } from './plane.ts';
import type { CellPlan, Generation, ShieldPlan } from './plans.ts';
import { elementsOf, lineAt } from './squall.ts';

/** Creates the function that gives the storms of a seed at any time. It caches the plans of recent generations. */
export function stormModel(seed: number): (time: number) => Storms {
  const plans = new Map<number, Generation>();
  const planOf = (index: number): Generation => {
    const cached = plans.get(index);
    if (cached) return cached;
    if (plans.size > 32) plans.clear();
    const plan = planGeneration(seed, index);
    plans.set(index, plan);
    return plan;
  };
  return (time) => {
    const newest = Math.floor((time + hourMs) / generationIntervalMs);
    const oldest = Math.floor((time - generationLifetimeMs) / generationIntervalMs);
    const alive = Array.from({ length: newest - oldest + 1 }, (_, i) => planOf(oldest + i));
    const generations = alive.map((plan) => generationAt(plan, time));
    return {
      cells: generations.flatMap(({ cells }) => cells),
      lines: generations.flatMap(({ lines }) => lines),
      shields: generations.flatMap(({ shields }) => shields),
    };
  };
}

/** The storms of one generation at a time. */
export function generationAt({ cells, line, shield }: Generation, time: number): Storms {
  const lines = lineAt(line, time);
  return {
    cells: [
      ...cells.flatMap((plan) => cellAt(plan, time)),
      ...lines.flatMap((squallLine) => elementsOf(squallLine, time)),
    ],
    lines,
    shields: shieldAt(shield, time),
  };
}

/** All precipitation systems at a time (milliseconds since 1970). Pure in seed and time. */
export function stormsAt(seed: number, time: number): Storms {
  return stormModel(seed)(time);
}

/** The cell of a plan; empty before its birth and after its death. */
export function cellAt(plan: CellPlan, time: number): StormCell[] {
  if (time < plan.birth || time >= plan.death) return [];
  const age = (time - plan.birth) / minuteMs;
  const left = (plan.death - time) / minuteMs;
  const grown = smoothstep(0, plan.growMinutes, age);
  const pulse = 1 - 0.07 * (1 - Math.cos((2 * Math.PI * age) / 23)) * grown;
  const intensity = grown * smoothstep(0, plan.decayMinutes, left) * pulse;
  const motion = motionAt(plan, time);
  const position = moved(plan.origin, pathOf(plan, time));
  const size = mix(0.45, 1, smoothstep(0, 1, intensity));
  const coreKm = plan.coreKm * size;
  const shearTowardDeg = plan.motions[0].towardDeg - (plan.kind === 'left-mover' ? 4 : 0);
  return [
    {
      id: plan.id,
      kind: plan.kind,
      position,
      motion,
      shearTowardDeg,
      intensity,
      phase: age < plan.growMinutes ? 'growing' : left < plan.decayMinutes ? 'decaying' : 'mature',
      ageMinutes: age,
      coreKm,
      peakDbz: mix(18, plan.peakDbz, Math.sqrt(intensity)),
      topKm: mix(4.5, plan.topKm, Math.sqrt(intensity)),
      rotation: rotationOf(plan, age, intensity),
      mesocyclone: moved(
        position,
        sum(along(motion.towardDeg + 90, 0.8 * coreKm), along(motion.towardDeg, -0.25 * coreKm)),
      ),
      textureSeed: plan.textureSeed,
    },
  ];
}

/**
 * Rotation of the mesocyclone. Mesocyclones follow one another: each spins up and occludes before the next, and the
 * first starts no earlier than the turn.
 */
function rotationOf(plan: CellPlan, age: number, intensity: number): number {
  const organised = smoothstep(0.45, 1, age / ((plan.turn - plan.birth) / minuteMs || 1));
  const cycle = 0.5 - 0.5 * Math.cos((2 * Math.PI * age) / plan.cycleMinutes);
  return plan.rotation * organised * intensity * mix(0.45, 1, cycle);
}

function shieldAt(plan: ShieldPlan, time: number): RainShield[] {
  if (time < plan.birth || time >= plan.death) return [];
  return [
    {
      id: plan.id,
      position: moved(plan.origin, travelled(plan.motion, time - plan.birth)),
      motion: plan.motion,
      intensity: smoothstep(0, 2, (time - plan.birth) / hourMs) * smoothstep(0, 2, (plan.death - time) / hourMs),
      eastKm: plan.eastKm,
      northKm: plan.northKm,
      textureSeed: plan.textureSeed,
    },
  ];
}
