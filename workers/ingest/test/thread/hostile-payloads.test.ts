import { DataError } from '@severe/base';
import { expect } from 'chai';
import { parseInThread } from '../../src/thread/parse-in-thread.ts';
import { measureTurns } from '../support/turns.ts';

const mebibyte = 1 << 20;
const now = new Date('2026-05-20T22:00:00Z');

/** Text of about that length: a beginning, parts, and an end. */
function long(bytes: number, begin: string, part: (i: number) => string, end: string): string {
  const parts: string[] = [];
  for (let length = 0, i = 0; length < bytes; i++) {
    parts.push(part(i));
    length += parts[i].length + 1;
  }
  return `${begin}${parts.join(',')}${end}`;
}

const nested = (bytes: number): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
const collection = '{"type":"FeatureCollection","features":[';
const feature = (i: number) => `{"id":${i},"properties":{"event":"x","sent":"never"},"geometry":null}`;
const listing = (inner: string) => `<ListBucketResult>${inner}<IsTruncated>false</IsTruncated></ListBucketResult>`;

/** Payloads that take the parser long, or much memory. */
const payloads: [string, () => Promise<unknown>][] = [
  ['6 MB of nested JSON', () => parseInThread('alerts', nested(6 * mebibyte), now)],
  ['6 MB of nested JSON in a list', () => parseInThread('localReports', `${collection}${nested(6 * mebibyte)}]}`, now)],
  ['a list of 15 MB of numbers', () => parseInThread('watches', long(15 * mebibyte, '[', String, ']'))],
  ['a list of 15 MB of alerts', () => parseInThread('alerts', long(15 * mebibyte, collection, feature, ']}'), now)],
  [
    'an object of 15 MB',
    () =>
      parseInThread(
        'currentStorms',
        long(15 * mebibyte, '{', (i) => `"${i}":1`, '}'),
      ),
  ],
  ['a text of 15 MB', () => parseInThread('textProduct', JSON.stringify('x'.repeat(15 * mebibyte)))],
  ['a listing of 4 MB of objects', () => parseInThread('listing', listing('<Contents>'.repeat(400_000)))],
  ['a listing of 4 MB of nested names', () => parseInThread('listing', listing('<a>'.repeat(1_300_000)))],
  ['a listing of 4 MB of other names', () => parseInThread('listing', listing('<a/>'.repeat(1_000_000)))],
];

describe('hostile payloads', function () {
  this.timeout(300_000);
  before(() => parseInThread('listing', listing(''))); // the thread is loaded

  for (const [name, parse] of payloads) {
    it(`${name}: the main thread stays free`, async function () {
      const turns = await measureTurns(async () => {
        const outcome = await parse().catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome).to.be.instanceOf(DataError);
          expect(outcome.message.length).to.be.at.most(400);
        }
      });
      if (!turns) this.skip();
      expect(turns.p99, 'p99').to.be.at.most(50);
      expect(turns.longest, 'longest').to.be.at.most(250);
    });
  }

  it('leave the thread usable', async () => {
    expect(await parseInThread('listing', listing('<Contents><Key>a</Key><Size>1</Size></Contents>'))).to.deep.equal({
      objects: [{ key: 'a', bytes: 1, storedAt: undefined }],
      folders: [],
      next: undefined,
    });
    expect((await parseInThread('usgsReadings', '{"type":"FeatureCollection","features":[]}')).rows).to.deep.equal([]);
  });
});
