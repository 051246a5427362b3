import type { PaletteName } from './service.ts';

/** What is looked at, but for the place, which the map keeps: all that a link must tell. */
export interface View {
  /** Family and product: `radar/composite-reflectivity`. */
  layer: string;
  /** What lies under it, or nothing. */
  under: string;
  palette: PaletteName;
  /** Of the layer, in percent. */
  opacity: number;
  /** The single radar, if one was chosen. */
  site: string;
  /** Degrees above the horizon. */
  tilt: number;
  /** Direction from which storms come, and knots: `245/35`; empty for what the service knows of warnings. */
  motion: string;
  /** What is drawn over the weather, by ids with commas; `none` for nothing. */
  over: string;
  /** `YYYYMMDDHHMM` in UTC; empty for now. */
  time: string;
}

export const plainView: View = {
  layer: 'radar/composite-reflectivity',
  under: '',
  palette: 'standard',
  opacity: 85,
  site: '',
  tilt: 0.5,
  motion: '',
  over: 'warnings',
  time: '',
};

/** What a part of a link may be; anything else is as if it were not there. */
const forms: Record<keyof View, RegExp> = {
  layer: /^(radar|satellite|hrrr|nexrad)\/[a-z0-9-]{1,40}$/,
  under: /^satellite\/[a-z0-9-]{1,40}$/,
  palette: /^(standard|colour-blind)$/,
  opacity: /^([1-9]0|[1-9]5|100)$/,
  site: /^[A-Z]{4}$/,
  tilt: /^(1?\d(\.\d{1,2})?|20)$/,
  motion: /^(360|3[0-5]\d|[12]?\d?\d)\/(150|1[0-4]\d|\d?\d)$/,
  over: /^[a-z]{1,20}(,[a-z]{1,20}){0,20}$/,
  time: /^\d{12}$/,
};

const names = Object.keys(plainView) as (keyof View)[];

/** The view that a hash tells: `#at=7/35.2/-97.5&layer=nexrad/velocity&site=KTLX`. */
export function readView(hash: string): View {
  const given: Record<string, string | undefined> = Object.fromEntries(
    partsOf(hash).map((part) => decoded(part).split('=', 2)),
  );
  const known = names.filter((name) => forms[name].test(given[name] ?? ''));
  const view = Object.fromEntries(
    known.map((name) => [name, typeof plainView[name] === 'number' ? Number(given[name]) : given[name]]),
  );
  return { ...plainView, ...view };
}

/** The hash of a view: what differs from the plain one, after what others keep in the hash. */
export function writeView(view: View, hash: string): string {
  const others = partsOf(hash).filter((part) => !names.includes(part.split('=')[0] as keyof View));
  const told = names.filter((name) => view[name] !== plainView[name]).map((name) => `${name}=${view[name]}`);
  return `#${[...others, ...told].join('&')}`;
}

function partsOf(hash: string): string[] {
  return hash.replace(/^#/, '').split('&').filter(Boolean);
}

/** Some programs write `%2F` where a link had `/`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign
  }
}
