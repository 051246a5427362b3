/**
 * Sorts the rotations of a text: by their first byte, then by twice as many bytes in each round, until all differ.
 * (Manber and Myers, 1990; n log n whatever the text, which matters for sweeps that are mostly zeros.)
 *
 * @returns the starts of the rotations, in order
 */
export function sortByDoubling(text: Uint8Array): Int32Array {
  const n = text.length;
  let order: Int32Array = new Int32Array(n);
  let rank: Int32Array = Int32Array.from(text);
  countingSort(
    order,
    Int32Array.from({ length: n }, (_, i) => i),
    rank,
    256,
  );
  let ranks = rerank(order, rank, 0);
  rank = ranks.rank;

  for (let length = 1; length < n && ranks.count < n; length *= 2) {
    // Rotations that begin `length` earlier are in order of their second halves already: sorting by the first is enough
    const bySecond = order.map((start) => (start >= length ? start - length : start - length + n));
    const sorted = new Int32Array(n);
    countingSort(sorted, bySecond, rank, ranks.count);
    order = sorted;
    ranks = rerank(order, rank, length);
    rank = ranks.rank;
  }
  return order;
}

/** Puts `items` into `into` by rank, keeping the order of equals. */
function countingSort(into: Int32Array, items: Int32Array, rank: Int32Array, ranks: number): void {
  const next = new Int32Array(ranks + 1);
  for (let i = 0; i < items.length; i++) next[rank[i] + 1]++;
  for (let r = 0; r < ranks; r++) next[r + 1] += next[r];
  for (let i = 0; i < items.length; i++) into[next[rank[items[i]]]++] = items[i];
}

/** Numbers rotations by what has been compared of them; equal ones get the same number. */
function rerank(order: Int32Array, rank: Int32Array, length: number): { rank: Int32Array; count: number } {
  const n = order.length;
  const next = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const [one, other] = [order[i], order[i === 0 ? 0 : i - 1]];
    const isEqual = rank[one] === rank[other] && rank[(one + length) % n] === rank[(other + length) % n];
    if (i > 0 && !isEqual) count++;
    next[one] = count;
  }
  return { rank: next, count: count + 1 };
}
