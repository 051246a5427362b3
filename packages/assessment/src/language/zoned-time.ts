/** Languages of texts. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** Abbreviations that the weather service uses and the locale data lack. */
const abbreviations: Record<string, string> = {
  'Pacific/Guam': 'ChST',
  'Pacific/Saipan': 'ChST',
  'Pacific/Pago_Pago': 'SST',
};

interface Format {
  clock: Intl.DateTimeFormat;
  weekday: Intl.DateTimeFormat;
}

const formats = new Map<string, Format>();

/** Formats are made once: making one takes longer than formatting a hundred times. */
function formatOf(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const made: Format = {
    clock: new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZoneName: 'short',
      day: 'numeric',
    }),
    weekday: new Intl.DateTimeFormat(locales[language], { timeZone, weekday: 'long' }),
  };
  formats.set(key, made);
  return made;
}

/** A moment in the time zone of a place, in the parts that a text needs. */
interface ZonedTime {
  /** `5:45 PM CDT` */
  clock: string;
  /** 1 to 12. */
  hour: number;
  /** `Thursday`, in the language. */
  weekday: string;
  /** Whether it is another day than `now` in that zone. */
  otherDay: boolean;
}

/**
 * The local time of a place, in the style of the weather service. A zone without an abbreviation of letters is shown in
 * UTC.
 *
 * @param timeZone IANA name; UTC if null
 */
export function zonedTime(at: Date, now: Date, timeZone: string | null, language: Language): ZonedTime {
  const zone = timeZone ?? 'UTC';
  const { clock, weekday } = formatOf(language, zone);
  const part = partsOf(clock, at);
  const name = abbreviations[zone] ?? part.timeZoneName.replace(/^HA([SD]T)$/, 'H$1'); // Aleutian time
  if (zone !== 'UTC' && /[+\-0-9]/.test(name)) return zonedTime(at, now, 'UTC', language);
  return {
    clock: `${part.hour}:${part.minute} ${part.dayPeriod} ${name}`,
    hour: Number(part.hour),
    weekday: weekday.format(at),
    otherDay: partsOf(clock, now).day !== part.day,
  };
}

function partsOf(format: Intl.DateTimeFormat, at: Date): Record<string, string> {
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
