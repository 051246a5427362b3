/** A prefix code: the length of each symbol's word in bits (0 = not used) and the word, first bit lowest. */
export interface PrefixCode {
  lengths: Uint8Array;
  words: Uint16Array;
}

/**
 * Finds the best prefix code for given counts with no word longer than `limit` bits. The result lives until the next
 * call: a coder keeps its memory, for thousands of small arrays cost more than the work they are for.
 */
export type PrefixCoder = (counts: Uint32Array) => PrefixCode;

/** @param size how many symbols there are */
export function prefixCoder(size: number, limit: number): PrefixCoder {
  const code: PrefixCode = { lengths: new Uint8Array(size), words: new Uint16Array(size) };
  const tree = newTree(size);
  return (counts) => {
    setLengths(counts, limit, tree, code.lengths);
    setCanonicalWords(code.lengths, code.words);
    return code;
  };
}

/** A Huffman tree: leaves first, from the rarest symbol on, then inner nodes in the order of their making. */
interface Tree {
  weight: Float64Array;
  parent: Uint16Array;
  depth: Uint16Array;
}

function newTree(leaves: number): Tree {
  const nodes = 2 * leaves;
  return { weight: new Float64Array(nodes), parent: new Uint16Array(nodes), depth: new Uint16Array(nodes) };
}

/**
 * Word lengths by Huffman's algorithm with two queues, over symbols sorted by count. A tree that grows too deep is cut
 * at the limit and its cheapest words are lengthened until the code fits again.
 */
function setLengths(counts: Uint32Array, limit: number, tree: Tree, lengths: Uint8Array): void {
  lengths.fill(0);
  const symbols: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol++) if (counts[symbol] > 0) symbols.push(symbol);
  if (symbols.length < 2) {
    if (symbols.length === 1) lengths[symbols[0]] = 1;
    return;
  }
  symbols.sort((a, b) => counts[a] - counts[b]);
  const perLength = limited(leavesPerDepth(symbols, counts, tree), limit);
  let next = 0; // the rarest symbols get the longest words
  for (let length = limit; length > 0; length--) {
    for (let i = 0; i < perLength[length]; i++) lengths[symbols[next++]] = length;
  }
}

function leavesPerDepth(symbols: number[], counts: Uint32Array, { weight, parent, depth }: Tree): number[] {
  const leaves = symbols.length;
  const nodes = 2 * leaves - 1;
  for (let i = 0; i < leaves; i++) weight[i] = counts[symbols[i]];
  let leaf = 0;
  let inner = leaves;
  for (let node = leaves; node < nodes; node++) {
    weight[node] = 0;
    for (let child = 0; child < 2; child++) {
      const takeLeaf = leaf < leaves && (inner >= node || weight[leaf] <= weight[inner]);
      const taken = takeLeaf ? leaf++ : inner++;
      parent[taken] = node;
      weight[node] += weight[taken];
    }
  }
  depth[nodes - 1] = 0;
  const perDepth: number[] = [];
  for (let node = nodes - 2; node >= 0; node--) {
    depth[node] = depth[parent[node]] + 1;
    if (node < leaves) perDepth[depth[node]] = (perDepth[depth[node]] ?? 0) + 1;
  }
  return perDepth;
}

/** Moves leaves that lie too deep up to the limit, and makes room for each pair by lowering a higher one. */
function limited(perDepth: number[], limit: number): number[] {
  const perLength = Array.from({ length: limit + 1 }, (_, length) => perDepth[length] ?? 0);
  for (let depth = limit + 1; depth < perDepth.length; depth++) perLength[limit] += perDepth[depth] ?? 0;
  let used = perLength.reduce((sum, count, length) => sum + count * 2 ** (limit - length), 0);
  for (; used > 2 ** limit; used--) {
    let length = limit - 1;
    while (perLength[length] === 0) length--;
    perLength[length]--;
    perLength[length + 1] += 2;
    perLength[limit]--;
  }
  return perLength;
}

const longestWord = 15;

/** The code that word lengths alone imply. */
export function canonicalCode(lengths: Uint8Array): PrefixCode {
  const words = new Uint16Array(lengths.length);
  setCanonicalWords(lengths, words);
  return { lengths, words };
}

/**
 * Words in ascending order of length and symbol, each turned round because DEFLATE sends them first bit first.
 *
 * @see RFC 1951, section 3.2.2
 */
function setCanonicalWords(lengths: Uint8Array, words: Uint16Array): void {
  const next = [0];
  const perLength = Array.from({ length: longestWord + 1 }, () => 0);
  for (let symbol = 0; symbol < lengths.length; symbol++) perLength[lengths[symbol]]++;
  perLength[0] = 0;
  for (let length = 1; length <= longestWord; length++) next[length] = (next[length - 1] + perLength[length - 1]) << 1;
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol];
    if (length > 0) words[symbol] = turned(next[length]++, length);
  }
}

function turned(word: number, bits: number): number {
  let result = 0;
  for (let i = 0; i < bits; i++) result |= ((word >> i) & 1) << (bits - 1 - i);
  return result;
}
