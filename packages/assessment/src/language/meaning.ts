import type { Arrival } from '../arrival.ts';
import type { Assessment } from '../assess.ts';
import { recentReports } from '../situation.ts';
import type { SentenceKey } from './phrases.ts';
import type { Threat } from '../threats.ts';
import { mpsOfMph, quantities } from './units.ts';
import type { Writer } from './writer.ts';

/** What to do, when its condition holds. Several can hold. */
interface Action {
  says: SentenceKey;
  /** Publication that the advice follows. */
  cites: string;
  applies(this: void, assessment: Assessment): boolean;
}

const isWarned = ({ status }: Assessment): boolean => status === 'emergency' || status === 'warning';
const threatens = ({ threats }: Assessment, kind: Threat['kind']): boolean =>
  threats.some((threat) => threat.kind === kind && threat.certainty !== 'possible' && threat.alertId !== null);

/** Echo of a thunderstorm overhead, dBZ. */
const thunderDbz = 45;

/** Whether a thunderstorm is at the place or may arrive, with or without an alert. */
function isThunderNear({ arrivals, situation: { lightning, radar } }: Assessment): boolean {
  return arrivals.length > 0 || (lightning?.count ?? 0) > 0 || (radar?.hereDbz ?? 0) >= thunderDbz;
}

/** Whether nothing is in effect, and no thunderstorm is near. */
const isCalm = (of: Assessment): boolean => of.status === 'normal' && !isThunderNear(of);

/** Advice by status and threat. */
export const actions: readonly Action[] = [
  {
    says: 'shelterTornado',
    cites: 'NWS, “Tornado safety: during”; Instruction 10-511, calls to action',
    applies: (of) => isWarned(of) && threatens(of, 'tornado'),
  },
  {
    says: 'shelterStorm',
    cites: 'NWS, “Severe thunderstorm safety: during”',
    applies: (of) => isWarned(of) && !threatens(of, 'tornado') && (threatens(of, 'wind') || threatens(of, 'hail')),
  },
  {
    says: 'floodAction',
    cites: 'NWS, “Turn around, don’t drown”; Instruction 10-922, calls to action',
    applies: (of) => isWarned(of) && threatens(of, 'flash_flood'),
  },
  {
    says: 'otherWarning',
    cites: 'CAP 1.2: the element instruction',
    applies: (of) =>
      isWarned(of) && !(['tornado', 'wind', 'hail', 'flash_flood'] as const).some((kind) => threatens(of, kind)),
  },
  {
    says: 'watchMeans',
    cites: 'NWS, “Watch, warning, advisory explained”',
    applies: ({ status }) => status === 'watch',
  },
  {
    says: 'advisoryMeans',
    cites: 'NWS, “Watch, warning, advisory explained”',
    applies: ({ status }) => status === 'advisory',
  },
  {
    says: 'elevatedMeans',
    cites: 'SPC, “Understanding severe thunderstorm risk categories”',
    applies: ({ status }) => status === 'elevated',
  },
  {
    says: 'thunderMeans',
    cites: 'NWS, “When thunder roars, go indoors”',
    applies: (of) => !isWarned(of) && isThunderNear(of),
  },
  {
    says: 'reportMeans',
    cites: 'NWS Instruction 10-517: local storm reports',
    applies: (of) => isCalm(of) && recentReports(of.situation).length > 0,
  },
  {
    says: 'normalMeans',
    cites: 'no reason for another status, no thunderstorm near, and no report',
    applies: (of) => isCalm(of) && recentReports(of.situation).length === 0,
  },
  {
    says: 'unknownMeans',
    cites: 'none: missing data are no evidence of safety',
    applies: ({ status }) => status === 'unknown',
  },
];

/** What somebody at the place has to expect: threats, arrival, and what is unavailable, a sentence each. */
export function prospects(assessment: Assessment, writer: Writer): string[] {
  const { arrivals, unavailable, status } = assessment;
  return [
    ...threatSentence(assessment, writer),
    ...(arrivals[0] ? arrivalSentences(arrivals[0], writer) : []),
    ...(unavailable.length > 0 && status !== 'unknown'
      ? [writer.say('away', { sources: writer.sources(unavailable) })]
      : []),
  ];
}

/** The advice that applies, a sentence each. */
export function advice(assessment: Assessment, writer: Writer): string[] {
  return actions.filter(({ applies }) => applies(assessment)).map(({ says }) => writer.say(says));
}

/** What threatens by alerts and watches; no sentence if that is nothing. */
export function threatSentence({ threats, status }: Assessment, writer: Writer): string[] {
  const named = threats.filter(({ kind, alertId, watchId }) => kind !== 'other' && (alertId ?? watchId) !== null);
  if (named.length === 0 || status === 'normal' || status === 'unknown') return [];
  return [writer.say('threatens', { threats: writer.list(named.map((threat) => threatWords(threat, writer))) })];
}

/** A threat with its size, if the alert gives one. */
export function threatWords({ kind, magnitude }: Threat, writer: Writer): string {
  const threat = writer.words.threats[kind];
  if (magnitude === null) return threat;
  const size =
    kind === 'hail' ? quantities.hail(magnitude, writer.units) : quantities.speed(mpsOfMph(magnitude), writer.units);
  return writer.say('upTo', { threat, size });
}

function arrivalSentences({ minutes, earliest, latest }: Arrival, writer: Writer): string[] {
  const rounded = Math.round(minutes);
  if (rounded <= 1) return [writer.say('mayArriveNow')];
  const spread = { earliest: Math.floor(earliest), latest: Math.ceil(latest) };
  return [writer.say('mayArrive', { minutes: rounded }), writer.say('spread', spread)];
}
