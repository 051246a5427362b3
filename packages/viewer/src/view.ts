import type { PaletteName } from './service.ts';

/** The state of the page that a link contains, without the position of the map. */
export interface View {
  /** Family and product: `radar/composite-reflectivity`. */
  layer: string;
  /** The layer below it, or empty. */
  under: string;
  /** The layer of the second pane, or empty. */
  beside: string;
  palette: PaletteName;
  /** Whether values are interpolated between cells. */
  smooth: 'on' | 'off';
  /** Opacity of the layer in percent. */
  opacity: number;
  /** The chosen radar, or empty. */
  site: string;
  /** Degrees above the horizon. */
  tilt: number;
  /** Storm motion, direction from and knots: `245/35`; empty for that of warnings. */
  motion: string;
  /** Ids of overlays, separated by commas, or `none`. */
  over: string;
  /** Length of the loop. */
  hours: number;
  /** `YYYYMMDDHHMM` in UTC; empty for now. */
  time: string;
}

export const plainView: View = {
  layer: 'radar/composite-reflectivity',
  under: '',
  beside: '',
  palette: 'standard',
  smooth: 'off',
  opacity: 85,
  site: '',
  tilt: 0.5,
  motion: '',
  over: 'warnings,places', // those of a person who has signed in
  hours: 1,
  time: '',
};

/** Valid forms of the parts of a link; other values are ignored. */
const forms: Record<keyof View, RegExp> = {
  layer: /^(radar|satellite|hrrr|rrfs|nexrad)\/[a-z0-9-]{1,40}$/,
  under: /^satellite\/[a-z0-9-]{1,40}$/,
  beside: /^(radar|satellite|hrrr|rrfs|nexrad)\/[a-z0-9-]{1,40}$/,
  palette: /^(standard|colour-blind)$/,
  smooth: /^(on|off)$/,
  opacity: /^([1-9]0|[1-9]5|100)$/,
  site: /^[A-Z]{4}$/,
  tilt: /^(1?\d(\.\d{1,2})?|20)$/,
  motion: /^(360|3[0-5]\d|[12]?\d?\d)\/(150|1[0-4]\d|\d?\d)$/,
  over: /^[a-z]{1,20}(,[a-z]{1,20}){0,20}$/,
  hours: /^[13]$/,
  time: /^\d{12}$/,
};

const names = Object.keys(plainView) as (keyof View)[];

/**
 * Reads the view of a hash: `#at=7/35.2/-97.5&layer=nexrad/velocity&site=KTLX`.
 *
 * @param otherwise what the hash does not name
 */
export function readView(hash: string, otherwise: View = plainView): View {
  const given: Record<string, string | undefined> = Object.fromEntries(
    partsOf(hash).map((part) => decoded(part).split('=', 2)),
  );
  const valid = names.filter((name) => forms[name].test(given[name] ?? ''));
  const view = Object.fromEntries(
    valid.map((name) => [name, typeof plainView[name] === 'number' ? Number(given[name]) : given[name]]),
  );
  return { ...otherwise, ...view };
}

/** The hash of a view: the parts that differ from the default, after the parts of other code. */
export function writeView(view: View, hash: string): string {
  const others = partsOf(hash).filter((part) => !names.includes(part.split('=')[0] as keyof View));
  const changed = names.filter((name) => view[name] !== plainView[name]).map((name) => `${name}=${view[name]}`);
  return `#${[...others, ...changed].join('&')}`;
}

function partsOf(hash: string): string[] {
  return hash.replace(/^#/, '').split('&').filter(Boolean);
}

/** Some programs encode `/` as `%2F`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign
  }
}
