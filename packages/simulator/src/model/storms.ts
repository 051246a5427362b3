import type { RainShield, SquallLine, StormCell, Storms } from './cell.ts';
import { bell, mix, smoothstep } from './curves.ts';
import {
  generationEvery,
  generationLife,
  motionAt,
  pathOf,
  planGeneration,
  type CellPlan,
  type Generation,
} from './generation.ts';
import { leadingEdgeKm } from './leading-edge.ts';
import type { LinePlan, ShieldPlan } from './generation.ts';
import { along, hour, minute, moved, sum, travelled } from './plane.ts';
import { chance } from './random.ts';

/** Makes the storms of a seed at any time, keeping the plans of the rounds that were asked for last. */
export function stormModel(seed: number): (time: number) => Storms {
  const plans = new Map<number, Generation>();
  const planOf = (index: number): Generation => {
    const known = plans.get(index);
    if (known) return known;
    if (plans.size > 32) plans.clear();
    const plan = planGeneration(seed, index);
    plans.set(index, plan);
    return plan;
  };
  return (time) => {
    const newest = Math.floor((time + hour) / generationEvery);
    const oldest = Math.floor((time - generationLife) / generationEvery);
    const alive = Array.from({ length: newest - oldest + 1 }, (_, i) => planOf(oldest + i));
    const lines = alive.flatMap(({ line }) => lineAt(line, time));
    return {
      cells: [
        ...alive.flatMap(({ cells }) => cells.flatMap((plan) => cellAt(plan, time))),
        ...lines.flatMap(elementsOf(time)),
      ],
      lines,
      shields: alive.flatMap(({ shield }) => shieldAt(shield, time)),
    };
  };
}

/** Everything that precipitates at a time (milliseconds since 1970). Pure in seed and time. */
export function stormsAt(seed: number, time: number): Storms {
  return stormModel(seed)(time);
}

/** The cell of a plan, or nothing before its birth and after its death. */
function cellAt(plan: CellPlan, time: number): StormCell[] {
  if (time < plan.birth || time >= plan.death) return [];
  const age = (time - plan.birth) / minute;
  const left = (plan.death - time) / minute;
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
      grain: plan.grain,
    },
  ];
}

/** Mesocyclones come in turns: each spins up, occludes and makes room for the next, which starts no earlier than the turn. */
function rotationOf(plan: CellPlan, age: number, intensity: number): number {
  const organised = smoothstep(0.45, 1, age / ((plan.turn - plan.birth) / minute || 1));
  const cycle = 0.5 - 0.5 * Math.cos((2 * Math.PI * age) / plan.cycleMinutes);
  return plan.rotation * organised * intensity * mix(0.45, 1, cycle);
}

function lineAt(plan: LinePlan, time: number): SquallLine[] {
  if (time < plan.birth || time >= plan.death) return [];
  const age = (time - plan.birth) / hour;
  const left = (plan.death - time) / hour;
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
      grain: plan.grain,
    },
  ];
}

/** The cells along the leading edge: each swells and fades in its own time, the northern ones may spin. */
const elementsOf =
  (time: number) =>
  (line: SquallLine): StormCell[] => {
    const count = Math.round(line.lengthKm / 26);
    const { towardDeg } = line.motion;
    return Array.from({ length: count }, (_, i) => {
      const salt = chance(Math.floor(line.grain * 1000), i);
      const s = ((i + 0.5) / count - 0.5) * 0.9 * line.lengthKm + 22 * (salt - 0.5);
      const beat = 0.5 + 0.5 * Math.cos(2 * Math.PI * (time / ((34 + 14 * salt) * minute) + i * 0.37 + salt));
      const taper = bell(s / line.lengthKm, 0.52);
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
        grain: line.grain + 13 * i,
      };
    });
  };

function shieldAt(plan: ShieldPlan, time: number): RainShield[] {
  if (time < plan.birth || time >= plan.death) return [];
  return [
    {
      id: plan.id,
      position: moved(plan.origin, travelled(plan.motion, time - plan.birth)),
      motion: plan.motion,
      intensity: smoothstep(0, 2, (time - plan.birth) / hour) * smoothstep(0, 2, (plan.death - time) / hour),
      eastKm: plan.eastKm,
      northKm: plan.northKm,
      grain: plan.grain,
    },
  ];
}
