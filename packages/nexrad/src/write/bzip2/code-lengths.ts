const LONGEST = 17; // what the reference encoder allows itself

/**
 * Lengths of a Huffman code, none longer than 17 bits: counts are made flatter until none is.
 *
 * @param counts how often each symbol occurs; one that does not gets a code all the same
 */
export function codeLengths(counts: number[]): number[] {
  for (
    let weights = counts.map((count) => Math.max(1, count));
    ;
    weights = weights.map((weight) => (weight >> 1) + 1)
  ) {
    const lengths = huffman(weights);
    if (Math.max(...lengths) <= LONGEST) return lengths;
  }
}

interface Node {
  weight: number;
  symbols: number[];
}

/** Joins the two lightest until one is left; each join makes the codes of what it joins a bit longer. */
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
