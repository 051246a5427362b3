import type { Office } from '@severe/catalogue';
import { mpsPerMph } from '@severe/geo';
import { seenFrom, townNear, compassWord } from '../land/towns.ts';
import { stateName, type County } from '../land/counties.ts';
import { clockTime, headlineTime, zoneOf } from '../land/local-time.ts';
import { tornadic } from '../threats/hazards.ts';
import type { Sample } from '../threats/track.ts';
import { kindFacts } from './kinds.ts';
import type { Message, Warning } from './warning.ts';

/** The label of every text of the simulation, so that nobody takes it for a real one. */
export const simulatedLabel = 'SIMULATED';

/**
 * For example `Tornado Warning issued July 15 at 2:00PM MDT until July 15 at 3:15PM MDT by NWS Pueblo CO (SIMULATED)`.
 */
export function headlineOf({ kind, office }: Warning, { sentAt, endsAt }: Message): string {
  const until = kind === 'SPS' ? '' : ` until ${headlineTime(zoneOf(office), endsAt)}`;
  const issued = headlineTime(zoneOf(office), sentAt);
  return `${kindFacts[kind].event} issued ${issued}${until} by ${nameOf(office)} (${simulatedLabel})`;
}

export function nameOf({ name, state }: Office): string {
  return `NWS ${name} ${state}`;
}

/** The headline of the bulletin in capitals. */
export function bulletinHeadlineOf({ kind, office }: Warning, { action, endsAt }: Message, counties: County[]): string {
  const until = `UNTIL ${clockTime(zoneOf(office), endsAt)}`;
  const where = `FOR ${listed(counties.map(({ name }) => name.toUpperCase()))} ${counties.length === 1 ? 'COUNTY' : 'COUNTIES'}`;
  const event = kindFacts[kind].event.toUpperCase();
  if (kind === 'SPS')
    return `${simulatedLabel}: A STRONG THUNDERSTORM WILL IMPACT ${where.slice(4)} THROUGH ${until.slice(6)}`;
  if (action === 'CAN') return `${simulatedLabel}: THE ${event} ${where} IS CANCELLED`;
  if (action === 'EXP') return `${simulatedLabel}: THE ${event} ${where} HAS EXPIRED`;
  return `${simulatedLabel}: ${event} ${action === 'NEW' ? 'IN EFFECT' : action === 'EXT' ? 'NOW IN EFFECT' : 'REMAINS IN EFFECT'} ${until} ${where}`;
}

/** The text of a message. */
export function descriptionOf(warning: Warning, message: Message, counties: County[]): string {
  const { kind, office } = warning;
  const { sentAt, endsAt, storm, action, place } = message;
  const head = `${simulatedLabel} WEATHER: nothing of this happened.`;
  const until = clockTime(zoneOf(office), endsAt);
  const where = counties.map(({ name, state }) => `${name} County in ${stateName(state)}`).join('...\n');
  const issued =
    action === 'NEW' && kind !== 'SPS'
      ? [
          `The National Weather Service in ${office.name} has issued a\n\n* ${kindFacts[kind].event} for...\n${where}...`,
          `* Until ${until}.`,
        ]
      : [];
  if (action === 'CAN') return [head, 'The storm has weakened or moved on, and the warning is cancelled.'].join('\n\n');
  if (action === 'EXP') return [head, 'The warning ends at its time.'].join('\n\n');
  if (!storm) return [head, ...issued, ...generalWords(warning, message)].join('\n\n');
  const { sample } = storm;
  const [hazard, source, impact] = threatWords(kind, sample);
  const sighted = `At ${clockTime(zoneOf(office), sentAt)}, ${subjectOf(kind, storm.kind, sample)} ${relativeToTown(place)}, moving ${compassWord(sample.motion.towardDeg)} at ${speedMph(sample)} mph.`;
  return [
    head,
    ...issued,
    `${issued.length > 0 ? '* ' : ''}${sighted}`,
    `HAZARD...${hazard}`,
    `SOURCE...${source}`,
    `IMPACT...${impact}`,
  ].join('\n\n');
}

