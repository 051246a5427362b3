import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHttpsReceiver } from '@severe/testing/https-receiver';

const account = { email: 'freshness@example.org', password: 'correct horse 77' };
const json = { 'Content-Type': 'application/json' };

/** A receiver of webhooks, and what the service must know to send to it. */
export interface AlertReceiver {
  settings: Record<string, string>;
  /** Registers it for all alerts of the country. */
  register(serviceUrl: string): Promise<void>;
  /** Called with the id of an alert when its message is there. */
  onAlert: (alert: number) => void;
  close(): Promise<void>;
}

/** Starts a receiver with a certificate of its own in a folder. */
export async function openAlertReceiver(folder: string): Promise<AlertReceiver> {
  const hook = await openHttpsReceiver();
  const certificate = join(folder, 'receiver.pem');
  writeFileSync(certificate, hook.ca);
  const receiver: AlertReceiver = {
    settings: { WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: certificate },
    async register(serviceUrl) {
      const base = `${serviceUrl}/api/v1`;
      const signedUp = await post(`${base}/auth/signup`, account);
      const cookie = signedUp.headers.get('set-cookie')!.split(';')[0];
      await post(`${base}/account/webhooks`, { url: hook.url, bbox: [-130, 20, -60, 55] }, cookie);
    },
    onAlert: () => undefined,
    close: () => hook.close(),
  };
  hook.answer = ({ body }, response) => {
    const { alert } = JSON.parse(body) as { alert: { id: number } | null };
    if (alert) receiver.onAlert(alert.id);
    response.writeHead(204).end();
  };
  return receiver;
}

async function post(url: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url, { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response;
}
