/** Length-limited prefix codes for given symbol counts. */

/** Sizes of the two alphabets: literals, lengths and end of block; distances. */
export const literalAlphabet: u32 = 286;
export const distanceAlphabet: u32 = 30;

/** Symbols sorted by count: count << 9 | symbol. */
const sorted = memory.data(4 * 288, 16);
/** A Huffman tree: leaves in ascending order of count, then inner nodes in order of creation. */
const weight = memory.data(4 * 576, 16);
const parent = memory.data(2 * 576, 16);
const depth = memory.data(2 * 576, 16);
/** Number of words by length; lengths can reach the number of symbols. */
const perLength = memory.data(4 * 288, 16);
const next = memory.data(4 * 16, 16);

/**
 * Code lengths by Huffman's algorithm with two queues. A tree that is too deep is cut at the limit, and its cheapest words
 * are lengthened until the code is valid.
 */
export function setCode(counts: usize, size: u32, limit: u32, lengths: usize, words: usize): void {
  memory.fill(lengths, 0, size);
  let leaves: u32 = 0;
  for (let symbol: u32 = 0; symbol < size; symbol++) {
    const count = load<u32>(counts + 4 * symbol);
    if (count > 0) store<u32>(sorted + 4 * leaves++, (count << 9) | symbol);
  }
  if (leaves == 1) store<u8>(lengths + (load<u32>(sorted) & 511), 1);
  if (leaves > 1) {
    sort(leaves);
    countDepths(leaves);
    cutAt(limit, leaves);
    let at = sorted; // the rarest symbols get the longest words
    for (let length = limit; length > 0; length--) {
      for (let i = load<u32>(perLength + 4 * length); i > 0; i--, at += 4) {
        store<u8>(lengths + (load<u32>(at) & 511), <u8>length);
      }
    }
  }
  setWords(lengths, size, words);
}

/** Shell sort with Ciura's gaps. */
function sort(count: u32): void {
  for (
    let gap: u32 = 132;
    gap > 0;
    gap = gap > 57 ? 57 : gap > 23 ? 23 : gap > 10 ? 10 : gap > 4 ? 4 : gap > 1 ? 1 : 0
  ) {
    for (let i = gap; i < count; i++) {
      const value = load<u32>(sorted + 4 * i);
      let j = i;
      for (; j >= gap; j -= gap) {
        const before = load<u32>(sorted + 4 * (j - gap));
        if (before <= value) break;
        store<u32>(sorted + 4 * j, before);
      }
      store<u32>(sorted + 4 * j, value);
    }
  }
}

function countDepths(leaves: u32): void {
  const nodes: u32 = 2 * leaves - 1;
  for (let i: u32 = 0; i < leaves; i++) store<u32>(weight + 4 * i, load<u32>(sorted + 4 * i) >>> 9);
  let leaf: u32 = 0;
  let inner = leaves;
  for (let node = leaves; node < nodes; node++) {
    let sum: u32 = 0;
    for (let child = 0; child < 2; child++) {
      const takeLeaf =
        leaf < leaves && (inner >= node || load<u32>(weight + 4 * leaf) <= load<u32>(weight + 4 * inner));
      const taken = takeLeaf ? leaf++ : inner++;
      store<u16>(parent + 2 * taken, <u16>node);
      sum += load<u32>(weight + 4 * taken);
    }
    store<u32>(weight + 4 * node, sum);
  }
  memory.fill(perLength, 0, 4 * 288);
  store<u16>(depth + 2 * (nodes - 1), 0);
  for (let node: i32 = nodes - 2; node >= 0; node--) {
    const deep = load<u16>(depth + 2 * <usize>load<u16>(parent + 2 * node)) + 1;
    store<u16>(depth + 2 * node, deep);
    if (<u32>node < leaves) {
      const at = perLength + 4 * <usize>deep;
      store<u32>(at, load<u32>(at) + 1);
    }
  }
}

/** Moves leaves below the limit up to it, and lengthens shorter words to make room. */
function cutAt(limit: u32, leaves: u32): void {
  let used: u32 = 0;
  for (let length = limit + 1; length < leaves; length++) {
    change(limit, load<u32>(perLength + 4 * length));
  }
  for (let length: u32 = 1; length <= limit; length++) used += load<u32>(perLength + 4 * length) << (limit - length);
  for (; used > (<u32>1) << limit; used--) {
    let length = limit - 1;
    while (load<u32>(perLength + 4 * length) == 0) length--;
    change(length, -1);
    change(length + 1, 2);
    change(limit, -1);
  }
}

function change(length: u32, by: i32): void {
  store<u32>(perLength + 4 * length, load<u32>(perLength + 4 * length) + by);
}

/**
 * Assigns canonical words in ascending order of length and symbol; each is bit-reversed for the bit order of DEFLATE.
 *
 * @see RFC 1951, section 3.2.2
 */
export function setWords(lengths: usize, size: u32, words: usize): void {
  memory.fill(next, 0, 64);
  for (let symbol: u32 = 0; symbol < size; symbol++) {
    const at = next + 4 * <usize>load<u8>(lengths + symbol);
    store<u32>(at, load<u32>(at) + 1);
  }
  store<u32>(next, 0);
  let word: u32 = 0;
  for (let length: usize = 1; length < 16; length++) {
    const count = load<u32>(next + 4 * length);
    store<u32>(next + 4 * length, word);
    word = (word + count) << 1;
  }
  for (let symbol: u32 = 0; symbol < size; symbol++) {
    const length: u32 = load<u8>(lengths + symbol);
    if (length == 0) continue;
    const at = next + 4 * <usize>length;
    const word = load<u32>(at);
    store<u32>(at, word + 1);
    let turned: u32 = 0;
    for (let i: u32 = 0; i < length; i++) turned |= ((word >> i) & 1) << (length - 1 - i);
    store<u16>(words + 2 * symbol, <u16>turned);
  }
}
