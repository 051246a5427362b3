import { UpstreamError } from '@severe/base';
import type { Client } from 'minio';
import type { ObjectHead } from './port.ts';

const pageSize = 1000; // limit of one S3 request

/**
 * All objects below a prefix, page by page. Stores differ: some end a page without a token for the next one, list folders, or leave
 * out the size or time.
 *
 * @param head asks for one object, for what a list does not tell of it
 */
export async function* listing(
  client: Client,
  bucket: string,
  prefix: string,
  head: (key: string) => Promise<ObjectHead | undefined>,
): AsyncGenerator<ObjectHead> {
  let token = '';
  let after = '';
  for (;;) {
    const page = await client.listObjectsV2Query(bucket, prefix, token, '', pageSize, after);
    for (const { name, size, lastModified } of page.objects) {
      if (!name || name.endsWith('/')) continue; // a folder, which some stores keep as an empty object
      const isComplete = typeof size === 'number' && lastModified && !Number.isNaN(lastModified.getTime());
      const found = isComplete ? { key: name, bytes: size, modifiedAt: lastModified } : await head(name);
      if (found) yield found;
    }
    if (!page.isTruncated) return;
    const next = String((page.nextContinuationToken as string | number | undefined) ?? ''); // digits are a number to the client
    const last = page.objects.at(-1)?.name ?? '';
    if (next ? next === token : !last || last === after) {
      throw new UpstreamError('object store', `a list of ${bucket} does not say how it goes on`);
    }
    token = next;
    after = next ? '' : last;
  }
}
