import { Grib2Error } from '../../error.ts';
import { limits } from '../../limits.ts';
import { ArithmeticDecoder, contextIndex, RawBits } from './arithmetic.ts';
import { damaged } from './codestream.ts';
import { rowBelow, stateFlag, signContexts, zeroCodingContexts } from './contexts.ts';
import type { CodeBlock, Segment } from './layout.ts';
import { bypassFlag } from './packets.ts';

/** Table A.19. The other flags concern packets (`packets.ts`) or only encoders. */
const styleFlags = { reset: 0x02, causal: 0x08, symbols: 0x20 };
const maxPlanes = 29; // doubled coefficients with half of the last bit remain below 2^31
const codedPassCount = 10; // passes before the first raw one
const stripeHeight = 4;

/**
 * Decodes code blocks in sequence and reuses its memory.
 *
 * @see ITU-T T.800 | ISO/IEC 15444-1, annex D
 */
export class BlockDecoder {
  /** Doubled coefficients, row by row, so that half of the last bit plane can be added to truncated ones. */
  readonly values = new Int32Array(4096);
  readonly #coder = new ArithmeticDecoder();
  #raw: RawBits | undefined;
  #flags = new Uint16Array(0);
  #width = 0;
  #height = 0;
  /** Width of a row of flags, with a border of one on both sides. */
  #stride = 0;
  #zeroContexts = zeroCodingContexts[0];
  #causal = false;
  /** Number of samples times passes so far; limited because a few bytes can request many. */
  #work = 0;

  /** @param planes maximum number of magnitude bits of the band */
  decode(block: CodeBlock, orientation: number, planes: number, style: number): void {
    const used = planes - block.zeroPlanes;
    if (block.passes > 0 && (used < 1 || used > maxPlanes || block.passes > 3 * used - 2)) {
      throw damaged(`a code block of ${used} bit planes in ${block.passes} passes`);
    }
    this.#work += block.passes * (block.x1 - block.x0) * (block.y1 - block.y0);
    if (this.#work > limits.jpegWork) {
      throw new Grib2Error('too-large', `JPEG 2000 of more than ${limits.jpegWork} visits to samples; at most so many`);
    }
    this.#begin(block, orientation, style);
    let pass = 2; // the first plane has only the third pass
    let plane = used; // doubled values: one more than the number of the bit
    let done = 0;
    for (const segment of block.segments) {
      this.#open(segment, (style & bypassFlag) !== 0 && done >= codedPassCount && pass < 2);
      done += segment.passes;
      for (let i = 0; i < segment.passes; i++) {
        this.#runPass(pass, plane, style);
        if (style & styleFlags.reset) this.#coder.resetContexts();
        pass = (pass + 1) % 3;
        if (pass === 0) plane--;
      }
    }
  }

  #begin({ x0, x1, y0, y1 }: CodeBlock, orientation: number, style: number): void {
    this.#width = x1 - x0;
    this.#height = y1 - y0;
    this.#stride = this.#width + 2;
    const size = this.#stride * (this.#height + 2);
    if (this.#flags.length < size) this.#flags = new Uint16Array(size);
    this.#flags.fill(0, 0, size);
    this.values.fill(0, 0, this.#width * this.#height);
    this.#zeroContexts = zeroCodingContexts[orientation];
    this.#causal = (style & styleFlags.causal) !== 0;
    this.#coder.resetContexts();
  }

  #open({ chunks }: Segment, raw: boolean): void {
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    this.#raw = raw ? new RawBits(bytes) : undefined;
    if (!raw) this.#coder.start(bytes);
  }

