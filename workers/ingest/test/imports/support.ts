import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@severe/db';
import type { FacilityOptions } from '../../src/imports/facility.ts';
import { importFile, type ImportKind } from '../../src/imports/import-file.ts';

/** Imports what is written into a file of that name, and forgets the file. */
export async function importing(
  db: Database,
  kind: ImportKind,
  name: string,
  content: string | Uint8Array,
  facilities: Partial<FacilityOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'severe-import-'));
  const progress: [number, number][] = [];
  try {
    writeFileSync(join(folder, name), content);
    const options = { facilities: { source: 'hifld', ...facilities }, now: new Date('2026-05-20T22:18:00Z'), onProgress: (...done: [number, number]) => void progress.push(done) }; // prettier-ignore
    return { report: await importFile(kind, join(folder, name), db, options), progress };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Why such a file is not taken. */
export async function refusal(...given: Parameters<typeof importing>): Promise<string> {
  return importing(...given).then(
    ({ report }) => `it was taken: ${JSON.stringify(report)}`,
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  );
}
