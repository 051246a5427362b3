import { nearestOffice, type Office } from '@severe/catalogue';
import { minute, moved, travelled } from '../model/plane.ts';
import { dice } from '../model/random.ts';
import type { Sample, Track } from '../threats/track.ts';
import { placeIn, swathHolds, swathOf, swathRing, type Swath } from './swath.ts';
import type { Action, Warning, WarningKind } from './warning.ts';

/** When a forecaster warns of a storm, and for how long at first. */
export interface Rule {
  kind: WarningKind;
  begins(sample: Sample, track: Track): boolean;
  /** Less than what begins it, so that a storm that wavers is not given up. */
  goesOn(sample: Sample, track: Track): boolean;
  minutes: number;
  /** Told once, without following the storm. */
  once?: true;
}

/** Times at which warnings end are on the quarter of an hour. */
const quarter = 15 * minute;
/** So long before its end a warning is followed by the next where the storm goes on. */
const handOver = 8 * minute;

/** A warning that is in force while its storm is followed. */
interface Open {
  warning: Warning;
  swath: Swath;
  endsAt: number;
  nextAt: number;
}

/**
 * The warnings of one kind for one storm, one after another: each is followed up every few minutes by what is left of
 * its ground, cancelled when the storm weakens, and followed by the next where the storm lives longer or leaves it.
 */
export function follow(track: Track, rule: Rule, seed: number): Warning[] {
  const warnings: Warning[] = [];
  const roll = dice(seed, 0xa1e7, keyOf(`${track.id} ${rule.kind}`));
  let open: Open | undefined;

  const say = ({ warning, swath, endsAt }: Open, action: Action, sample: Sample, sentAt = sample.time): void => {
    const { front } = sample;
    const place = front[front.length >> 1];
    const ring = swathRing(swath, Math.max(0, placeIn(swath, place).ahead));
    warning.messages.push({ action, sentAt, endsAt, ring, place, storm: { kind: track.kind, sample } });
  };
  const issue = (sample: Sample): Open => {
    const endsAt = Math.round((sample.time + rule.minutes * minute) / quarter) * quarter;
    const key = `${track.id}/${rule.kind}/${warnings.length}`;
    const warning: Warning = { key, kind: rule.kind, office: officeAhead(sample), messages: [] };
    warnings.push(warning);
    const swath = swathOf(sample, (endsAt - sample.time) / minute);
    const issued = { warning, swath, endsAt, nextAt: sample.time + roll.between(6, 10) * minute };
    say(issued, 'NEW', sample);
    return issued;
  };
  const expire = (old: Open, sample: Sample): void => say(old, 'EXP', sample, old.endsAt);

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
    } else if (!isEnding && !(rule.goesOn(sample, track) && swathHolds(open.swath, sample))) {
      say(open, 'CAN', sample);
      open = rule.begins(sample, track) ? issue(sample) : undefined;
    } else if (sample.time >= open.nextAt) {
      say(open, 'CON', sample);
      open.nextAt = sample.time + roll.between(6, 10) * minute;
    }
  }
  if (open) expire(open, track.samples[track.samples.length - 1]);
  return warnings;
}

/** Who warns of a storm: the office that it will be near in a while. */
function officeAhead({ front, motion }: Sample): Office {
  return nearestOffice(moved(front[front.length >> 1], travelled(motion, 20 * minute)));
}

/** A number of a text, for dice. */
function keyOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash;
}
