import { DataError } from '@severe/base';
import { expect } from 'chai';
import type { Fetcher } from '../../src/fetch/fetcher.ts';
import { listBucket, parseListing } from '../../src/fetch/s3-listing.ts';

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
      'https://bucket.example/?list-type=2&prefix=x%2F&max-keys=1000&start-after=x%2F1',
      'https://bucket.example/?list-type=2&prefix=x%2F&max-keys=1000&continuation-token=t%2F%2B%3D',
    ]);
  });

  it('takes an empty listing, and one with a single object', () => {
    expect(parseListing(page([])).objects).to.deep.equal([]);
    expect(parseListing(page(['only &amp; one'])).objects).to.deep.equal([{ key: 'only & one', bytes: 12 }]);
  });

  it('refuses every other answer', () => {
    for (const bad of [undefined, '', '[]', '<html><body>200</body></html>', '<ListBucketResult>', '{"a":1}']) {
      expect(() => parseListing(bad), String(bad)).to.throw(DataError);
    }
  });
});
