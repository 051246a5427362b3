import { roundTo } from '../model/curves.ts';
import type { Point, Ring } from '@severe/geo';
import { nearestOffice } from '@severe/catalogue';
import { along, hourMs, minuteMs, moved, sum, travelled } from '../model/plane.ts';
import type { Generation } from '../model/plans.ts';
import { randomSequence, type RandomSequence } from '../model/random.ts';
import type { Message, Warning, WarningKind } from './warning.ts';

/**
 * The times of a flood warning: issue time after the start of the rain, first duration, and extension; and the size of
 * its area.
 */
interface FloodPlan {
  kind: WarningKind;
  afterMs: number;
  lastsMs: number;
  longerMs: number;
  eastKm: number;
  northKm: number;
}

const flashFlood: FloodPlan = {
  kind: 'FF.W',
  afterMs: 1.7 * hourMs,
  lastsMs: 2.5 * hourMs,
  longerMs: hourMs,
  eastKm: 34,
  northKm: 42,
};
const slowFlood: FloodPlan = {
  kind: 'FA.Y',
  afterMs: 2.5 * hourMs,
  lastsMs: 3 * hourMs,
  longerMs: 1.5 * hourMs,
  eastKm: 70,
  northKm: 38,
};

/** Floods: under the trailing rain of a line, and under the rain north of the front. */
export function floodsOf({ line, shield }: Generation, seed: number): Warning[] {
  const behindLine = (time: number): Point =>
    moved(line.origin, sum(travelled(line.motion, time - line.birth), along(line.motion.towardDeg, -30)));
  const underShield = (time: number): Point => moved(shield.origin, travelled(shield.motion, time - shield.birth));
  return [
    floodAt(`${line.id}/FF.W`, flashFlood, line.birth, behindLine, randomSequence(seed, 0xf100d, line.birth)),
    floodAt(`${shield.id}/FA.Y`, slowFlood, shield.birth, underShield, randomSequence(seed, 0xf100e, shield.birth)),
  ];
}

/** A warning with an update every 45 minutes, one extension, and the expiration. */
function floodAt(
  key: string,
  plan: FloodPlan,
  birth: number,
  placeAt: (time: number) => Point,
  random: RandomSequence,
): Warning {
  const begins = Math.round((birth + plan.afterMs) / minuteMs) * minuteMs;
  const place = placeAt(begins);
  const ring = blob(place, plan, random);
  const [first, last] = [plan.lastsMs, plan.lastsMs + plan.longerMs].map(
    (ms) => Math.round((begins + ms) / (15 * minuteMs)) * (15 * minuteMs),
  );
  const messages: Message[] = [{ action: 'NEW', sentAt: begins, endsAt: first, ring, place }];
  for (let at = begins + 45 * minuteMs; at < last - 20 * minuteMs; at += 45 * minuteMs) {
    const isLonger = messages[messages.length - 1].endsAt === first && at > first - 50 * minuteMs;
    const known = messages[messages.length - 1].endsAt;
    messages.push({ action: isLonger ? 'EXT' : 'CON', sentAt: at, endsAt: isLonger ? last : known, ring, place });
  }
  const { endsAt } = messages[messages.length - 1];
  messages.push({ action: 'EXP', sentAt: endsAt, endsAt, ring, place });
  return { key, kind: plan.kind, office: nearestOffice(place), messages };
}

/** A closed outline with irregular corners. */
function blob(middle: Point, { eastKm, northKm }: FloodPlan, random: RandomSequence): Ring {
  const corners = Array.from({ length: 9 }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / 9;
    const far = random.between(0.78, 1.1);
    const { lat, lon } = moved(middle, {
      east: far * eastKm * Math.cos(angle),
      north: far * northKm * Math.sin(angle),
    });
    return [roundTo(lon, 100), roundTo(lat, 100)];
  });
  return [...corners, corners[0]];
}
