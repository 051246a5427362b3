/**
 * Converts a column of sorted rotations to symbols: move-to-front indices; runs of index 0 become bijective base-two
 * digits (1 and 2, written as symbols 0 and 1); indices from 1 on are increased by one; the highest symbol ends the
 * block.
 *
 * @param used the bytes that occur, in order
 */
export function toSymbols(column: Uint8Array, used: number[]): Uint16Array {
  const recent = Uint8Array.from(used);
  const symbols = new Uint16Array(column.length + 1); // a run has at most as many digits as its length
  let count = 0;
  let run = 0;
  const endRun = (): void => {
    for (; run > 0; run = (run - 1) >> 1) symbols[count++] = (run - 1) & 1;
  };
  for (let i = 0; i < column.length; i++) {
    const byte = column[i];
    if (recent[0] === byte) {
      run++;
      continue;
    }
    endRun();
    let place = 0;
    for (let moved = recent[0]; moved !== byte;) {
      const next = recent[++place];
      recent[place] = moved;
      moved = next;
    }
    recent[0] = byte;
    symbols[count++] = place + 1;
  }
  endRun();
  symbols[count++] = used.length + 1;
  return symbols.subarray(0, count);
}

/** Shortens runs: four equal bytes are followed by the number of further repeats, up to 251. */
export function shortenRuns(text: Uint8Array): Uint8Array {
  const short = new Uint8Array(Math.ceil((text.length * 5) / 4) + 1);
  let length = 0;
  for (let at = 0; at < text.length;) {
    const byte = text[at];
    let run = 1;
    while (run < 255 && text[at + run] === byte) run++;
    for (let i = 0; i < Math.min(run, 4); i++) short[length++] = byte;
    if (run >= 4) short[length++] = run - 4;
    at += run;
  }
  return short.subarray(0, length);
}
