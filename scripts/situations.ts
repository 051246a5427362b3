// `node --conditions=@severe/source --import tsx scripts/situations.ts` writes `docs/situations.md`.
import { writeFileSync } from 'node:fs';
import { situationsPage } from '@severe/assessment/testing/situations-page';

writeFileSync(new URL('../docs/situations.md', import.meta.url), situationsPage());
