import { nearestOffice } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import { planGeneration } from '../model/generation.ts';
import { clamp } from '../model/curves.ts';
import { minuteMs } from '../model/plane.ts';
import { randomSequence, type RandomSequence } from '../model/random.ts';
import { tornadic } from '../threats/hazards.ts';
import { tornadoesOf, type Tornado } from '../threats/tornadoes.ts';

/** The survey of a tornado. */
export interface Survey {
  /** Unique among all surveys of a seed. */
  number: number;
  beginsAt: number;
  endsAt: number;
  /** The path, with the strongest wind (mph) and the width (yards) at each place. */
  path: { place: Point; windMph: number; widthYd: number }[];
  /** Null if nothing on the path allowed a rating. */
  ef: number | null;
  /** Office, three letters. */
  wfo: string;
  injuries: number;
  /** Publication time. */
  publishedAt: number;
}

/** Least wind of each rating of the enhanced Fujita scale, mph. */
const scale = [65, 86, 111, 136, 166, 201];

/** Survey numbers reserved for a generation; it never has more tornadoes. */
const numbersPerGeneration = 100;

/** All surveys of a generation of storms, with their publication times. Pure in seed and index. */
export function surveysOfGeneration(seed: number, index: number): Survey[] {
  const random = randomSequence(seed, 0xda7, index);
  return tornadoesOf(planGeneration(seed, index)).map((tornado, i) =>
    surveyOf(tornado, index * numbersPerGeneration + i, random),
  );
}

function surveyOf({ samples }: Tornado, number: number, random: RandomSequence): Survey {
  const [first, last] = [samples[0], samples[samples.length - 1]];
  const strength = random.between(14, 20);
  const breadth = random.between(60, 130);
  const path = samples.map(({ front: [place], rotation }) => ({
    place,
    windMph: Math.round(clamp(66 + (rotation - tornadic) * strength, 66, 230)),
    widthYd: Math.round(40 + (rotation - tornadic) * breadth),
  }));
  const windMph = Math.max(...path.map((at) => at.windMph));
  const isRated = !random.happens(samples.length < 5 ? 0.4 : 0.1);
  const ef = isRated ? scale.findLastIndex((least) => windMph >= least) : null;
  return {
    number,
    beginsAt: first.time,
    endsAt: last.time,
    path,
    ef,
    wfo: nearestOffice(first.front[0]).id,
    injuries: ef !== null && ef >= 2 ? Math.floor(random.between(0, 3 * ef)) : 0,
    publishedAt: last.time + Math.round(random.between(25, 90)) * minuteMs,
  };
}
