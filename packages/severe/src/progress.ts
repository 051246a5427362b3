import type { WriteStream } from 'node:tty';
import type { GenericFormatter } from 'cli-progress';

/** What a command is doing, on a line of the terminal that is removed at the end. */
export interface Progress {
  /**
   * Names what begins now, such as `tiles`, or how far it is. It is on the terminal before the next step of work, which may
   * block the process for seconds.
   *
   * @param done how much is done `of` how much; without, the seconds are counted
   */
  show: (what: string, done?: number, of?: number) => void;
  end: () => void;
}

const none: Progress = { show() {}, end() {} };

/** @param terminal where to; if it is not a terminal, nothing is written, and the library of bars is not loaded */
export async function openProgress(terminal: WriteStream = process.stderr): Promise<Progress> {
  if (!terminal.isTTY) return none;
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({ stream: terminal, format: lineOf, clearOnComplete: true });
  let shown = '';
  return {
    show(what, done = 0, of = 0) {
      const step = `${what} of ${of}`;
      if (step === shown) return bar.update(done);
      bar.stop();
      bar.start(of, done, { what }); // writes the line
      shown = step;
    },
    end: () => bar.stop(),
  };
}

/** Shows the progress of some work, until it ends or fails. */
export async function withProgress<T>(work: (show: Progress['show']) => Promise<T>): Promise<T> {
  const progress = await openProgress();
  try {
    return await work(progress.show);
  } finally {
    progress.end();
  }
}

/** The same for work that is one step. */
export function waiting<T>(what: string, work: () => Promise<T>): Promise<T> {
  return withProgress((show) => {
    show(what);
    return work();
  });
}

/** Width of the bar in characters. */
const width = 30;

const lineOf: GenericFormatter = (_, { total, progress, eta, startTime }, { what }: { what: string }) => {
  if (total === 0) return `${what}, ${Math.round((Date.now() - startTime) / 1000)} s`;
  const done = Math.floor(width * progress);
  const left = Number.isFinite(eta) ? `, ${eta} s to go` : ''; // at first it is unknown
  return `${what} [${'='.repeat(done)}${'-'.repeat(width - done)}] ${Math.floor(100 * progress)} %${left}`;
};
