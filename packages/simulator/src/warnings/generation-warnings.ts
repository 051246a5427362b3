import { generationIntervalMs, planGeneration } from '../model/generation.ts';
import { tracksOf, type Sample, type Track } from '../threats/track.ts';
import { follow, type Rule } from './follow.ts';
import { floodsOf } from './floods.ts';
import type { Warning } from './warning.ts';

/** Thresholds of a severe thunderstorm: hail, inches, and gust, mph. */
const severeHailIn = 1;
const severeGustMph = 58;

/** Whether a storm reaches the given fraction of a severe threshold. */
export const isSevere = ({ hailIn, gustMph }: Sample, share = 1): boolean =>
  hailIn >= share * severeHailIn || gustMph >= share * severeGustMph;

/** Rotation that starts a tornado warning, and below which it ends, 0.001/s. */
const threatening = 8;
const fading = 5;

const tornadoes: Rule = {
  kind: 'TO.W',
  begins: ({ rotation }, { kind }) => kind === 'supercell' && rotation >= threatening,
  goesOn: ({ rotation }) => rotation >= fading,
  minutes: 45,
};

const strongStorms: Rule = {
  kind: 'SPS',
  begins: ({ hailIn, gustMph }, { kind }) => kind === 'ordinary' && (hailIn >= 0.25 || gustMph >= 46),
  goesOn: () => false,
  minutes: 35,
  once: true,
};

/** Severe storms without a tornado warning in force. */
const severeStorms = (tornadoWarnings: Warning[]): Rule => {
  const warned = ({ time }: Sample): boolean =>
    tornadoWarnings.some(({ messages }) => messages[0].sentAt <= time && time < messages[messages.length - 1].sentAt);
  return {
    kind: 'SV.W',
    begins: (sample, { kind }) => kind !== 'ordinary' && isSevere(sample) && !warned(sample),
    goesOn: (sample) => isSevere(sample, 0.85) && !warned(sample),
    minutes: 50,
  };
};

/** All warnings of a generation of storms. Pure in seed and index. */
export function warningsOfGeneration(seed: number, index: number): Warning[] {
  const generation = planGeneration(seed, index);
  const tracks = tracksOf(generation, index * generationIntervalMs);
  return [...tracks.flatMap((track) => warningsOf(track, seed)), ...floodsOf(generation, seed)];
}

function warningsOf(track: Track, seed: number): Warning[] {
  const tornado = follow(track, tornadoes, seed);
  return [...tornado, ...follow(track, severeStorms(tornado), seed), ...follow(track, strongStorms, seed)];
}
