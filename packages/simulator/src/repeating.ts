/** A few files of a series that stand for all others. */
export interface Repeated {
  /** Number of the first of them. */
  first: number;
  count: number;
}

/** Makes the repeated files of a series once, and gives them again and again, in their order, for any other number. */
export function repeating<T>({ first, count }: Repeated, make: (number: number) => T): (number: number) => T {
  const made = new Map<number, T>();
  return (number) => {
    const place = (((number - first) % count) + count) % count;
    const file = made.get(place) ?? make(first + place);
    made.set(place, file);
    return file;
  };
}
