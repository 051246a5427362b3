import type { ByteRange } from './byte-source.ts';

/** One request for ranges that lie close to each other. */
export interface RangeRequest extends ByteRange {
  ranges: ByteRange[];
}

/** Unneeded octets that are fetched to save one more request. */
const maxGap = 16 * 1024;
/** Octets of a request for several ranges; a single range may be longer. */
const maxRequestBytes = 4 * 1024 ** 2;

/** Coalesces neighbouring ranges into requests. Ranges are in ascending order of their start, and may overlap. */
export function coalesce(ranges: ByteRange[]): RangeRequest[] {
  const requests: RangeRequest[] = [];
  for (const range of ranges) {
    const last = requests.at(-1);
    const length = last && Math.max(last.length, range.start + range.length - last.start);
    if (last && length! <= maxRequestBytes && range.start <= last.start + last.length + maxGap) {
      last.length = length!;
      last.ranges.push(range);
    } else requests.push({ ...range, ranges: [range] });
  }
  return requests;
}

/** Groups requests that run at the same time, within a limit of requests and of octets; a larger request runs alone. */
export function* batches(
  requests: RangeRequest[],
  limit: { requests: number; octets: number },
): Generator<RangeRequest[]> {
  let batch: RangeRequest[] = [];
  let octets = 0;
  for (const request of requests) {
    if (batch.length === limit.requests || (batch.length > 0 && octets + request.length > limit.octets)) {
      yield batch;
      [batch, octets] = [[], 0];
    }
    batch.push(request);
    octets += request.length;
  }
  if (batch.length > 0) yield batch;
}
