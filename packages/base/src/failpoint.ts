/** Kills the process without cleanup, like a power cut or `kill -9`, at the named point. */
export type Failpoint = (name: string) => void;

/**
 * Parses `SEVERE_FAILPOINT`: `name` kills the process at the first pass of a thread, `name:3` at the third.
 *
 * @param setting empty: no failpoint
 * @param end     called at the failpoint; replaced in tests
 */
export function failpointsOf(setting: string, end: () => void = killThisProcess): Failpoint {
  if (!setting) return () => undefined;
  const [wanted, count = '1'] = setting.split(':');
  let left = Number(count);
  return (name) => {
    if (name === wanted && --left === 0) end();
  };
}

function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}
