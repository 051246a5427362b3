import { nearestOffice, type Office } from '@severe/catalogue';
import { minuteMs, moved, travelled } from '../model/plane.ts';
import { randomSequence } from '../model/random.ts';
import type { Sample, Track } from '../threats/track.ts';
import { placeIn, isWithinSwath, swathOf, swathRing, type Swath } from './swath.ts';
import type { Action, Warning, WarningKind } from './warning.ts';

/** When a warning is issued for a storm, and its first duration. */
export interface Rule {
  kind: WarningKind;
  begins(sample: Sample, track: Track): boolean;
  /** Weaker than `begins`, so that a fluctuating storm keeps its warning. */
  goesOn(sample: Sample, track: Track): boolean;
  minutes: number;
  /** Issued once, without updates. */
  once?: true;
}

/** Warnings end on the quarter of an hour. */
const quarter = 15 * minuteMs;
/** Time before the end of a warning at which the next one replaces it if the storm continues. */
const handOver = 8 * minuteMs;

/** A warning in force. */
interface Open {
  warning: Warning;
  swath: Swath;
  endsAt: number;
  nextAt: number;
}

/**
 * The successive warnings of one kind for one storm. Each is updated every few minutes with its remaining area,
 * cancelled when the storm weakens, and replaced by the next if the storm lives longer or leaves its area.
 */
export function follow(track: Track, rule: Rule, seed: number): Warning[] {
  const warnings: Warning[] = [];
  const random = randomSequence(seed, 0xa1e7, keyOf(`${track.id} ${rule.kind}`));
  let open: Open | undefined;

  const send = ({ warning, swath, endsAt }: Open, action: Action, sample: Sample, sentAt = sample.time): void => {
    const { front } = sample;
    const place = front[front.length >> 1];
    const ring = swathRing(swath, Math.max(0, placeIn(swath, place).ahead));
    warning.messages.push({ action, sentAt, endsAt, ring, place, storm: { kind: track.kind, sample } });
  };
  const issue = (sample: Sample): Open => {
    const endsAt = Math.round((sample.time + rule.minutes * minuteMs) / quarter) * quarter;
    const key = `${track.id}/${rule.kind}/${warnings.length}`;
    const warning: Warning = { key, kind: rule.kind, office: officeAhead(sample), messages: [] };
    warnings.push(warning);
    const swath = swathOf(sample, (endsAt - sample.time) / minuteMs);
    const issued = { warning, swath, endsAt, nextAt: sample.time + random.between(6, 10) * minuteMs };
    send(issued, 'NEW', sample);
    return issued;
  };
  const expire = (old: Open, sample: Sample): void => send(old, 'EXP', sample, old.endsAt);

  for (const sample of track.samples) {
    if (open && sample.time >= open.endsAt) {
      expire(open, sample);
      open = undefined;
    }
    if (!open) {
      open = rule.begins(sample, track) ? issue(sample) : undefined;
      continue;
    }
    if (rule.once) continue;
    const isEnding = sample.time > open.endsAt - handOver;
    if (isEnding && rule.begins(sample, track)) {
      expire(open, sample);
      open = issue(sample);
    } else if (!isEnding && !(rule.goesOn(sample, track) && isWithinSwath(open.swath, sample))) {
      send(open, 'CAN', sample);
      open = rule.begins(sample, track) ? issue(sample) : undefined;
    } else if (sample.time >= open.nextAt) {
      send(open, 'CON', sample);
      open.nextAt = sample.time + random.between(6, 10) * minuteMs;
    }
  }
  if (open) expire(open, track.samples[track.samples.length - 1]);
  return warnings;
}

/** The office that issues the warning: the nearest one to the storm in 20 minutes. */
function officeAhead({ front, motion }: Sample): Office {
  return nearestOffice(moved(front[front.length >> 1], travelled(motion, 20 * minuteMs)));
}

/** A hash of a text, as a random key. */
function keyOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash;
}
