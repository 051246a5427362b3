import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@severe/testing/free-port';
import { createWebhookSecret, signatureHeaders } from '@severe/outbound';
import { testCertificate } from '@severe/testing/certificate';
import { hasTool } from '@severe/testing/tools';
import { expect } from 'chai';

const body = '{"type":"ping","text":"Überflutung ⛈"}';

/** A program that calls the snippet with a signature, the body and a secret of its arguments, and prints 1 or 0. */
const callers: Record<string, { tool: string; file: string; after: string; run: (file: string) => string[] }> = {
  js: {
    tool: 'node',
    file: 'snippet.mjs',
    after: 'process.stdout.write(isGenuine(process.argv[2], process.argv[3], process.argv[4]) ? "1" : "0");',
    run: (file) => [file],
  },
  python: {
    tool: 'python3',
    file: 'snippet.py',
    after: "import sys\nprint('1' if is_genuine(sys.argv[1], sys.argv[2].encode(), sys.argv[3]) else '0')",
    run: (file) => [file],
  },
  go: {
    tool: 'go',
    file: 'main.go',
    after: 'func main() { if IsGenuine(os.Args[1], []byte(os.Args[2]), os.Args[3], time.Now()) { print1() } else { print0() } }\nfunc print1() { os.Stdout.WriteString("1") }\nfunc print0() { os.Stdout.WriteString("0") }', // prettier-ignore
    run: (file) => ['run', file],
  },
};

describe('docs/webhooks.md', function () {
  this.timeout(120_000);
  let text: string;
  let folder: string;
  before(async () => {
    text = await readFile(new URL('../docs/webhooks.md', import.meta.url), 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'severe-webhooks-doc-'));
  });
  after(() => rm(folder, { recursive: true }));

  for (const [language, { tool, file, after: caller, run }] of Object.entries(callers)) {
    it(`the ${language} snippet accepts a genuine request and refuses a changed or old one`, async function () {
      if (!hasTool(tool)) this.skip();
      const snippet = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)![1];
      const source = language === 'go' ? asMain(snippet) : snippet;
      const path = join(folder, file);
      await writeFile(path, `${source}\n${caller}\n`);
      const isGenuine = (at: Date, sent = body, secret = given): string => {
        const signature = signatureHeaders({ id: 'msg_1', at, body }, [given])['X-Service-Signature'];
        return execFileSync(tool, [...run(path), signature, sent, secret], { encoding: 'utf8' }).trim();
      };
      const given = createWebhookSecret();
      const now = new Date();
      expect(isGenuine(now)).to.equal('1');
      expect(isGenuine(now, `${body} `), 'a changed body').to.equal('0');
      expect(isGenuine(now, body, createWebhookSecret()), 'another secret').to.equal('0');
      expect(isGenuine(new Date(now.getTime() - 400_000)), 'an old request').to.equal('0');
    });
  }

  it('has a receiver that takes genuine requests and refuses others', async () => {
    const [check, receiver] = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
    const { key, cert } = testCertificate();
    const port = await freePort();
    const files = {
      'is-genuine.mjs': check,
      'receiver.mjs': receiver.replace('8443', String(port)),
      'key.pem': key,
      'cert.pem': cert,
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const secret = createWebhookSecret();
    const child = spawn('node', ['receiver.mjs'], { cwd: folder, env: { ...process.env, SECRET: secret } });
    try {
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      expect((await lines.next()).value).to.equal('ready');
      const post = (signedWith: string): Promise<number> =>
        new Promise((resolve, reject) => {
          const headers = signatureHeaders({ id: 'msg_1', at: new Date(), body }, [signedWith]);
          const sent = request({ port, method: 'POST', headers, ca: cert, host: 'localhost' }, (response) =>
            resolve(response.resume().statusCode!),
          );
          sent.on('error', reject).end(body);
        });
      expect(await post(secret)).to.equal(204);
      expect((await lines.next()).value).to.equal(`genuine ${body}`);
      expect(await post(createWebhookSecret())).to.equal(401);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('has the code that the account page shows', async () => {
    for (const [language, file] of [
      ['js', 'javascript'],
      ['python', 'python'],
      ['go', 'go'],
    ]) {
      const shown = new URL(`../packages/viewer/src/account/webhooks/snippets/${file}.txt`, import.meta.url);
      expect(text).to.include(`\`\`\`${language}\n${await readFile(shown, 'utf8')}\`\`\``);
    }
  });

  it('has the test vector of the signatures', () => {
    const blocks = [...text.matchAll(/```text\n(.*)\n```/g)].map(([, line]) => line);
    const [, secret] = /secret `(whsec_[^`]*)`/.exec(text)!;
    const at = new Date(1_779_315_480_000);
    expect(signatureHeaders({ id: 'x', at, body: blocks[0] }, [secret])['X-Service-Signature']).to.equal(blocks[1]);
  });
});

/** The Go snippet as a program. */
function asMain(snippet: string): string {
  return snippet.replace('package webhook', 'package main').replace('"math"', '"math"\n\t"os"');
}
