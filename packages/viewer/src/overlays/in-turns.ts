/** The items in another order: the first of each kind, then the second of each, so that many of one kind hide no other. */
export function inTurns<T>(items: readonly T[], kindOf: (item: T) => string): T[] {
  const counts = new Map<string, number>();
  const turns = items.map((item) => {
    const turn = counts.get(kindOf(item)) ?? 0;
    counts.set(kindOf(item), turn + 1);
    return { item, turn };
  });
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ item }) => item);
}
