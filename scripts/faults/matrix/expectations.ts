import { faults } from '@severe/simulator/testing/faults';

/** Faults after which nothing can be read: every run that meets one must fail. */
const unreadable = new Set(
  faults.filter((fault) => fault.reply !== undefined).map(({ id }) => id).concat(['truncated', 'endless-listing', 'repeated-page', 'stuck-listing', 'endless-pages']), // prettier-ignore
);

/**
 * Half of a file of lines is a valid file of lines: only the announced length reveals the loss. Half of a radar volume is one
 * that is still being uploaded.
 */
const wholeInHalf = new Set(['nws-observations', 'spc-reports', 'hrrr', 'nexrad', 'uwyo-soundings']);

/** Whether a run that meets the fault must fail. */
export function mustFail(fault: string, feed: string): boolean {
  return unreadable.has(fault) && !(fault === 'truncated' && wholeInHalf.has(feed));
}

/** Whether the data may differ while the fault lasts: what can be read of the response is valid. */
export function mayChange(fault: string): boolean {
  return !unreadable.has(fault) || fault === 'truncated';
}

/** Why a fault does not apply to a feed that has made requests. */
export function reasonOf(fault: string): string {
  if (fault.endsWith('listing') || fault === 'repeated-page') return 'it reads no listing of a bucket';
  if (fault === 'endless-pages') return 'it reads no pages of an ArcGIS server';
  if (fault.endsWith('alerts') || fault === 'cancel-first') return 'it reads no alerts';
  if (['bom', 'utf-16'].includes(fault)) return 'its files are not text';
  if (fault === 'year-ahead') return 'its files have no time';
  return 'its files have no such part';
}
