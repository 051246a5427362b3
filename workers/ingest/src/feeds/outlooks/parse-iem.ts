import { DataError } from '@severe/base';
import { lookUp, neededNumber, neededText, neededTime } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, type Payload, readJson, recordOf } from '../../parse/payload.ts';
import { type OutlookRow, riskOf, outlookTypes } from './row.ts';

/** An outlook at the requested point, without an area. */
export type OutlookAtPoint = Omit<OutlookRow, 'colour' | 'fill' | 'area'>;

/**
 * Parses the archive of the Iowa Environmental Mesonet at a point, `/json/spcoutlook.py`. @throws {DataError} `shape`
 */
export function parseOutlooksAtPoint(payload: Payload): Parsed<OutlookAtPoint> {
  const outlooks = arrayOf(recordOf(readJson(payload), 'outlooks').outlooks, 'outlooks');
  return collect(
    outlooks,
    (_, i) => `outlook ${i}`,
    (value) => {
      const outlook = recordOf(value, 'an outlook');
      const day = neededNumber(outlook.day, 'day');
      const category = neededText(outlook.category, 'category');
      const threshold = neededText(outlook.threshold, 'threshold');
      const type = lookUp(outlookTypes, category);
      const risk = riskOf(threshold, day);
      if (!type || !risk)
        throw new DataError('field', `expected a category and its risk, got ${category} ${threshold}`);
      return {
        day,
        type: day >= 4 ? ('categorical' as const) : type,
        ...risk,
        issuedAt: neededTime(outlook.utc_product_issue, 'utc_product_issue'),
        validFrom: neededTime(outlook.utc_issue, 'utc_issue'),
        validTo: neededTime(outlook.utc_expire, 'utc_expire'),
      };
    },
  );
}
