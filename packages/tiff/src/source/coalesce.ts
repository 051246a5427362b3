import type { ByteRange } from './byte-source.ts';

/** One read request for one or more ranges. */
interface RangeRequest extends ByteRange {
  ranges: ByteRange[];
}

/** Maximum number of octets between two ranges of one request. They are read and discarded. */
const maxGap = 16 * 1024;
/** Maximum length of a request for several ranges, in octets. A single range may be longer. */
const maxRequestBytes = 4 * 1024 ** 2;

/** Joins neighbouring ranges into requests. Ranges are in ascending order of their start, and may overlap. */
export function coalesceRanges(ranges: ByteRange[]): RangeRequest[] {
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

/** Groups requests into batches that run concurrently. A request with more octets than the limit is a batch of its own. */
export function* batchRequests(
  requests: RangeRequest[],
  limits: { requests: number; octets: number },
): Generator<RangeRequest[]> {
  let batch: RangeRequest[] = [];
  let octets = 0;
  for (const request of requests) {
    if (batch.length === limits.requests || (batch.length > 0 && octets + request.length > limits.octets)) {
      yield batch;
      [batch, octets] = [[], 0];
    }
    batch.push(request);
    octets += request.length;
  }
  if (batch.length > 0) yield batch;
}