  #runPass(pass: number, plane: number, style: number): void {
    const one = 1 << plane;
    if (pass === 0) this.#propagate(one | (one >> 1));
    else if (pass === 1) this.#refine(one >> 1);
    else {
      this.#cleanUp(one | (one >> 1));
      if (style & styleFlags.symbols) for (let i = 0; i < 4; i++) this.#coder.decode(contextIndex.uniform);
    }
  }

  /** Significance propagation pass: insignificant coefficients with significant neighbours. */
  #propagate(value: number): void {
    const [flags, coder, raw, width] = [this.#flags, this.#coder, this.#raw, this.#width];
    for (let top = 0; top < this.#height; top += stripeHeight) {
      const end = Math.min(top + stripeHeight, this.#height);
      for (let x = 0; x < width; x++) {
        for (let y = top; y < end; y++) {
          const at = (y + 1) * this.#stride + x + 1;
          const known = this.#knownAt(at, y - top);
          if ((known & stateFlag.neighbours) === 0 || known & stateFlag.significant) continue;
          const bit = raw ? raw.bit() : coder.decode(this.#zeroContexts[known & stateFlag.neighbours]);
          if (bit) this.#appear(at, y * width + x, value, this.#sign(known));
          flags[at] |= stateFlag.visited;
        }
      }
    }
  }

  /** Magnitude refinement pass: the next bit of significant coefficients. */
  #refine(half: number): void {
    const [flags, coder, raw, width] = [this.#flags, this.#coder, this.#raw, this.#width];
    const { values } = this;
    for (let top = 0; top < this.#height; top += stripeHeight) {
      const end = Math.min(top + stripeHeight, this.#height);
      for (let x = 0; x < width; x++) {
        for (let y = top; y < end; y++) {
          const at = (y + 1) * this.#stride + x + 1;
          const known = this.#knownAt(at, y - top);
          if ((known & (stateFlag.significant | stateFlag.visited)) !== stateFlag.significant) continue;
          const bit = raw ? raw.bit() : coder.decode(magnitudeContext(known));
          const change = bit ? half : -half;
          values[y * width + x] += values[y * width + x] < 0 ? -change : change;
          flags[at] |= stateFlag.refined;
        }
      }
    }
  }

  /** Cleanup pass: all others. A column of four with insignificant neighbours can take a single decision. */
  #cleanUp(value: number): void {
    const [flags, coder, width] = [this.#flags, this.#coder, this.#width];
    for (let top = 0; top < this.#height; top += stripeHeight) {
      const end = Math.min(top + stripeHeight, this.#height);
      for (let x = 0; x < width; x++) {
        let y = top;
        let found = false;
        if (end - top === stripeHeight && this.#isQuiet(x, top)) {
          if (coder.decode(contextIndex.run) === 0) continue;
          y += coder.decode(contextIndex.uniform) * 2;
          y += coder.decode(contextIndex.uniform);
          found = true;
        }
        for (; y < end; y++) {
          const at = (y + 1) * this.#stride + x + 1;
          const known = this.#knownAt(at, y - top);
          if ((known & (stateFlag.significant | stateFlag.visited)) === 0) {
            if (found || coder.decode(this.#zeroContexts[known & stateFlag.neighbours])) {
              this.#appear(at, y * width + x, value, this.#sign(known));
            }
          }
          found = false;
          flags[at] &= ~stateFlag.visited;
        }
      }
    }
  }

  #isQuiet(x: number, top: number): boolean {
    const [flags, stride] = [this.#flags, this.#stride];
    const at = (top + 1) * stride + x + 1;
    return (flags[at] | flags[at + stride] | flags[at + 2 * stride] | this.#knownAt(at + 3 * stride, 3)) === 0;
  }

  /** The flags of a coefficient that are visible to its stripe. */
  #knownAt(at: number, row: number): number {
    return this.#causal && row === stripeHeight - 1 ? this.#flags[at] & ~rowBelow : this.#flags[at];
  }

  #sign(known: number): number {
    if (this.#raw) return this.#raw.bit();
    const context = signContexts[(known >> 4) & 0xff];
    return this.#coder.decode(context & 0x7f) ^ (context >> 7);
  }

  /** Marks a coefficient as significant and updates its neighbours. */
  #appear(at: number, index: number, value: number, negative: number): void {
    const [flags, stride] = [this.#flags, this.#stride];
    this.values[index] = negative ? -value : value;
    flags[at] |= stateFlag.significant;
    flags[at - stride - 1] |= stateFlag.southEast;
    flags[at - stride + 1] |= stateFlag.southWest;
    flags[at + stride - 1] |= stateFlag.northEast;
    flags[at + stride + 1] |= stateFlag.northWest;
    flags[at - stride] |= stateFlag.south | (negative ? stateFlag.southNegative : 0);
    flags[at + stride] |= stateFlag.north | (negative ? stateFlag.northNegative : 0);
    flags[at - 1] |= stateFlag.east | (negative ? stateFlag.eastNegative : 0);
    flags[at + 1] |= stateFlag.west | (negative ? stateFlag.westNegative : 0);
  }
}

function magnitudeContext(known: number): number {
  if (known & stateFlag.refined) return contextIndex.magnitude + 2;
  return known & stateFlag.neighbours ? contextIndex.magnitude + 1 : contextIndex.magnitude;
}
