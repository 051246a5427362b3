import { DataError } from '@severe/base';
import { expect } from 'chai';
import type { Payload } from '../../src/parse/payload.ts';

const page = '<!DOCTYPE html>\n<html><head><title>Page Not Found</title></head><body>404</body></html>';
/** A text as UTF-16 with a byte order mark. */
export const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);

/** What providers send with 200 when they fail. None of it may read as "nothing to report". */
const failures: Record<string, Payload> = {
  'a web page': page,
  'a web page in UTF-16': utf16(page),
  nothing: '',
  blanks: ' \r\n ',
  'a byte order mark alone': new Uint8Array([0xef, 0xbb, 0xbf]),
  'an empty list': '[]',
  'an empty object': '{}',
  null: 'null',
  'half of an answer': '{"type":"FeatureCollection","features":[{"type":"Feat',
  'an error of ArcGIS': '{"error":{"code":400,"message":"Invalid or missing input parameters.","details":[]}}',
  'a problem of api.weather.gov':
    '{"type":"https://api.weather.gov/problems/UnexpectedProblem","title":"Unexpected Problem","status":500,"detail":"An unexpected problem has occurred."}',
  'an image': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
};

/** A parser refuses each failure of a provider. */
export function expectToRefuseFailures(read: (payload: Payload) => unknown): void {
  for (const [what, payload] of Object.entries(failures)) {
    expect(() => read(payload), what).to.throw(DataError);
  }
}
