import { existsSync } from 'node:fs';

/** Default: the Chromium of Debian. */
const path = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Options of a browser that requests only the page; undefined if no browser is installed. */
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
        // The machine may have no graphics card.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // Without one, only WebGL needs what stands in for it: pages are drawn by the browser itself for a tenth of the work.
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
      ],
    }
  : undefined;
