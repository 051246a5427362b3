import { listEntry, productId, type TextProduct } from '../bulletins/entry.ts';
import { hourMs } from '../model/plane.ts';
import type { CenterArchive } from './archive.ts';
import { discussionText } from './discussions.ts';
import type { SurveyArchive } from '../surveys/archive.ts';
import { officeOfSurvey, statementHeading, statementText } from '../surveys/statement.ts';
import { advisoryText } from '../tropics/advisory-text.ts';
import { cycloneAt } from '../tropics/cyclone.ts';
import { outlookTexts } from './outlook-texts.ts';
import type { OutlookFiles } from './outlooks.ts';
import type { RainOutlookFiles } from './rain-outlooks.ts';
import { rainTexts } from './rain-texts.ts';
import { watchProducts, type WatchProduct } from './watch-texts.ts';

/** A bulletin of a national centre. */
interface CenterProduct extends TextProduct {
  /** The text with its heading, as the provider sends it. */
  text: () => string;
}

/** Period for which bulletins are listed. */
const listedMs = 24 * hourMs;

/** What the centres and the offices issue. */
export interface Centers {
  center: CenterArchive;
  outlooks: OutlookFiles;
  rainOutlooks: RainOutlookFiles;
  surveys: SurveyArchive;
}

/** What issues the bulletins of a code, by code. */
const issuers: Record<string, (seed: number, centers: Centers, now: number) => CenterProduct[]> = {
  ...Object.fromEntries(
    watchProducts.map((product) => [
      product.code,
      (seed: number, centers: Centers, now: number) => watchBulletins(product, seed, centers, now),
    ]),
  ),
  PTS: outlookProducts,
  TCP: advisoryProducts,
  SWO: discussionProducts,
  RBG: rainProducts,
  PNS: surveyProducts,
  FFG: () => [], // the provider lists it, and nothing is issued in the simulated world
};

/** The bulletins of a code that were issued by `now`, newest first; undefined if the centres issue none. */
export function centerProducts(seed: number, centers: Centers, code: string, now: number): CenterProduct[] | undefined {
  return Object.hasOwn(issuers, code) ? issuers[code](seed, centers, now) : undefined;
}

function watchBulletins(
  { code, heading, name, textOf }: WatchProduct,
  seed: number,
  { center }: Centers,
  now: number,
): CenterProduct[] {
  return center
    .watches(now - listedMs, now)
    .toReversed()
    .map((watch) => ({
      id: productId(seed, code, watch.year, watch.number),
      heading,
      icao,
      issuedAt: watch.issuedAt,
      code,
      name,
      text: () => textOf(watch),
    }));
}

const icao = 'KWNS';

function outlookProducts(seed: number, { outlooks }: Centers, now: number): CenterProduct[] {
  const name = 'Probabilistic Outlook Points';
  return outlookTexts(outlooks, now)
    .map(({ awips, heading, issuedAt, text }) => {
      const id = productId(seed, 'PTS', awips, issuedAt);
      return { id, heading, icao, issuedAt, code: 'PTS', name, text };
    })
    .toSorted((one, other) => other.issuedAt - one.issuedAt);
}

function discussionProducts(seed: number, { center }: Centers, now: number): CenterProduct[] {
  const name = 'Severe Storm Outlook Narrative (AC)';
  return center
    .discussions(now - listedMs, now)
    .toReversed()
    .map((discussion) => {
      const { year, number, issuedAt } = discussion;
      const id = productId(seed, 'SWO', year, number);
      const text = () => discussionText(discussion);
      return { id, heading: 'ACUS11', icao, issuedAt, code: 'SWO', name, text };
    });
}

function advisoryProducts(seed: number, _centers: Centers, now: number): CenterProduct[] {
  const cyclone = cycloneAt(seed, now);
  const { sentAt: issuedAt, text } = advisoryText(cyclone, now);
  const id = productId(seed, 'TCP', cyclone.id, issuedAt);
  const name = 'Public Tropical Cyclone Advisory';
  return [{ id, heading: 'WTNT31', icao: 'KNHC', issuedAt, code: 'TCP', name, text: () => text }];
}

function rainProducts(seed: number, { rainOutlooks }: Centers, now: number): CenterProduct[] {
  const name = 'Excessive Rainfall Outlook Points';
  return rainTexts(rainOutlooks, now)
    .map(({ awips, heading, issuedAt, text }) => {
      const id = productId(seed, 'RBG', awips, issuedAt);
      return { id, heading, icao: 'KWNH', issuedAt, code: 'RBG', name, text };
    })
    .toSorted((one, other) => other.issuedAt - one.issuedAt);
}

function surveyProducts(seed: number, { surveys }: Centers, now: number): CenterProduct[] {
  const name = 'Public Information Statement';
  return surveys
    .between(now - listedMs, now, now)
    .toSorted((one, other) => other.publishedAt - one.publishedAt)
    .map((survey) => ({
      id: productId(seed, 'PNS', survey.number),
      heading: statementHeading,
      icao: officeOfSurvey(survey).icao,
      issuedAt: survey.publishedAt,
      code: 'PNS',
      name,
      text: () => statementText(survey),
    }));
}

/** Codes of the bulletins of the centres. */
export const centerCodes: string[] = Object.keys(issuers);

/** The entry of a bulletin in the provider's list. */
export function centerEntry({ text: _text, ...product }: CenterProduct): object {
  return listEntry(product);
}
