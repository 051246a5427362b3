import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import type { Codes, Painted } from '../paint/codes.ts';

/** The code of a box of cells (inclusive) of the field. */
export type BoxReducer = (firstColumn: number, lastColumn: number, firstRow: number, lastRow: number) => number;

/**
 * The reduction of a product over a box of cells. Absent cells are ignored; a box of absent cells is 0.
 *
 * Maximum and minimum need no values, since codes are in their order. The other two read the packed values and are
 * exact: sums of integers do not depend on the order of addition.
 */
export function boxReducer(field: Field, look: Look, painted: Painted): BoxReducer {
  if (painted.reduce) return painted.reduce;
  switch (look.reduce) {
    case 'maximum':
    case 'minimum':
      return largestCode(painted.codes, field.width);
    case 'mean':
      return mean(field, painted);
    case 'largest-magnitude':
      return largestMagnitude(field, painted);
  }
}

function largestCode(codes: Codes, width: number): BoxReducer {
  return (firstColumn, lastColumn, firstRow, lastRow) => {
    let most = 0;
    for (let row = firstRow; row <= lastRow; row++) {
      const end = row * width + lastColumn;
      for (let i = row * width + firstColumn; i <= end; i++) if (codes[i] > most) most = codes[i];
    }
    return most;
  };
}

function mean(field: Field, { codeOf }: Painted): BoxReducer {
  const { packed, width, absent } = field;
  if (absent.length > 0) return meanOfPresent(field, codeOf);
  return (firstColumn, lastColumn, firstRow, lastRow) => {
    let sum = 0;
    for (let row = firstRow; row <= lastRow; row++) {
      const end = row * width + lastColumn;
      for (let i = row * width + firstColumn; i <= end; i++) sum += packed[i];
    }
    return codeOf(sum / ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1)));
  };
}

function meanOfPresent({ packed, width, absent }: Field, codeOf: Painted['codeOf']): BoxReducer {
  const none = absent.map(({ code }) => code);
  return (firstColumn, lastColumn, firstRow, lastRow) => {
    let sum = 0;
    let count = 0;
    for (let row = firstRow; row <= lastRow; row++) {
      const end = row * width + lastColumn;
      for (let i = row * width + firstColumn; i <= end; i++) {
        const value = packed[i];
        if (none.includes(value)) continue;
        sum += value;
        count++;
      }
    }
    return count === 0 ? 0 : codeOf(sum / count);
  };
}

/** Of two equal magnitudes the positive value wins, so that the result does not depend on the order of reading. */
function largestMagnitude({ packed, width, absent, scale, offset }: Field, { codeOf }: Painted): BoxReducer {
  const none = absent.map(({ code }) => code);
  return (firstColumn, lastColumn, firstRow, lastRow) => {
    let most = -1;
    let largest = 0;
    for (let row = firstRow; row <= lastRow; row++) {
      const end = row * width + lastColumn;
      for (let i = row * width + firstColumn; i <= end; i++) {
        const value = packed[i];
        if (none.includes(value)) continue;
        const magnitude = Math.abs(offset + value * scale);
        if (magnitude < most || (magnitude === most && value <= largest)) continue;
        most = magnitude;
        largest = value;
      }
    }
    return most < 0 ? 0 : codeOf(largest);
  };
}
