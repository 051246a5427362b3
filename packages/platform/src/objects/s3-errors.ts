import { messageOf, UpstreamError } from '@severe/base';

/** What codes of S3 and of sockets say about the settings. */
const reasons: Record<string, string> = {
  InvalidAccessKeyId: 'S3_ACCESS_KEY is not known there',
  SignatureDoesNotMatch: 'S3_SECRET_KEY is wrong',
  AccessDenied: 'S3_ACCESS_KEY and S3_SECRET_KEY, or the role of S3_CREDENTIALS, give no access to the bucket',
  ExpiredToken: 'the credentials have expired',
  InvalidToken: 'S3_SESSION_TOKEN does not belong to the keys, or is not valid any more',
  RequestTimeTooSkewed: 'the clock of this machine differs from that of the store',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket',
  MovedPermanently: 'S3_REGION is not the region of the bucket',
  PermanentRedirect: 'S3_ENDPOINT is not that of the region of the bucket',
  InvalidBucketName: 'S3_BUCKET is no valid name of a bucket',
  InvalidBucketNameError: 'S3_BUCKET is no valid name of a bucket',
  NoSuchBucket: 'the bucket does not exist',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name of S3_ENDPOINT is not known',
  EAI_AGAIN: 'the host name of S3_ENDPOINT cannot be looked up now',
  ECONNRESET: 'the connection was cut',
};

/** A refusal of a `HEAD` has no body. */
const unexplained = 'it refused the request: the credentials may have expired, or S3_REGION is not that of the bucket';

/** The code of an S3 response (`NoSuchKey`) or of a socket error (`ECONNREFUSED`). */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((text) => typeof text === 'string') ?? '';
}

/** An error of the store as an `UpstreamError`: one sentence with address and code. */
export function upstream(error: unknown, endpoint: string): UpstreamError {
  if (error instanceof UpstreamError) return error;
  // The client wraps what its source of credentials throws.
  if (error instanceof Error && error.cause instanceof UpstreamError) return error.cause;
  const code = codeOf(error);
  const reason = reasons[code] ?? (messageOf(error) || unexplained);
  return new UpstreamError('object store', `object store at ${endpoint}: ${reason} (${code})`, { cause: error });
}
