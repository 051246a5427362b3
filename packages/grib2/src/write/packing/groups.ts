/** The length of every group but the last is a multiple of this, so that lengths take few bits. */
export const lengthStep = 8;

const longestGroup = 64; // steps of a group: lengths in 6 bits

/** Runs of numbers, each with a minimum and the bits of its numbers above it. */
export interface Groups {
  count: number;
  references: Int32Array;
  widths: Int32Array;
  /** Steps less one; the last group's is 0 and `lastLength` counts. */
  scaledLengths: Int32Array;
  lastLength: number;
  /** Sum of width * length. */
  payloadBits: number;
}

/**
 * Splits non-negative numbers into groups in one pass: a step joins the group before it when that costs fewer bits
 * than the head of a new group.
 */
export function splitIntoGroups(numbers: Int32Array): Groups {
  const head = headBits(numbers);
  const most = Math.ceil(numbers.length / lengthStep);
  const references = new Int32Array(most);
  const widths = new Int32Array(most);
  const scaledLengths = new Int32Array(most);

  let count = 0;
  let payloadBits = 0;
  let [groupMin, groupMax, groupLength] = [0, 0, 0];
  const close = (): void => {
    references[count] = groupMin;
    widths[count] = widthOf(groupMin, groupMax);
    scaledLengths[count] = groupLength / lengthStep - 1;
    payloadBits += widths[count] * groupLength;
    count++;
  };

  for (let start = 0; start < numbers.length; start += lengthStep) {
    const end = Math.min(start + lengthStep, numbers.length);
    let min = numbers[start];
    let max = min;
    for (let i = start + 1; i < end; i++) {
      if (numbers[i] < min) min = numbers[i];
      else if (numbers[i] > max) max = numbers[i];
    }
    const length = end - start;
    const [jointMin, jointMax] = [Math.min(groupMin, min), Math.max(groupMax, max)];
    const joint = widthOf(jointMin, jointMax) * (groupLength + length);
    const apart = widthOf(groupMin, groupMax) * groupLength + widthOf(min, max) * length + head;
    if (groupLength > 0 && groupLength < longestGroup * lengthStep && joint <= apart) {
      [groupMin, groupMax, groupLength] = [jointMin, jointMax, groupLength + length];
    } else {
      if (groupLength > 0) close();
      [groupMin, groupMax, groupLength] = [min, max, length];
    }
  }
  const lastLength = groupLength;
  if (groupLength > 0) close();
  if (count > 0) scaledLengths[count - 1] = 0;

  const used = (all: Int32Array): Int32Array => all.subarray(0, count);
  return {
    count,
    references: used(references),
    widths: used(widths),
    scaledLengths: used(scaledLengths),
    lastLength,
    payloadBits,
  };
}

const widthOf = (min: number, max: number): number => 32 - Math.clz32(max - min);

/** Bits of a group's head: a reference as wide as the largest number, about 4 bits of width and 6 of length. */
function headBits(numbers: Int32Array): number {
  let all = 0;
  for (let i = 0; i < numbers.length; i++) all |= numbers[i];
  return 32 - Math.clz32(all) + 10;
}
