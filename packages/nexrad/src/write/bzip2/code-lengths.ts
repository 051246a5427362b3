const maxBits = 17; // limit of the reference encoder

/**
 * Lengths of a Huffman code of at most 17 bits: counts are flattened until the limit holds.
 *
 * @param counts number of occurrences by symbol; a symbol without any gets a code too
 */
export function codeLengths(counts: number[]): number[] {
  for (
    let weights = counts.map((count) => Math.max(1, count));
    ;
    weights = weights.map((weight) => (weight >> 1) + 1)
  ) {
    const lengths = huffman(weights);
    if (Math.max(...lengths) <= maxBits) return lengths;
  }
}

interface Node {
  weight: number;
  symbols: number[];
}

/** Merges the two lightest nodes until one is left; each merge adds one bit to the codes of its symbols. */
function huffman(weights: number[]): number[] {
  const lengths = weights.map(() => 0);
  let nodes = weights.map((weight, symbol): Node => ({ weight, symbols: [symbol] })).sort(byWeight);
  while (nodes.length > 1) {
    const [one, other, ...rest] = nodes;
    const symbols = [...one.symbols, ...other.symbols];
    for (const symbol of symbols) lengths[symbol]++;
    nodes = insert(rest, { weight: one.weight + other.weight, symbols });
  }
  return lengths;
}

function byWeight(one: Node, other: Node): number {
  return one.weight - other.weight;
}

function insert(nodes: Node[], node: Node): Node[] {
  const at = nodes.findIndex(({ weight }) => weight >= node.weight);
  nodes.splice(at < 0 ? nodes.length : at, 0, node);
  return nodes;
}
