import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that is its own authority, and its private key: PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

const names = ['DNS:localhost', 'IP:127.0.0.1', 'DNS:*.dev.test', 'DNS:*.hooks.test'];

let certificate: Certificate | undefined;

/** The certificate of the test servers, for loopback and made-up domains. `openssl` makes it, once for the process. */
export function testCertificate(): Certificate {
  return (certificate ??= makeCertificate());
}

function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'severe-certificate-'));
  try {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
    const files = ['-keyout', key, '-out', cert];
    const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names.join(',')}`];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', ...kind, ...files, ...subject], { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
