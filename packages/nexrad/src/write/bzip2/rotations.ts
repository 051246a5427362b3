/**
 * Sorts the rotations of a text: by their first two bytes, then, in each round, equal ones by twice as many, using the
 * known rank of a rotation's second half. Rotations with a final position are skipped, so noise needs few rounds, and
 * repetitive data needs the logarithm of the repeat length. (Larsson and Sadakane, Faster suffix sorting, 2007.)
 *
 * @returns start indices of the rotations, in order
 */
export function sortRotations(text: Uint8Array): Int32Array {
  const n = text.length;
  const order = byTwoBytes(text);
  const rank = new Int32Array(n); // end of its group in the order, minus one
  const keys = new Int32Array(n);
  for (let i = 0; i < n; i++) keys[i] = pairAt(text, order[i]);
  let groups = ranked(order, keys, rank, [0, n]);
  for (let length = 2; length < n && groups.length > 0; length *= 2) {
    for (let g = 0; g < groups.length; g += 2) {
      for (let i = groups[g]; i < groups[g + 1]; i++) {
        const second = order[i] + length;
        keys[i] = rank[second < n ? second : second - n];
      }
      sortByKeys(order, keys, groups[g], groups[g + 1]);
    }
    groups = ranked(order, keys, rank, groups);
  }
  return order;
}

const pairAt = (text: Uint8Array, i: number): number => (text[i] << 8) | text[i + 1 < text.length ? i + 1 : 0];

function byTwoBytes(text: Uint8Array): Int32Array {
  const n = text.length;
  const next = new Int32Array(65_537);
  for (let i = 0; i < n; i++) next[pairAt(text, i) + 1]++;
  for (let pair = 0; pair < 65_536; pair++) next[pair + 1] += next[pair];
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[next[pairAt(text, i)]++] = i;
  return order;
}

/** Ranks the sorted groups, and returns the groups (first, end) whose keys are still equal. */
function ranked(order: Int32Array, keys: Int32Array, rank: Int32Array, groups: number[]): number[] {
  const alike: number[] = [];
  for (let g = 0; g < groups.length; g += 2) {
    for (let first = groups[g]; first < groups[g + 1];) {
      let end = first + 1;
      while (end < groups[g + 1] && keys[end] === keys[first]) end++;
      for (let i = first; i < end; i++) rank[order[i]] = end - 1;
      if (end - first > 1) alike.push(first, end);
      first = end;
    }
  }
  return alike;
}

/** Sorts a part of the order by key: three-way quicksort, since many keys are equal. */
function sortByKeys(order: Int32Array, keys: Int32Array, from: number, to: number): void {
  const parts = [from, to];
  while (parts.length > 0) {
    const end = parts.pop() as number;
    const first = parts.pop() as number;
    const pivot = middleOf(keys[first], keys[(first + end) >> 1], keys[end - 1]);
    let lower = first;
    let higher = end;
    for (let i = first; i < higher;) {
      const key = keys[i];
      if (key === pivot) {
        i++;
        continue;
      }
      const other = key < pivot ? lower++ : --higher;
      const start = order[i];
      keys[i] = keys[other];
      order[i] = order[other];
      keys[other] = key;
      order[other] = start;
      if (key < pivot) i++;
    }
    if (lower - first > 1) parts.push(first, lower);
    if (end - higher > 1) parts.push(higher, end);
  }
}

function middleOf(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : Math.max(a, c)) : a < c ? a : Math.max(b, c);
}
