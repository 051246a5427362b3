import { inParallel } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Client } from 'minio';
import { codeOf } from './s3-errors.ts';

const batchSize = 1000; // limit of one S3 request
const singlyAtOnce = 8;

/** Deletes objects in batches, or one by one where the store has no batches; the store is asked once. */
export function deletion(
  client: Client,
  { endpoint, bucket }: { endpoint: string; bucket: string },
): (keys: string[]) => Promise<void> {
  let hasBatches = true;

  async function deleteBatch(keys: string[]): Promise<void> {
    const answer: unknown[] = await client.removeObjects(bucket, keys);
    const failed = (answer as Refusal[]).filter(({ Code }) => Code !== 'NoSuchKey');
    if (failed.length > 0) throw notDeleted(failed, keys.length, endpoint);
  }

  async function deleteOne(key: string): Promise<void> {
    try {
      await client.removeObject(bucket, key);
    } catch (error) {
      if (!['NoSuchKey', 'NotFound'].includes(codeOf(error))) throw error;
    }
  }

  return async (keys) => {
    for (let i = 0; i < keys.length; i += batchSize) {
      const batch = keys.slice(i, i + batchSize);
      try {
        if (hasBatches) await deleteBatch(batch);
      } catch (error) {
        if (!['NotImplemented', 'MethodNotAllowed'].includes(codeOf(error))) throw error;
        hasBatches = false;
      }
      if (!hasBatches) await inParallel(batch, singlyAtOnce, deleteOne);
    }
  };
}

/** What the answer to a batch lists, whatever the client's types say: only what failed. */
interface Refusal {
  Key?: string;
  Code?: string;
  Message?: string;
}

function notDeleted([first, ...others]: Refusal[], requested: number, endpoint: string): UpstreamError {
  const count = others.length + 1;
  return new UpstreamError(
    'object store',
    `object store at ${endpoint}: ${count} of ${requested} objects were not deleted, as ${first.Key}: ${first.Message} (${first.Code})`,
  );
}
