import type { Stretch } from './octets.ts';

/** A request for stretches that lie close to each other. */
export interface Request extends Stretch {
  stretches: Stretch[];
}

/** Octets that are fetched for nothing rather than to make one more request. */
const mostGap = 16 * 1024;
/** Octets of a request for several stretches; one stretch may be longer. */
const mostTogether = 4 * 1024 ** 2;

/** As few requests as neighbours allow; stretches are in the order in which they begin, and may overlap. */
export function together(stretches: Stretch[]): Request[] {
  const requests: Request[] = [];
  for (const stretch of stretches) {
    const last = requests.at(-1);
    const length = last && Math.max(last.length, stretch.start + stretch.length - last.start);
    if (last && length! <= mostTogether && stretch.start <= last.start + last.length + mostGap) {
      last.length = length!;
      last.stretches.push(stretch);
    } else requests.push({ ...stretch, stretches: [stretch] });
  }
  return requests;
}

/** Requests in groups that are under way at the same time: at most so many, of at most so many octets, but for one that has more. */
export function* groups(requests: Request[], most: { requests: number; octets: number }): Generator<Request[]> {
  let group: Request[] = [];
  let octets = 0;
  for (const request of requests) {
    if (group.length === most.requests || (group.length > 0 && octets + request.length > most.octets)) {
      yield group;
      [group, octets] = [[], 0];
    }
    group.push(request);
    octets += request.length;
  }
  if (group.length > 0) yield group;
}
