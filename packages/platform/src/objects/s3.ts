import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { StartError, UpstreamError } from '@severe/base';
import { Client } from 'minio';
import { checked } from './checked.ts';
import { openCredentials, type CredentialSource, type CredentialsOfStore } from './credentials/sources.ts';
import type { ObjectHead, Objects } from './port.ts';
import { deletion } from './s3-deletion.ts';
import { codeOf, upstream } from './s3-errors.ts';
import { listing } from './s3-listing.ts';
import { createTransport, type S3Limits } from './s3-transport.ts';

export interface S3Address {
  /** `http://host:9000` or `https://…`; a path is not allowed. */
  endpoint: string;
  bucket: string;
  region: string;
  /** Where the name of the bucket is: in the path, or before the host. */
  addressing: 'path' | 'virtual-host';
  credentials: CredentialSource;
}

type ClientOptions = ConstructorParameters<typeof Client>[0];

const defaultLimits: S3Limits = { idleMs: 15_000, totalMs: 120_000, connections: 32 };

/**
 * Objects in a bucket of S3, MinIO or another service with the S3 protocol.
 *
 * An object is put in one request and so appears whole; it can be 5 GiB long.
 *
 * @throws {StartError} when the store does not answer, or refuses the keys or the bucket
 */
export async function openS3(address: S3Address, limits: Partial<S3Limits> = {}): Promise<Objects> {
  const { endpoint, bucket } = address;
  const credentials = openCredentials(address.credentials);
  const client = createClient(address, credentials, { ...defaultLimits, ...limits });

  function failed(error: unknown): UpstreamError {
    if (codeOf(error) === 'ExpiredToken') credentials.reject();
    return upstream(error, endpoint);
  }

  /** Runs a request; `absentCodes` are the errors that mean there is no such object. */
  async function ask<T>(request: () => Promise<T>, absentCodes: string[] = []): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      if (absentCodes.includes(codeOf(error))) return undefined;
      throw failed(error);
    }
  }

  const head = (key: string): Promise<ObjectHead | undefined> =>
    ask(async () => {
      const { size, lastModified } = await client.statObject(bucket, key);
      return { key, bytes: size, modifiedAt: lastModified };
    }, ['NotFound', 'NoSuchKey']);

  const deleteAll = deletion(client, address);
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
        throw failed(error);
      }
    },

    async put(key, body, options = {}) {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      const headers = { 'Content-Type': options.type ?? 'application/octet-stream' };
      await ask(() => client.putObject(bucket, key, bytes, bytes.length, headers));
    },

    head,

    async *list(prefix) {
      try {
        yield* listing(client, bucket, prefix, head);
      } catch (error) {
        throw failed(error);
      }
    },

    delete: (keys) => ask(() => deleteAll(keys)),

    async ping() {
      const exists = await ask(() => client.bucketExists(bucket));
      if (!exists) throw new UpstreamError('object store', `object store at ${endpoint}: bucket ${bucket} is gone`);
    },
  });
}

function createClient(address: S3Address, credentials: CredentialsOfStore, limits: S3Limits): Client {
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
    credentialsProvider: credentials as unknown as ClientOptions['credentialsProvider'], // types of its other build
    pathStyle: address.addressing === 'path',
    region: address.region, // given, so that no request is spent on asking for it
    transport: transport as unknown as ClientOptions['transport'],
    transportAgent: transport.agent,
    partSize: 5 * 1024 ** 3, // limit of one S3 request: nothing is ever sent in parts
    retryOptions: { disableRetry: true }, // callers decide when to retry
  });
}

/** Makes the bucket where it is absent; several processes may start at once. */
async function makeBucket(client: Client, { endpoint, bucket, region }: S3Address): Promise<void> {
  let isAbsent = false;
  try {
    if (await client.bucketExists(bucket)) return;
    isAbsent = true;
    await client.makeBucket(bucket, region);
  } catch (error) {
    const code = codeOf(error);
    if (['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(code)) return;
    const mayNot = isAbsent && code === 'AccessDenied';
    const problem = mayNot ? `object store at ${endpoint}: no such bucket, and no right to create it` : '';
    throw new StartError(
      `The object store cannot be opened: ${problem || upstream(error, endpoint).message}; the bucket is ${bucket}`,
      { cause: error },
    );
  }
}

/** A body in one piece. A connection that is cut before the announced length is an error, never a short object. */
async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  body.on('data', (chunk: Buffer) => chunks.push(chunk));
  await finished(body);
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}
