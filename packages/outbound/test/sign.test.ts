import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { createWebhookSecret, redactSecret, signatureHeaders } from '@severe/outbound';

/** The test vector of the specification's decision 10.4. */
const vector = {
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  id: 'msg_12_ping_1779315480',
  at: new Date(1_779_315_480_000),
  body: '{"type":"ping","webhook_id":12,"delivered_at":"2026-05-20T22:18:00Z","alert":null,"links":{"self":"https://wx.example.org/api/v1/account/webhooks"}}',
};

const message = (secret: string, body = '{"type":"ping","text":"Überflutung ⛈"}') => ({
  secret,
  body,
  id: 'msg_1_2_extreme',
  at: new Date(),
});

describe('signatureHeaders', () => {
  it('gives the published signatures', () => {
    expect(signatureHeaders(vector, [vector.secret])).to.deep.equal({
      'X-Service-Signature': 't=1779315480,v1=c6f94b91063f9a4457e11de6877c9872872a1db6c4980a305ec63b47440f64a6',
      'webhook-id': 'msg_12_ping_1779315480',
      'webhook-timestamp': '1779315480',
      'webhook-signature': 'v1,4q/zfrgfTZjdn1w+2UE+ol51ZEstvYhepSxNJNWEZr8=',
    });
  });

  it('is accepted by the verifier of Standard Webhooks', () => {
    const given = message(createWebhookSecret());
    const headers = signatureHeaders(given, [given.secret]);
    expect(new Webhook(given.secret).verify(given.body, headers)).to.deep.equal(JSON.parse(given.body));
    expect(() => new Webhook(given.secret).verify(`${given.body} `, headers)).to.throw();
  });

  it('after a rotation is accepted with both secrets there, and with the new one alone in X-Service-Signature', () => {
    const [fresh, old] = [createWebhookSecret(), createWebhookSecret()];
    const given = message(fresh);
    const headers = signatureHeaders(given, [fresh, old]);
    for (const secret of [fresh, old]) new Webhook(secret).verify(given.body, headers);
    expect(() => new Webhook(createWebhookSecret()).verify(given.body, headers)).to.throw();
    const t = headers['webhook-timestamp'];
    const expected = createHmac('sha256', fresh).update(`${t}.${given.body}`).digest('hex');
    expect(headers['X-Service-Signature']).to.equal(`t=${t},v1=${expected}`);
  });
});

describe('secrets', () => {
  it('are whsec_ and 32 bytes in base64, and never equal', () => {
    const secrets = Array.from({ length: 100 }, createWebhookSecret);
    for (const secret of secrets) expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Set(secrets).size).to.equal(100);
  });

  it('show only their last four characters', () => {
    expect(redactSecret(vector.secret)).to.equal('whsec_...kZWY');
  });
});
