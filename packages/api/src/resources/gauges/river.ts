/** Words between the name of a river and that of a place: `Canadian River at Norman`. */
const between =
  /(?<!\s)\s+(?:at|near|nr|above|abv|ab|below|blw|bl|downstream|upstream|\d+(?:\.\d+)? (?:mi\w* )?[NSEW]{1,3})\s+/i;

/** The river in the name of a gauge; null if there is none. */
export function riverOf(name: string | null): string | null {
  const river = name?.split(between, 1)[0].replace(/(?<![\s,.-])[\s,.-]+$/, '');
  return river && river !== name?.trim() ? river : null;
}
