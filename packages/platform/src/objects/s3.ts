import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { StartError, UpstreamError } from '@severe/base';
import { Client } from 'minio';
import { checked } from './checked.ts';
import type { ObjectHead, Objects } from './port.ts';
import { codeOf, upstream } from './s3-errors.ts';
import { createTransport, type S3Limits } from './s3-transport.ts';

export interface S3Address {
  /** `http://host:9000` or `https://…`; a path is not allowed. */
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
}

const defaultLimits: S3Limits = { idleMs: 15_000, totalMs: 120_000, connections: 32 };
const deleteBatchSize = 1000; // limit of one S3 request

/**
 * Objects in a bucket of S3, MinIO or another service with the S3 protocol. Buckets are addressed by path.
 *
 * An object is put in one request and so appears whole; it can be 5 GiB long.
 *
 * @throws {StartError} when the store does not answer, or refuses the keys or the bucket
 */
export async function openS3(address: S3Address, limits: Partial<S3Limits> = {}): Promise<Objects> {
  const { endpoint, bucket } = address;
  const client = createClient(address, { ...defaultLimits, ...limits });

  /** Runs a request; `absentCodes` are the errors that mean there is no such object. */
  async function ask<T>(request: () => Promise<T>, absentCodes: string[] = []): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      if (absentCodes.includes(codeOf(error))) return undefined;
      throw upstream(error, endpoint);
    }
  }

  const head = (key: string): Promise<ObjectHead | undefined> =>
    ask(async () => {
      const { size, lastModified } = await client.statObject(bucket, key);
      return { key, bytes: size, modifiedAt: lastModified };
    }, ['NotFound', 'NoSuchKey']);

  await makeBucket(client, address);

  return checked({
    get: (key) => ask(async () => bytesOf(await client.getObject(bucket, key)), ['NoSuchKey']),

    async getRange(key, start, length) {
      // S3 has no empty range: check only that the object exists.
      if (length === 0) return (await head(key)) && Buffer.alloc(0);
      try {
        return await bytesOf(await client.getPartialObject(bucket, key, start, length));
      } catch (error) {
        if (codeOf(error) === 'NoSuchKey') return undefined;
        if (codeOf(error) === 'InvalidRange') return Buffer.alloc(0); // it begins behind the end
        throw upstream(error, endpoint);
      }
    },

    async put(key, body, options = {}) {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      const headers = { 'Content-Type': options.type ?? 'application/octet-stream' };
      await ask(() => client.putObject(bucket, key, bytes, bytes.length, headers));
    },

    head,

    async *list(prefix): AsyncGenerator<ObjectHead> {
      try {
        for await (const item of client.listObjectsV2(bucket, prefix, true)) {
          yield { key: item.name, bytes: item.size, modifiedAt: item.lastModified };
        }
      } catch (error) {
        throw upstream(error, endpoint);
      }
    },

    async delete(keys) {
      for (let i = 0; i < keys.length; i += deleteBatchSize) {
        const batch = keys.slice(i, i + deleteBatchSize);
        const failed = (await ask(() => client.removeObjects(bucket, batch))) ?? [];
        if (failed.length > 0) throw notDeleted(failed, batch.length, endpoint);
      }
    },

    async ping() {
      const exists = await ask(() => client.bucketExists(bucket));
      if (!exists) throw new UpstreamError('object store', `object store at ${endpoint}: bucket ${bucket} is gone`);
    },
  });
}

function createClient(address: S3Address, limits: S3Limits): Client {
  const url = new URL(address.endpoint);
  if (url.pathname !== '/' || url.search) {
    throw new StartError(`S3_ENDPOINT needs a host and port without a path, got ${address.endpoint}`);
  }
  const secure = url.protocol === 'https:';
  const transport = createTransport(url.origin, limits);
  return new Client({
    endPoint: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 443 : 80,
    useSSL: secure,
    accessKey: address.accessKey,
    secretKey: address.secretKey,
    region: address.region, // given, so that no request is spent on asking for it
    transport: transport as unknown as NonNullable<ConstructorParameters<typeof Client>[0]['transport']>,
    transportAgent: transport.agent,
    partSize: 5 * 1024 ** 3, // limit of one S3 request: nothing is ever sent in parts
    retryOptions: { disableRetry: true }, // callers decide when to retry
  });
}

/** Makes the bucket where it is absent; several processes may start at once. */
async function makeBucket(client: Client, { endpoint, bucket, region }: S3Address): Promise<void> {
  try {
    if (await client.bucketExists(bucket)) return;
    await client.makeBucket(bucket, region);
  } catch (error) {
    if (['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(codeOf(error))) return;
    const { message } = upstream(error, endpoint);
    throw new StartError(`The object store cannot be opened: ${message}; the bucket is ${bucket}`, { cause: error });
  }
}

/** A body in one piece. A connection that is cut before the announced length is an error, never a short object. */
async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  body.on('data', (chunk: Buffer) => chunks.push(chunk));
  await finished(body);
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/** The answer to a batch lists only what failed: as `{ Key, Code, Message }`, whatever the client's types say. */
function notDeleted(failed: unknown[], requested: number, endpoint: string): UpstreamError {
  const { Key, Code, Message } = (failed[0] ?? {}) as { Key?: string; Code?: string; Message?: string };
  return new UpstreamError(
    'object store',
    `object store at ${endpoint}: ${failed.length} of ${requested} objects were not deleted, as ${Key}: ${Message} (${Code})`,
  );
}
