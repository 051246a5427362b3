/** A group of present weather: intensity or vicinity, descriptor, phenomena. */
const presentWeather =
  /^(?:[-+]|VC)?(?:MI|PR|BC|DR|BL|SH|TS|FZ)?(?:DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PY|PO|SQ|FC|SS|DS|TS|SH)+$/;

/** Weather of the last hour that is over: `RERA`. */
const recentWeather = /^RE[A-Z]{2}/;

/** The groups of present weather, `-RA BR`; null if there is none. Recent weather is not present weather. */
export function weatherOf(groups: string[]): string | null {
  return groups.filter((group) => presentWeather.test(group)).join(' ') || null;
}

/** The groups of weather as a provider has selected them, in its words, without recent weather; null if there is none. */
export function withoutRecent(groups: (string | null)[]): string | null {
  return groups.filter((group) => group && !recentWeather.test(group)).join(' ') || null;
}
