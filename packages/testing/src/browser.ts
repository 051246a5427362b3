import { existsSync } from 'node:fs';

/** Debian's; another can be named. */
const path = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** How a browser is started that asks nobody but the page; undefined where there is none. */
export const browserOptions = existsSync(path)
  ? {
      executablePath: path,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // There may be no graphics card.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    }
  : undefined;
