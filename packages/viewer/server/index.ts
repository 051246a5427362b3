import { fileURLToPath } from 'node:url';

/** The folder of the built pages, for whoever serves them. */
export const pagesDir = fileURLToPath(new URL('../dist/', import.meta.url));
