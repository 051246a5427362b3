import { t } from './language.ts';
import type { StreamEvent } from '@severe/client';
import { addHappening, announce } from './just-now.ts';
import type { MapSymbol, Overlay } from './overlays/overlay.ts';

/** Singular and plural of what an event reports, for sources whose changes are rare. */
const nouns: Record<string, [one: string, many: string]> = {
  alerts: [t`alert`, t`alerts`],
  reports: [t`storm report`, t`storm reports`],
  watches: [t`watch`, t`watches`],
  discussions: [t`mesoscale discussion`, t`mesoscale discussions`],
  outlooks: [t`severe outlook`, t`severe outlooks`],
  eros: [t`rainfall outlook`, t`rainfall outlooks`],
  tropical: [t`tropical cyclone`, t`tropical cyclones`],
  damage_tracks: [t`tornado track`, t`tornado tracks`],
};

/** At most this many new symbols of one response are listed. */
const maxAdded = 3;

/** A changed source in words; undefined for sources that change all the time. */
export function eventWords({ name, data }: StreamEvent): string | undefined {
  const noun = nouns[name];
  if (!noun) return undefined;
  const counted = (count: number) => t`${data.more ? t`${count} or more` : count} new ${noun[count === 1 ? 0 : 1]}`;
  if (data.new?.length) return counted(data.new.length);
  if (data.new) return undefined; // only updated or ended
  return t`Changed: ${noun[1]}`;
}

/** A new symbol in words: `Tornado Warning: Cleveland, OK`. */
function symbolWords({ kind, title, place }: MapSymbol): string {
  return [title ?? kind, place].filter(Boolean).join(': ');
}

/** The text for screen readers: only new warnings interrupt. */
function announcementOf({ id }: Overlay, added: readonly MapSymbol[]): string | undefined {
  const urgent = added.filter(({ isUrgent }) => isUrgent);
  if (id !== 'warnings' || urgent.length === 0) return undefined;
  const worst = urgent.toSorted((one, other) => other.rank - one.rank).slice(0, 3);
  const more = urgent.length - worst.length;
  const names = worst.map(symbolWords).join('. ');
  return more > 0 ? t`New: ${names}. And ${more} more.` : t`New: ${names}.`;
}

/**
 * Lists new symbols of an overlay among what has just happened, and announces new warnings.
 *
 * @param show shows a symbol on the map
 */
export function listAdded(overlay: Overlay, added: MapSymbol[], at: Date, show: (symbol: MapSymbol) => void): void {
  const ranked = added.toSorted((one, other) => one.rank - other.rank);
  const rest = ranked.length - maxAdded;
  if (rest > 0) addHappening({ key: `more ${overlay.id}`, text: t`${overlay.name}: ${rest} more`, at });
  for (const symbol of ranked.slice(-maxAdded)) {
    addHappening({ key: `${overlay.id} ${symbol.id}`, text: symbolWords(symbol), at, show: () => show(symbol) });
  }
  const text = announcementOf(overlay, added);
  if (text) announce(text);
}
