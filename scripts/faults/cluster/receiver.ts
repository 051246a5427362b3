import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openHttpsReceiver } from '@severe/testing/https-receiver';
import type { History } from './history.ts';

/** A receiver of webhooks, and who registers it. */
export interface Receiver {
  /** Settings of the processes that send to it. */
  env: Record<string, string>;
  /** Signs up. */
  join(serviceUrl: string): Promise<void>;
  /** Registers one more webhook for all alerts: it is told of those in force ten seconds later. @returns its id */
  register(): Promise<number>;
  /** Notes what a webhook must have been told of: what was in force at its registration, and still is. */
  owe(webhook: number): Promise<void>;
  close(): Promise<void>;
}

const account = { email: 'uma@example.org', password: 'correct horse 77' };
const json = { 'Content-Type': 'application/json' };
/** An alert that ends sooner may end before its turn. */
const leastLeftMs = 180_000;
/** So that a fault meets deliveries which are under way. */
const answerMs = 300;

interface AlertFeature {
  id: number;
  properties: { has_polygon: boolean; expires: string };
}

export async function openReceiver(folder: string, history: History): Promise<Receiver> {
  const hook = await openHttpsReceiver();
  const certificate = join(folder, 'receiver.pem');
  writeFileSync(certificate, hook.ca);
  hook.answer = ({ headers, body }, response) => {
    const { webhook_id: webhook, alert } = JSON.parse(body) as {
      webhook_id: number;
      alert: { id: number; severity: string };
    };
    const id = headers['webhook-id'] as string;
    history.delivered.push({ at: Date.now(), webhook, id, alert: alert.id, severity: alert.severity });
    void pause(answerMs).then(() => response.writeHead(204).end());
  };
  let [base, cookie] = ['', ''];
  const inForceAt = new Map<number, Set<number>>();
  const inForce = async (): Promise<AlertFeature[]> => {
    const response = await fetch(`${base}/alerts?limit=1000`, { headers: { 'Cache-Control': 'no-cache' } });
    const { features } = (await response.json()) as { features: AlertFeature[] };
    return features.filter(({ properties }) => properties.has_polygon);
  };
  return {
    env: { WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: certificate, MAX_WEBHOOKS: '1000' },
    async join(serviceUrl) {
      base = `${serviceUrl}/api/v1`;
      const signedUp = await post(`${base}/auth/signup`, account);
      cookie = signedUp.headers.getSetCookie()[0].split(';')[0];
    },
    async register() {
      const made = await post(`${base}/account/webhooks`, { url: hook.url, bbox: [-130, 20, -60, 55] }, cookie);
      const { id } = (await made.json()) as { id: number };
      inForceAt.set(id, new Set((await inForce()).map((alert) => alert.id)));
      return id;
    },
    async owe(webhook) {
      const at = Date.now();
      for (const { id, properties } of await inForce()) {
        const isLong = Date.parse(properties.expires) > at + leastLeftMs;
        if (isLong && inForceAt.get(webhook)!.has(id)) history.owed.push({ at, webhook, alert: id });
      }
    },
    close: () => hook.close(),
  };
}

async function post(url: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url, { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response;
}
