/** Ends the process without any goodbye, as a power cut or `kill -9` would, when it comes to the point of that name. */
export type Failpoint = (name: string) => void;

/**
 * Reads `SEVERE_FAILPOINT`: `name` ends the process the first time, `name:3` the third time that a thread passes there.
 *
 * @param setting empty: nothing ever happens
 * @param end     what happens at the point; tests put something milder here
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
