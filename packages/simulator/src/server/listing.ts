import type { StoredObject } from './bucket.ts';

/** The parameters of ListObjectsV2. */
export interface ListQuery {
  prefix: string;
  delimiter: string;
  startAfter: string;
  maxKeys: number;
  /** The continuation token of an earlier response. */
  token?: string;
}

/** A page of a listing. */
interface ListPage {
  contents: StoredObject[];
  commonPrefixes: string[];
  nextToken?: string;
}

/**
 * One page of the objects (in order of keys) that match a query. Keys that contain the delimiter after the prefix are
 * grouped.
 */
export function listPage(objects: StoredObject[], query: ListQuery): ListPage {
  const { prefix, delimiter, maxKeys } = query;
  const after = query.token === undefined ? query.startAfter : decodeToken(query.token);
  const page: ListPage = { contents: [], commonPrefixes: [] };
  let last = after;
  for (const object of objects) {
    if (!object.key.startsWith(prefix) || object.key <= after) continue;
    const end = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
    const folded = end < 0 ? undefined : object.key.slice(0, end + delimiter.length);
    if (folded !== undefined && (folded === page.commonPrefixes.at(-1) || folded === after)) continue;
    if (page.contents.length + page.commonPrefixes.length >= maxKeys) {
      if (maxKeys > 0) page.nextToken = encodeToken(last);
      return page;
    }
    if (folded === undefined) page.contents.push(object);
    else page.commonPrefixes.push(folded);
    last = folded ?? object.key;
  }
  return page;
}

/** The listing as XML of S3. */
export function listXml(bucket: string, query: ListQuery, page: ListPage): string {
  const count = page.contents.length + page.commonPrefixes.length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    element('Name', bucket),
    element('Prefix', query.prefix),
    query.startAfter && element('StartAfter', query.startAfter),
    query.token !== undefined && element('ContinuationToken', query.token),
    page.nextToken !== undefined && element('NextContinuationToken', page.nextToken),
    element('KeyCount', count),
    element('MaxKeys', query.maxKeys),
    query.delimiter && element('Delimiter', query.delimiter),
    element('IsTruncated', page.nextToken !== undefined),
    ...page.contents.map(contentsXml),
    ...page.commonPrefixes.map((prefix) => `<CommonPrefixes>${element('Prefix', prefix)}</CommonPrefixes>`),
    '</ListBucketResult>',
  ]
    .filter(Boolean)
    .join('');
}

/** An error as XML of S3. */
export function errorXml(code: string, message: string, resource: string): string {
  const parts = [element('Code', code), element('Message', message), element('Resource', resource)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${parts.join('')}</Error>`;
}

function contentsXml({ key, modified, size, etag }: StoredObject): string {
  const parts = [
    element('Key', key),
    element('LastModified', new Date(modified).toISOString()),
    element('ETag', etag),
    element('Size', size),
    element('StorageClass', 'STANDARD'),
  ];
  return `<Contents>${parts.join('')}</Contents>`;
}

function element(name: string, value: string | number | boolean): string {
  return `<${name}>${String(value).replace(/[&<>"]/g, (c) => entities[c])}</${name}>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const encodeToken = (key: string): string => Buffer.from(key).toString('base64url');
const decodeToken = (token: string): string => Buffer.from(token, 'base64url').toString();
