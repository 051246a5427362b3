import { apiEndpoints } from '@severe/api';
import { loadSettings } from '@severe/base';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { verifyUser } from '@severe/db/testing/verify-user';
import { responseProblems } from '@severe/http';
import { expect } from 'chai';
import { signUp, takeMails } from '../../support/browser.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

const home = { name: 'Home', lat: 35.22, lon: -97.44 };
type Person = Awaited<ReturnType<typeof signUp>>;

describe('api/saved-locations', function () {
  this.timeout(60_000);
  let service: TestService;
  let uma: Person;
  before(async () => {
    service = await startTestApi(() => ({ settings: loadSettings({ MAX_LOCATIONS: '3' }) }));
  });
  beforeEach(async () => {
    uma = await signUp(service);
  });
  after(() => service?.close());

  const create = (body: object = {}) => uma.call('POST', '/account/locations', { ...home, ...body });

  it('saves a location with defaults, and ignores fields of other kinds', async () => {
    const { status, json } = await create({ id: 7, user_id: 1, created_at: 'x', unsubscribe_key: 'x' });
    expect(status).to.equal(201);
    const { id, ...made } = json() as { id: number };
    expect(made).to.deep.equal({
      ...home,
      label: null,
      alerts_enabled: true,
      min_severity: 'Severe',
      created_at: '2026-05-20T22:18:05Z',
    });
    const listed = await uma.call('GET', '/account/locations');
    expect(listed.json()).to.deep.equal([{ id, ...made }]);
    const definition = apiEndpoints.find(({ path, method }) => path === '/account/locations' && method === 'GET')!;
    expect(responseProblems(definition, listed.json())).to.deep.equal([]);
  });

  for (const [what, body, field] of [
    ['a latitude of 91', { lat: 91 }, 'lat'],
    ['a longitude of -181', { lon: -181 }, 'lon'],
    ['a latitude that is a text', { lat: 'north' }, 'lat'],
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['a long name', { name: 'n'.repeat(129) }, 'name'],
    ['a long label', { label: 'l'.repeat(257) }, 'label'],
    ['an unknown severity', { min_severity: 'Awful' }, 'min_severity'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { status, json } = await create(body);
      expect([status, (json() as { detail: { loc: string[] }[] }).detail[0].loc]).to.deep.equal([422, ['body', field]]);
    });
  }

  it('changes the name and the alerts, and nothing else', async () => {
    const { id } = (await create()).json() as { id: number };
    const body = { name: 'Work', alerts_enabled: false, min_severity: 'Extreme', lat: 1 };
    const { json } = await uma.call('PATCH', `/account/locations/${id}`, body);
    expect(json()).to.deep.include({ name: 'Work', alerts_enabled: false, min_severity: 'Extreme', lat: 35.22 });
  });

  it('refuses more locations than an account may have', async () => {
    for (let i = 0; i < 3; i++) await create();
    const { status, json } = await create();
    expect([status, json()]).to.deep.equal([409, { detail: 'Saved location limit reached (3)' }]);
  });

  it("answers another user's location as one that never existed", async () => {
    const { id } = (await create()).json() as { id: number };
    const vic = await signUp(service);
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'Mine' } : undefined;
      const { status, json } = await vic.call(method, `/account/locations/${id}`, body);
      expect([status, json()]).to.deep.equal([404, { detail: 'Saved location not found' }]);
    }
    expect((await uma.call('DELETE', `/account/locations/${id}`)).status).to.equal(204);
  });

  it('ends mails with one click and without a session; the link alone changes nothing', async () => {
    const { id } = (await create({ name: '<b>Home</b>' })).json() as { id: number };
    await verifyUser(service.db, uma.email);
    await service.db.alerts.store([alertEvent({ eventKey: `e${id}` })]);
    await service.db.savedLocations.mailAlerts({ alerts: 50, hits: 50 }, ({ location, email }) => {
      const made = { recipient: email, subject: 's', text: location.unsubscribeKey, html: '' };
      return { ...made, whenFull: made };
    });
    const mail = (await takeMails(service, uma.email)).find(({ subject }) => subject === 's')!;
    const path = `/api/v1/unsubscribe/${mail.text}`;
    const enabled = async () =>
      ((await uma.call('GET', '/account/locations')).json() as { alerts_enabled: boolean }[])[0].alerts_enabled;

    const page = await service.ask(path);
    expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(page.headers).to.include.keys(
      'permissions-policy',
      'cross-origin-opener-policy',
      'strict-transport-security',
    );
    expect(page.body.toString()).to.include('&lt;b&gt;Home').and.include('<form method="post">');
    expect(await enabled()).to.equal(true);

    // As a mail program does (RFC 8058, 3.2): a form, without cookies and from no page of the service.
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const clicked = await service.ask(path, form, 'POST', 'List-Unsubscribe=One-Click');
    expect(clicked.status).to.equal(200);
    expect(await enabled()).to.equal(false);
    expect((await service.ask('/api/v1/unsubscribe/unknown', form, 'POST', '')).status).to.equal(404);
  });
});
