import { expect } from 'chai';
import type { StoredObject } from '../../src/server/bucket.ts';
import { errorXml, listPage, listXml, type ListQuery } from '../../src/server/listing.ts';

const objects: StoredObject[] = ['a/1', 'a/2', 'a/x/1', 'a/x/2', 'a/y/1', 'b/1'].map((key, i) => ({
  key,
  modified: Date.parse('2026-05-20T22:00:00Z'),
  size: 100 + i,
  etag: '"0f"',
}));
const query = (more: Partial<ListQuery> = {}): ListQuery => ({
  prefix: '',
  delimiter: '',
  startAfter: '',
  maxKeys: 1000,
  ...more,
});
const keysOf = (more: Partial<ListQuery>) => listPage(objects, query(more)).contents.map(({ key }) => key);

/** Follows the pages to the end: every key and every folded prefix, in the order in which they came. */
function walk(more: Partial<ListQuery>): { found: string[]; pages: number } {
  const found: string[] = [];
  let pages = 0;
  let token: string | undefined;
  do {
    const page = listPage(objects, query({ ...more, token }));
    found.push(...page.contents.map(({ key }) => key), ...page.commonPrefixes);
    token = page.nextToken;
    pages++;
  } while (token !== undefined && pages < 20);
  return { found, pages };
}

describe('server/listing', () => {
  it('lists keys with the prefix after the start key', () => {
    expect(keysOf({})).to.have.length(6);
    expect(keysOf({ prefix: 'a/x/' })).to.deep.equal(['a/x/1', 'a/x/2']);
    expect(keysOf({ startAfter: 'a/x/1' })).to.deep.equal(['a/x/2', 'a/y/1', 'b/1']);
    expect(keysOf({ startAfter: 'a/x/11' })).to.deep.equal(['a/x/2', 'a/y/1', 'b/1']);
    expect(keysOf({ prefix: 'c' })).to.deep.equal([]);
  });

  it('returns every key once for any page size, and no token on the last page', () => {
    for (const maxKeys of [1, 2, 3, 4, 5, 6, 7]) {
      const { found, pages } = walk({ maxKeys });
      expect(found).to.deep.equal(objects.map(({ key }) => key));
      expect(pages).to.equal(Math.ceil(6 / maxKeys));
    }
  });

  it('groups keys by delimiter, also at the end of a page', () => {
    const page = listPage(objects, query({ prefix: 'a/', delimiter: '/' }));
    expect(page.contents.map(({ key }) => key)).to.deep.equal(['a/1', 'a/2']);
    expect(page.commonPrefixes).to.deep.equal(['a/x/', 'a/y/']);
    for (const maxKeys of [1, 2, 3]) {
      expect(walk({ prefix: 'a/', delimiter: '/', maxKeys }).found).to.deep.equal(['a/1', 'a/2', 'a/x/', 'a/y/']);
    }
  });

  it('continues from the token, not from start-after', () => {
    const { nextToken } = listPage(objects, query({ startAfter: 'a/1', maxKeys: 2 }));
    expect(keysOf({ startAfter: 'a/1', token: nextToken, maxKeys: 2 })).to.deep.equal(['a/x/2', 'a/y/1']);
  });

  it('returns no keys and no token for max-keys=0', () => {
    expect(listPage(objects, query({ maxKeys: 0 }))).to.deep.equal({ contents: [], commonPrefixes: [] });
  });

  it('writes the XML of S3, escaped', () => {
    const asked = query({ prefix: 'a/<&>', maxKeys: 1 });
    const xml = listXml('bucket', asked, { contents: objects.slice(0, 1), commonPrefixes: [], nextToken: 'dG9rZW4' });
    expect(xml).to.include('<Prefix>a/&lt;&amp;&gt;</Prefix>');
    expect(xml).to.include('<KeyCount>1</KeyCount><MaxKeys>1</MaxKeys><IsTruncated>true</IsTruncated>');
    expect(xml).to.include('<NextContinuationToken>dG9rZW4</NextContinuationToken>');
    expect(xml).to.include(
      '<Contents><Key>a/1</Key><LastModified>2026-05-20T22:00:00.000Z</LastModified><ETag>&quot;0f&quot;</ETag>' +
        '<Size>100</Size><StorageClass>STANDARD</StorageClass></Contents>',
    );
    expect(errorXml('NoSuchKey', 'gone', '/x')).to.include('<Error><Code>NoSuchKey</Code><Message>gone</Message>');
  });
});
