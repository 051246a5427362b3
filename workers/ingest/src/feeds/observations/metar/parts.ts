/** The parts of a METAR. */
interface MetarParts {
  /** From the type and the station up to the altimeter setting and recent weather. */
  body: string;
  /** Behind `RMK`. */
  remarks: string;
}

/** Begins the trend of the next two hours, which has groups of the same form as the body. */
const trend = / (?:TEMPO|BECMG|NOSIG|INTER|PROB\d\d|FM\d{4,6})\b/;

/** Divides a report. The trend, between body and remarks, is dropped. */
export function partsOf(report: string): MetarParts {
  const [observed, ...remarks] = report
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/ RMK ?/);
  const [body] = observed.split(trend, 1);
  return { body, remarks: remarks.join(' ') };
}
