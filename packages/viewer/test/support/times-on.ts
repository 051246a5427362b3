import type { Page } from 'playwright-core';
import { momentOf } from '../../src/times.ts';

/** Every time that a page of the map shows, as `YYYY-MM-DDTHH:MM`; undefined or empty where it shows none. */
export interface Times {
  isPlaying: boolean;
  isExtrapolated: boolean;
  /** Of the clock. */
  now: string;
  /** Of the visible frame. */
  frame: string | undefined;
  /** Of the link. */
  link: string | undefined;
  /** Of the values in the popup: of the layer, of the one below it, and of the second pane. */
  popup: string[];
  panel: string | undefined;
  /** Whether the panel says that it is not of now. */
  isPanelPast: boolean;
  /** The clock of the state of warnings, such as `22:16Z`; undefined if they are of now. */
  warnings: string | undefined;
}

/** Reads all at once: between two reads the page may go on. */
export async function timesOn(page: Page): Promise<Times> {
  const read = await page.evaluate(() => {
    const panel = document.querySelector<HTMLTimeElement>('#place-panel:not([hidden]) #place-body time');
    return {
      isPlaying: document.querySelector('#play')?.getAttribute('aria-label') === 'Pause',
      isExtrapolated: document.querySelector('#ahead:not([hidden])') !== null,
      now: new Date().toISOString(),
      frame: document.querySelector<HTMLTimeElement>('#local')?.dateTime,
      hash: location.hash,
      popup: [...document.querySelectorAll<HTMLTimeElement>('.readout [role=status] time')].map(
        (each) => each.dateTime,
      ),
      panel: panel?.dateTime,
      isPanelPast: panel?.closest('#place-body')?.querySelector('button') != null,
      warnings: document.querySelector('#state-warnings')?.textContent ?? '',
    };
  });
  const { hash, now, frame, popup, panel, warnings, ...others } = read;
  const [, stamp] = /[#&]time=(\d{12})/.exec(hash) ?? [];
  return {
    ...others,
    now: minuteOf(now)!,
    frame: minuteOf(frame),
    link: stamp === undefined ? undefined : minuteOf(momentOf(stamp).toISOString()),
    popup: popup.map((each) => minuteOf(each)!),
    panel: minuteOf(panel),
    warnings: /\d\d:\d\dZ/.exec(warnings)?.[0],
  };
}

const minuteOf = (time: string | undefined): string | undefined => time?.slice(0, 16) || undefined;

/** What contradicts the visible frame; empty if the page has one time. */
export function contradictionsOf(times: Times): string[] {
  const { isPlaying, isExtrapolated, now, frame, link, popup, panel, isPanelPast, warnings } = times;
  if (frame === undefined) return [];
  const found = (isWrong: boolean, what: string) => (isWrong ? [what] : []);
  if (isPlaying || isExtrapolated || link === undefined) {
    return [
      ...found(link !== undefined, `link of ${link}`),
      ...found(isPlaying && popup.length > 0, `popup of ${popup[0]} while the loop plays`),
      ...found(!isPlaying && popup.length > 0 && popup[0] !== frame, `popup of ${popup[0]}`),
      ...found(isPanelPast, `panel of the past, ${panel}`),
      ...found(!isPlaying && warnings !== undefined, `warnings of ${warnings}`),
    ];
  }
  // a forecast of a model has a link, and panel and warnings are of now
  const isForecast = frame > now;
  return [
    ...found(link !== frame, `link of ${link}`),
    ...found(popup.length > 0 && popup[0] !== frame, `popup of ${popup[0]}`),
    ...found(panel !== undefined && !isForecast && panel !== frame, `panel of ${panel}`),
    ...found(panel !== undefined && isPanelPast === isForecast, isForecast ? 'panel of the past' : 'panel of now'),
    ...found(isForecast && warnings !== undefined, `warnings of ${warnings} with a forecast`),
    ...found(!isForecast && warnings !== undefined && warnings !== `${frame.slice(11)}Z`, `warnings of ${warnings}`),
  ].map((each) => `${each}, frame of ${frame}`);
}
