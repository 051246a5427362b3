import { language, locale, t } from './language.ts';
/** The time of a stamp such as `202605202218`. */
export function momentOf(stamp: string): Date {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** The inverse of `momentOf`. */
export function stampOf(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 12);
}

const localFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const clockFormat = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });

/** In the time zone of the browser: `Wed, 5:18 PM CDT`. */
export function localTime(at: Date): string {
  return localFormat.format(at);
}

/** In UTC: `20 May 22:18Z`. */
export function utcTime(at: Date): string {
  const day = at.toLocaleDateString(language === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return `${day} ${at.toISOString().slice(11, 16)}Z`;
}

/** `4 minutes`, `1 hour`, `3 hours`. */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 90) return minutes === 1 ? t`1 minute` : t`${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? t`1 hour` : t`${hours} hours`;
}

/** `40 s`, `4 min`, `3 h`, `365 d`. */
export function shortly(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** `4 minutes ago`, `in 3 hours`. */
export function fromNow(at: Date, now: number): string {
  const seconds = (now - at.getTime()) / 1000;
  return seconds < 0 ? t`in ${duration(-seconds)}` : t`${duration(seconds)} ago`;
}

/** The end of something, in local time and UTC: `5:45 PM CDT (22:45Z)`, with the day if it is not today. */
export function untilTime(moment: string): string {
  const at = new Date(moment);
  const isToday = at.toDateString() === new Date().toDateString();
  return `${(isToday ? clockFormat : localFormat).format(at)} (${at.toISOString().slice(11, 16)}Z)`;
}

/** In local time and UTC: `Wed, 5:18 PM CDT (22:18Z)`. */
export function bothTimes(moment: string): string {
  return `${localFormat.format(new Date(moment))} (${moment.slice(11, 16)}Z)`;
}
