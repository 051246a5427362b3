/**
 * Undoes the row filters of grey PNG images of 16 bits, straight to numbers. Weather is mostly long stretches of
 * nothing, which filters turn into zeros: those are recognised four bytes at a time and copied whole.
 *
 * @param rows filter type and samples of each row; its memory becomes that of the result
 * @returns width * height samples
 */
export function unfilter16(rows: Uint8Array, width: number, height: number): Uint16Array {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.length);
  // Samples take the place of their own bytes: a row's result ends before the row's bytes that are still to be read
  const samples = new Uint16Array(rows.buffer, rows.byteOffset, width * height);
  const zeros = new Uint16Array(width); // stands for the row above the first
  for (let row = 0; row < height; row++) {
    const from = row * (2 * width + 1) + 1;
    const undo = filters[rows[from - 1]];
    if (!undo) throw new Error(`row ${row} has filter type ${rows[from - 1]}`);
    const into = row * width;
    if (row === 0) undo(view, from, samples, into, width, zeros, 0);
    else undo(view, from, samples, into, width, samples, into - width);
  }
  return samples;
}

/** Reads big-endian differences at `from`, writes samples at `into`; `up` is where the row above begins in `above`. */
type Filter = (
  view: DataView,
  from: number,
  samples: Uint16Array,
  into: number,
  width: number,
  above: Uint16Array,
  up: number,
) => void;

/** Adds the two bytes of a sample without a carry between them. */
function addBytes(a: number, b: number): number {
  return ((a & 0x7f7f) + (b & 0x7f7f)) ^ ((a ^ b) & 0x8080);
}

/** Where the run of zeros that begins at sample `i` ends; runs are seen in pairs of samples, long ones in eights. */
function zerosEnd(view: DataView, from: number, i: number, width: number): number {
  for (; i + 7 < width; i += 8) {
    const at = from + 2 * i;
    if ((view.getInt32(at) | view.getInt32(at + 4) | view.getInt32(at + 8) | view.getInt32(at + 12)) !== 0) break;
  }
  while (i + 1 < width && view.getUint32(from + 2 * i) === 0) i += 2;
  return i;
}

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const short = 24; // a run below this is sooner written than handed over

function repeat(samples: Uint16Array, value: number, from: number, to: number): void {
  if (to - from >= short) samples.fill(value, from, to);
  else for (let i = from; i < to; i++) samples[i] = value;
}

function copyAbove(samples: Uint16Array, into: number, above: Uint16Array, up: number, count: number): void {
  if (count < short) for (let i = 0; i < count; i++) samples[into + i] = above[up + i];
  else if (above === samples) samples.copyWithin(into, up, up + count);
  else samples.fill(0, into, into + count); // above the first row is nothing
}

const none: Filter = (view, from, _samples, into, width) => {
  const row = Buffer.from(view.buffer, view.byteOffset + 2 * into, 2 * width);
  row.set(new Uint8Array(view.buffer, view.byteOffset + from, 2 * width));
  if (littleEndian) row.swap16();
};

const sub: Filter = (view, from, samples, into, width) => {
  let left = 0;
  for (let i = 0; i < width; i++) {
    const end = zerosEnd(view, from, i, width);
    if (end > i) repeat(samples, left, into + i, into + end);
    if (end === width) return;
    i = end;
    left = addBytes(left, view.getUint16(from + 2 * i));
    samples[into + i] = left;
  }
};

const up: Filter = (view, from, samples, into, width, above, up) => {
  for (let i = 0; i < width; i++) {
    const end = zerosEnd(view, from, i, width);
    if (end > i) copyAbove(samples, into + i, above, up + i, end - i);
    if (end === width) return;
    i = end;
    samples[into + i] = addBytes(above[up + i], view.getUint16(from + 2 * i));
  }
};

const average: Filter = (view, from, samples, into, width, above, up) => {
  let left = 0;
  for (let i = 0; i < width; i++) {
    const b = above[up + i];
    // the mean of each pair of bytes, rounded down: what they share, and half of where they differ
    const mean = left === b ? b : (left & b) + (((left ^ b) & 0xfefe) >> 1);
    left = addBytes(mean, view.getUint16(from + 2 * i));
    samples[into + i] = left;
  }
};

const paeth: Filter = (view, from, samples, into, width, above, up) => {
  let left = 0;
  let upLeft = 0;
  for (let i = 0; i < width; i++) {
    if (left === upLeft) {
      // then the prediction is the sample above, and stays so while nothing is added
      const end = zerosEnd(view, from, i, width);
      if (end > i) {
        copyAbove(samples, into + i, above, up + i, end - i);
        if (end === width) return;
        i = end;
        left = upLeft = above[up + i - 1];
      }
    }
    const b = above[up + i];
    const predicted = left === upLeft ? b : b === upLeft ? left : predict(left, b, upLeft);
    left = addBytes(predicted, view.getUint16(from + 2 * i));
    upLeft = b;
    samples[into + i] = left;
  }
};

function predict(a: number, b: number, c: number): number {
  return (predictByte(a >> 8, b >> 8, c >> 8) << 8) | predictByte(a & 0xff, b & 0xff, c & 0xff);
}

function predictByte(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

const filters: (Filter | undefined)[] = [none, sub, up, average, paeth];
