// Plain JavaScript, which a thread loads from source and from the build.
import { startTaskClock } from '@severe/async/task-clock';
import { withMemory, workerData } from '@severe/async/task-pool';

let sum = 0;
let bytesBefore;

export default function add({ add: more }) {
  sum += more;
  return { sum, given: workerData ?? undefined };
}

export const twice = ({ of }) => 2 * of;

export function work({ ms, cell }) {
  startTaskClock(cell);
  for (const end = performance.now() + ms; performance.now() < end;);
}

export function failLater() {
  setTimeout(() => {
    throw new Error('late');
  }, 20);
}

export function bytes() {
  bytesBefore = Uint8Array.of(1, 2, 3);
  return withMemory(bytesBefore, [bytesBefore.buffer]);
}

export const left = () => bytesBefore.length;
