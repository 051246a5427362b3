import type { AlertEvent, FullAlert } from './alert.ts';
import type { ExistingAlert } from './continuity.ts';
import type { MatchedEvent, PartialChange } from './matched-event.ts';

/**
 * Whether a text is about a part of a row: zones that are added, without those before, or the end of some zones without the others.
 * Lists name the whole area.
 */
export function partialChangeOf(event: AlertEvent, row: ExistingAlert): PartialChange | undefined {
  if (!event.isText || row.status === 'cancelled' || row.status === 'upgraded') return undefined;
  if (event.addsOnly) return 'added';
  const rest = row.zones.filter((zone) => !event.zones.includes(zone));
  const isPart = event.action === 'CAN' && rest.length > 0 && rest.length < row.zones.length;
  return isPart ? 'removed' : undefined;
}

/** The whole of the event of a row after a partial change. */
export function withRestOf(part: MatchedEvent, row: FullAlert, change: PartialChange, now: Date): MatchedEvent {
  const { eventKey, sent, zones, states, fips } = part;
  const names = (areaDesc: string): string[] => areaDesc.split('; ');
  if (change === 'added') {
    return {
      ...part,
      zones: union(row.zones, zones),
      states: union(row.states, states),
      fips: union(row.fips, fips),
      areaDesc: union(names(row.areaDesc), names(part.areaDesc)).join('; '),
    };
  }
  const rest = without(row.zones, zones);
  return {
    ...part,
    ...row,
    eventKey,
    sent,
    status: row.expires <= now ? 'expired' : 'active',
    polygon: row.geometry,
    zones: rest,
    states: row.states.filter((state) => rest.some((zone) => zone.includes(`/${state}`))),
    fips: without(row.fips, fips),
    areaDesc: without(names(row.areaDesc), names(part.areaDesc)).join('; '),
  };
}

function union(some: string[], others: string[]): string[] {
  return [...new Set([...some, ...others])];
}

function without(some: string[], others: string[]): string[] {
  return some.filter((each) => !others.includes(each));
}
