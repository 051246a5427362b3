/** A prefix code: the length of each symbol's word in bits (0 = not used) and the word, first bit lowest. */
export interface PrefixCode {
  lengths: Uint8Array;
  words: Uint16Array;
}

/** The best prefix code for these counts with no word longer than `limit` bits. */
export function prefixCode(counts: Uint32Array, limit: number): PrefixCode {
  const lengths = wordLengths(counts, limit);
  return { lengths, words: canonicalWords(lengths) };
}

/**
 * Word lengths by Huffman's algorithm with two queues, over symbols sorted by count. A tree that grows too deep is cut
 * at the limit and its cheapest words are lengthened until the code fits again.
 */
export function wordLengths(counts: Uint32Array, limit: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const symbols: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol++) if (counts[symbol] > 0) symbols.push(symbol);
  if (symbols.length < 2) {
    if (symbols.length === 1) lengths[symbols[0]] = 1;
    return lengths;
  }
  symbols.sort((a, b) => counts[a] - counts[b]);
  const perLength = limited(depths(symbols, counts), limit);
  let next = 0; // the rarest symbols get the longest words
  for (let length = limit; length > 0; length--) {
    for (let i = 0; i < perLength[length]; i++) lengths[symbols[next++]] = length;
  }
  return lengths;
}

/** How many leaves of the Huffman tree lie at each depth. */
function depths(symbols: number[], counts: Uint32Array): number[] {
  const leaves = symbols.length;
  const nodes = 2 * leaves - 1;
  const weight = new Float64Array(nodes);
  const parent = new Uint16Array(nodes);
  for (let i = 0; i < leaves; i++) weight[i] = counts[symbols[i]];
  let leaf = 0;
  let inner = leaves;
  for (let node = leaves; node < nodes; node++) {
    for (let child = 0; child < 2; child++) {
      const takeLeaf = leaf < leaves && (inner >= node || weight[leaf] <= weight[inner]);
      const taken = takeLeaf ? leaf++ : inner++;
      parent[taken] = node;
      weight[node] += weight[taken];
    }
  }
  const depth = new Uint16Array(nodes);
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

/**
 * Words in the order that the lengths alone imply, each turned round because DEFLATE sends them first bit first.
 *
 * @see RFC 1951, section 3.2.2
 */
export function canonicalWords(lengths: Uint8Array): Uint16Array {
  const perLength = new Uint16Array(16);
  for (const length of lengths) if (length > 0) perLength[length]++;
  const next = new Uint16Array(17);
  for (let length = 1; length <= 15; length++) next[length + 1] = (next[length] + perLength[length]) << 1;
  const words = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) words[symbol] = turned(next[length]++, length);
  });
  return words;
}

function turned(word: number, bits: number): number {
  let result = 0;
  for (let i = 0; i < bits; i++) result |= ((word >> i) & 1) << (bits - 1 - i);
  return result;
}
