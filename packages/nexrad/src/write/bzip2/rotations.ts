import { sortByDoubling } from './doubling.ts';

/** Words looked at, for each byte of the text, before the text is left to a way that no repetition slows down. */
const patience = 48;

/**
 * Sorts the rotations of a text: four bytes at a time by quicksort into three parts (Bentley and Sedgewick, 1997), which
 * is several times faster than doubling on measurements; on a text that repeats itself too long it gives up for doubling.
 *
 * @returns the starts of the rotations, in order
 */
export function sortRotations(text: Uint8Array): Int32Array {
  const words = wordsOf(text);
  const order = byTwoBytes(text);
  const left = { words: patience * text.length };
  for (let first = 0; first < order.length;) {
    const pair = words[order[first]] >> 16;
    let end = first + 1;
    while (end < order.length && words[order[end]] >> 16 === pair) end++;
    if (!sortPart(order, words, first, end, left)) return sortByDoubling(text);
    first = end;
  }
  return order;
}

/** The four bytes from each place on, as a number that is the greater the later they come in order. */
function wordsOf(text: Uint8Array): Int32Array {
  const n = text.length;
  const words = new Int32Array(n);
  let word = 0;
  for (let i = n + 3; i >= 0; i--) {
    word = (word >>> 8) | (text[i % n] << 24);
    if (i < n) words[i] = word ^ 0x80000000;
  }
  return words;
}

function byTwoBytes(text: Uint8Array): Int32Array {
  const n = text.length;
  const next = new Int32Array(65_537);
  const pairAt = (i: number): number => (text[i] << 8) | text[i + 1 < n ? i + 1 : 0];
  for (let i = 0; i < n; i++) next[pairAt(i) + 1]++;
  for (let pair = 0; pair < 65_536; pair++) next[pair + 1] += next[pair];
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[next[pairAt(i)]++] = i;
  return order;
}

/** Sorts a part of the order. False when it took too long. */
function sortPart(order: Int32Array, words: Int32Array, from: number, to: number, left: { words: number }): boolean {
  const n = words.length;
  const parts: number[] = [from, to, 0]; // first, end, and how many bytes are alike already
  while (parts.length > 0) {
    const depth = parts.pop() as number;
    const end = parts.pop() as number;
    const first = parts.pop() as number;
    if (depth >= n) continue; // rotations that are alike to the end are one as good as the other
    left.words -= end - first;
    if (left.words < 0) return false;

    const pivot = middleOf(
      wordAt(words, order[first] + depth),
      wordAt(words, order[(first + end) >> 1] + depth),
      wordAt(words, order[end - 1] + depth),
    );
    let lower = first;
    let higher = end;
    for (let i = first; i < higher;) {
      const start = order[i];
      const word = wordAt(words, start + depth);
      if (word < pivot) {
        order[i++] = order[lower];
        order[lower++] = start;
      } else if (word > pivot) {
        order[i] = order[--higher];
        order[higher] = start;
      } else {
        i++;
      }
    }
    if (lower - first > 1) parts.push(first, lower, depth);
    if (higher - lower > 1) parts.push(lower, higher, depth + 4);
    if (end - higher > 1) parts.push(higher, end, depth);
  }
  return true;
}

const wordAt = (words: Int32Array, at: number): number => words[at < words.length ? at : at - words.length];

function middleOf(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : Math.max(a, c)) : a < c ? a : Math.max(b, c);
}
