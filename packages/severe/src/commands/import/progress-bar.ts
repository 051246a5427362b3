import type { WriteStream } from 'node:tty';
import { SingleBar } from 'cli-progress';

export interface ProgressBar {
  show: (done: number, of: number) => void;
  /** Removes the bar. */
  end: () => void;
}

/** Progress of reading a file; shown on a terminal only. */
export function progressBar(terminal: WriteStream): ProgressBar {
  if (!terminal.isTTY) return { show() {}, end() {} };
  const bar = new SingleBar({
    stream: terminal,
    format: '{bar} {percentage} % of {size}, {eta_formatted} to go',
    clearOnComplete: true,
    hideCursor: true,
  });
  let begun = false;
  return {
    show(done, of) {
      if (!begun) bar.start(of, 0, { size: `${Math.ceil(of / 1e6)} MB` });
      begun = true;
      bar.update(done);
    },
    end: () => bar.stop(),
  };
}