function subjectOf(kind: Warning['kind'], storm: string, sample: Sample): string {
  if (storm === 'line') return 'severe thunderstorms were located along a line near';
  if (kind === 'TO.W' && isOnGround(sample)) return 'a confirmed tornado was located near';
  if (kind === 'TO.W') return 'a severe thunderstorm capable of producing a tornado was located near';
  if (kind === 'SPS') return 'a strong thunderstorm was located near';
  return 'a severe thunderstorm was located near';
}

/** For example `Norman` or `Norman, or 5 miles northeast of it`. */
function relativeToTown(place: Message['place']): string {
  const town = townNear(place);
  const { miles, towardDeg } = seenFrom(town, place);
  return miles < 3 ? town.name : `${town.name}, or ${miles} miles ${compassWord(towardDeg)} of it`;
}

/** Hazard, source and impact. */
function threatWords(kind: Warning['kind'], sample: Sample): [string, string, string] {
  const hail = hailTag(sample.hailIn);
  const stones = hail >= 1 ? ` and ${hailName(hail)} size hail` : '';
  if (kind === 'TO.W') {
    return isOnGround(sample)
      ? [
          `Tornado${stones}.`,
          'Radar confirmed tornado.',
          'Flying debris is deadly to those without shelter. Mobile homes are destroyed.',
        ]
      : [
          `Tornado${stones}.`,
          'Radar indicated rotation.',
          'Damage to roofs, windows and vehicles where a tornado touches down.',
        ];
  }
  const gusts = `${gustTag(sample.gustMph)} mph wind gusts${stones}.`;
  if (kind === 'SPS') return [gusts, 'Radar indicated.', 'Gusts break twigs and move what is not tied down.'];
  return [gusts, 'Radar indicated.', 'Damage to roofs, siding, trees and, by hail, to vehicles.'];
}

function generalWords({ kind }: Warning, { endsAt }: Message): string[] {
  if (kind === 'FF.W')
    return [
      'Thunderstorms have brought heavy rain: between 2 and 3 inches have fallen.',
      'HAZARD...Flash flooding caused by thunderstorms.',
      'SOURCE...Radar indicated.',
    ];
  if (kind === 'FA.Y') return ['* WHAT...Flooding of small streams and of low ground caused by rain.'];
  if (kind === 'FW.W')
    return ['* WIND...Southwest 20 to 30 mph with gusts up to 45 mph.', '* HUMIDITY...As low as 10 percent.'];
  return [`Conditions favour severe thunderstorms until ${new Date(endsAt).toISOString().slice(11, 16)} UTC.`];
}

export function isOnGround({ rotation }: Sample): boolean {
  return rotation >= tornadic;
}

/** Reported hail sizes, inches, and their names. */
const stones: [inches: number, name: string][] = [
  [0.25, 'pea'],
  [0.5, 'marble'],
  [0.75, 'penny'],
  [0.88, 'nickel'],
  [1, 'quarter'],
  [1.25, 'half dollar'],
  [1.5, 'ping pong ball'],
  [1.75, 'golf ball'],
  [2, 'hen egg'],
  [2.5, 'tennis ball'],
  [2.75, 'baseball'],
  [3, 'tea cup'],
  [4, 'softball'],
];

/** The largest reported size that hail reaches, inches; 0 if it reaches none. */
export function hailTag(inches: number): number {
  return stones.findLast(([size]) => size <= inches)?.[0] ?? 0;
}

export function hailName(inches: number): string {
  return stones.find(([size]) => size === inches)?.[1] ?? 'small';
}

/** Gusts are reported in steps of ten mph. */
export function gustTag(mph: number): number {
  return Math.round(mph / 10) * 10;
}

/** Speed of a storm, rounded to five mph. */
function speedMph({ motion }: Sample): number {
  return Math.round(motion.speed / mpsPerMph / 5) * 5;
}

/** For example `A, B AND C`. */
function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} AND ${names[names.length - 1]}`;
}
