import { frameId } from '@severe/catalogue';
import { forgetBroken, verifyFrames, type Verification } from '@severe/raster-worker';
import { withStores } from '../../with-stores.ts';

export interface VerifyOptions {
  repair?: boolean;
  json?: boolean;
}

/** The output of `--json`: real and simulated frames together. */
interface StoresReport {
  frames: number;
  jobs: number;
  broken: { frame: string; key: string; problem: string }[];
  /** Number of broken frames that were forgotten. */
  repaired: number;
  unnamed: Verification['unnamed'];
}

/** Holds the rows of both worlds against the objects; with `repair` it forgets what is broken. */
export async function verifyStores({ repair = false }: VerifyOptions): Promise<StoresReport> {
  const report: StoresReport = { frames: 0, jobs: 0, broken: [], repaired: 0, unnamed: { objects: 0, bytes: 0 } };
  for (const simulated of [false, true]) {
    await withStores(simulated, async ({ db, platform }) => {
      const { frames, jobs, broken, unnamed } = await verifyFrames({ db, objects: platform.objects });
      report.frames += frames;
      report.jobs += jobs;
      report.broken.push(...broken.map(({ key, problem, ...frame }) => ({ frame: frameId(frame), key, problem })));
      report.unnamed = unnamed; // of both worlds: a row of either names an object
      if (!repair) return;
      await forgetBroken(broken, { db, pubsub: platform.pubsub });
      report.repaired += broken.length;
    });
  }
  return report;
}

/** Whether nothing is broken, or all of it is forgotten. */
export function isWhole({ broken, repaired }: StoresReport): boolean {
  return broken.length === repaired;
}

/** Lines of broken frames that are printed. */
const mostLines = 20;

export function describeStores({ frames, jobs, broken, repaired, unnamed }: StoresReport): string {
  const lines = broken.slice(0, mostLines).map(({ frame, key, problem }) => `${problem}: ${key} of ${frame}`);
  if (broken.length > mostLines) lines.push(`and ${broken.length - mostLines} more`);
  lines.push(`${frames} frames and ${jobs} waiting jobs: ${broken.length} objects broken, ${repaired} forgotten`);
  if (unnamed.objects > 0) {
    lines.push(
      `${unnamed.objects} objects without a row, ${(unnamed.bytes / 1e6).toFixed(1)} MB: a running service removes them`,
    );
  }
  return `${lines.join('\n')}\n`;
}
