import { chromium } from 'playwright-core';
const [,, url, out, w='1280', h='800', wait='9000'] = process.argv;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--use-gl=swiftshader','--enable-unsafe-swiftshader'] });
const p = await b.newPage({ viewport: { width: +w, height: +h } });
p.on('pageerror', e => console.log('ERR', e.message));
await p.goto(url); await p.waitForTimeout(+wait); await p.screenshot({ path: out }); await b.close();
