import { DataError } from '@severe/base';
import { expect } from 'chai';
import type { Fetcher } from '../../src/fetch/fetcher.ts';
import { listBucket, listFolders } from '../../src/fetch/s3-listing.ts';
import { parseListing } from '../../src/parse/listing.ts';

const page = (keys: string[], next?: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <IsTruncated>${next ? 'true' : 'false'}</IsTruncated>${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}
  ${keys.map((key) => `<Contents><Key>${key}</Key><Size>12</Size></Contents>`).join('')}</ListBucketResult>`;

describe('fetch/s3-listing', () => {
  it('follows the pages of a listing', async () => {
    const asked: string[] = [];
    const answers = [page(['a', 'b'], 't/+='), page(['c'])];
    const fetcher = {
      text: async (url: string) => {
        asked.push(url);
        return answers.shift();
      },
    } as unknown as Fetcher;
    const found = await listBucket(fetcher, 'https://bucket.example', { prefix: 'x/', startAfter: 'x/1' });
    expect(found.map(({ key }) => key)).to.deep.equal(['a', 'b', 'c']);
    expect(asked).to.deep.equal([
      'https://bucket.example/?list-type=2&max-keys=1000&prefix=x%2F&start-after=x%2F1',
      'https://bucket.example/?list-type=2&max-keys=1000&prefix=x%2F&continuation-token=t%2F%2B%3D',
    ]);
  });

  it('accepts an empty listing, and one with a single object', () => {
    expect(parseListing(page([])).objects).to.deep.equal([]);
    expect(parseListing(page(['only &amp; one'])).objects).to.deep.equal([
      { key: 'only & one', bytes: 12, storedAt: undefined },
    ]);
  });

  it('rejects every other response', () => {
    for (const bad of [undefined, '', '[]', '<html><body>200</body></html>', '<ListBucketResult>', '{"a":1}']) {
      expect(() => parseListing(bad), String(bad)).to.throw(DataError);
    }
  });

  /** A server that answers every request with the next page. */
  function endless(pageOf: (n: number) => string): { fetcher: Fetcher; requests: () => number } {
    let requests = 0;
    const text = async (): Promise<string> => pageOf(++requests);
    return { fetcher: { text } as unknown as Fetcher, requests: () => requests };
  }
  const stuck: [name: string, pageOf: (n: number) => string, requests: number, message: string][] = [
    ['a repeated token', (n) => page([`k/${n}`], 'same'), 2, 'a truncated page with a repeated continuation token'],
    ['no new key', (n) => page(['k/1'], `t${n}`), 2, 'a truncated page with no new key'],
    [
      'a missing token',
      () => page(['k/1'], ' ').replace(/<Next.*?>.*?<.Next.*?>/, ''),
      1,
      'a truncated page without one',
    ],
    ['no end', (n) => page([`k/${n}`], `t${n}`), 100, 'expected at most 100 pages'],
  ];
  for (const [name, pageOf, count, message] of stuck) {
    it(`ends a listing with ${name} with an error`, async () => {
      for (const list of [
        (fetcher: Fetcher) => listBucket(fetcher, 'https://bucket.example', { prefix: 'k/' }),
        (fetcher: Fetcher) => listFolders(fetcher, 'https://bucket.example', 'k/'),
      ]) {
        const { fetcher, requests } = endless(pageOf);
        const error = await list(fetcher).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(DataError).with.property('code', 'listing');
        expect((error as DataError).message).to.contain(message);
        expect(requests()).to.equal(count);
      }
    });
  }

  it('refuses a page of more than 10,000 objects before it parses them', () => {
    expect(parseListing(page(Array.from({ length: 10_000 }, (_, i) => `${i}`))).objects).to.have.length(10_000);
    const endsEarly = '<ListBucketResult>' + '<Contents/>'.repeat(10_001);
    expect(() => parseListing(endsEarly)).to.throw(DataError, 'expected at most 10000 objects on a page');
  });
});
