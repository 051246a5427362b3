import { createRequire } from 'node:module';
import type { MessageAttachment } from '@slack/types';
import type { ApiMethods } from '@grammyjs/types';
import type { RESTPostAPIWebhookWithTokenJSONBody as DiscordMessage } from 'discord-api-types/v10';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { channelAt, channelOf, deliveryMessage, pingMessage, webhookFormats, type Occasion } from '@severe/outbound';
import { discord } from '../src/channels/discord.ts';
import type { Note } from '../src/channels/note.ts';
import { pushover } from '../src/channels/pushover.ts';
import { slack } from '../src/channels/slack.ts';
import { teams } from '../src/channels/teams.ts';
import { telegram } from '../src/channels/telegram.ts';

/** Its modules are of a kind that only bundlers read. */
const { AdaptiveCard } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
) as typeof import('adaptivecards');

type TelegramMessage = Parameters<ApiMethods<unknown>['sendMessage']>[0];

/** An address that each channel can use. */
const addresses: Record<string, string> = {
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  discord: 'https://discord.com/api/webhooks/1/x',
  teams: 'https://prod-1.westus.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x',
  ntfy: 'https://ntfy.sh/norman-weather?auth=QmVhcmVy',
  pushover: `https://api.pushover.net/1/messages.json?token=${'a'.repeat(30)}&user=${'u'.repeat(30)}`,
  telegram: 'https://api.telegram.org/bot12:AB-c/sendMessage?chat_id=-1001234&message_thread_id=7',
};
const channelNames = webhookFormats.filter((format) => format !== 'json');

const occasion: Occasion = {
  deliveredAt: new Date('2026-05-20T22:20:00Z'),
  api: 'https://wx.example.org/api/v1',
  site: 'https://wx.example.org',
  simulated: false,
};
const alert = {
  id: 48213,
  event: 'Tornado Warning',
  severity: 'Extreme',
  headline: 'Tornado Warning issued May 20 at 5:15PM CDT by NWS Norman',
  areaDesc: 'Cleveland, OK; McClain, OK',
  instruction: 'TAKE COVER NOW! Move to a basement or an interior\nroom on the lowest floor.\n\nAvoid windows.',
  expires: new Date('2026-05-20T22:45:00Z'),
  geometry: '{"type":"Polygon","coordinates":[[[-97.6,35.1],[-97.2,35.1],[-97.2,35.4],[-97.6,35.1]]]}',
};
const echo = {
  minDbz: 50,
  radarAt: new Date('2026-05-20T22:18:00Z'),
  arrivesAt: new Date('2026-05-20T22:40:00Z'),
  earliestAt: new Date('2026-05-20T22:30:00Z'),
  latestAt: null,
  chance: 72,
  lat: 35.2,
  lon: -97.4,
};
const note: Note = {
  title: 'Tornado Warning until 5:45 PM CDT',
  paragraphs: ['One', 'Two'],
  level: 'Extreme',
  link: 'https://wx.example.org/#at=9/35.1000/-97.6000',
  at: occasion.deliveredAt,
};

const sent = (format: string, over: Partial<typeof alert> = {}, when: Partial<Occasion> = {}): string =>
  deliveryMessage(
    { id: 12, url: addresses[format], format },
    { ...occasion, ...when },
    { messageId: 'm', alert: { ...alert, ...over } },
  ).body;

/** All texts of a body. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

describe('channels of webhooks', () => {
  for (const format of channelNames) {
    it(`${format} is told of the alert, in the clock of its place, with area, advice and the map`, () => {
      const text = textsOf(JSON.parse(sent(format))).join('\n');
      expect(text).to.include('Tornado Warning until 5:45 PM CDT');
      expect(text).to.include('Cleveland, OK');
      expect(text).to.include('Move to a basement or an interior room on the lowest floor.');
      expect(text).to.include('https://wx.example.org/#at=9/35.1000/-97.6000');
      expect(text).to.not.include('SIMULATED');
    });

    it(`${format} says first that weather is simulated`, () => {
      const simulated = { simulated: true };
      const texts = textsOf(JSON.parse(sent(format, {}, simulated)));
      expect(texts.join('\n'))
        .to.match(/\\?\[SIMULATED\\?\] Tornado Warning/)
        .and.include('a storm day that never happened');
      const { body } = pingMessage({ id: 1, url: addresses[format], format }, { ...occasion, ...simulated });
      expect(body).to.include('SIMULATED');
    });

    it(`${format} is told of an expected echo with its spread and chance`, () => {
      const { body } = deliveryMessage({ id: 12, url: addresses[format], format }, occasion, {
        messageId: 'm',
        expected: echo,
      });
      const text = textsOf(JSON.parse(body)).join('\n');
      expect(text).to.include('Very heavy rain or hail may arrive at 5:40 PM CDT');
      expect(text).to.include('5:30 PM CDT at the earliest; chance 72 %');
      expect(text).to.include('radar image of 5:18 PM CDT');
    });

    it(`${format} is told of any text, of any length, within a body of 28 kB`, () => {
      const texts = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.repeat(100));
      fc.assert(
        fc.property(texts, texts, texts, (headline, areaDesc, instruction) => {
          const body = sent(format, { headline, areaDesc, instruction });
          expect(Buffer.byteLength(body)).to.be.below(28_000);
          for (const text of textsOf(JSON.parse(body))) expect(text).to.not.match(/\p{Surrogate}/u);
        }),
      );
    });

    it(`${format} takes the address of its service, and finds what others lack`, () => {
      const url = new URL(addresses[format]);
      expect(channelAt(url)).to.equal(format);
      expect(channelOf(format)!.problemOf(url)).to.equal(undefined);
      const own = new URL('https://hooks.example.com/');
      expect(channelAt(own)).to.equal(undefined);
    });
  }

  it('are told in the clock of a place beyond 180 degrees', () => {
    const geometry = '{"type":"Polygon","coordinates":[[[181.5,51.5],[183,51.5],[183,52.5],[181.5,51.5]]]}';
    expect(JSON.parse(sent('telegram', { geometry })).text).to.match(/^Tornado Warning until 1:45 PM HDT/);
    expect(JSON.parse(sent('ntfy', { geometry })).click).to.equal('https://wx.example.org/#at=9/51.5000/-178.5000');
  });

  it('refuses addresses that ntfy, Pushover and Telegram could not use', () => {
    for (const [format, address] of [
      ['ntfy', 'https://ntfy.sh/'],
      ['ntfy', 'https://ntfy.sh/a b'],
      ['pushover', 'https://api.pushover.net/1/messages.json'],
      ['pushover', `https://api.pushover.net/1/messages.json?token=${'a'.repeat(30)}&user=short`],
      ['telegram', 'https://api.telegram.org/bot12:AB/sendMessage'],
      ['telegram', 'https://api.telegram.org/bot12:AB/getMe?chat_id=1'],
      ['telegram', 'https://api.telegram.org/bot12:AB/sendMessage?chat_id=a b'],
    ])
      expect(channelOf(format)!.problemOf(new URL(address)), address).to.match(/should/);
  });

  it('posts to where the service takes JSON, and keeps what an address means', () => {
    const targetOf = (format: string): string | undefined => channelOf(format)!.targetOf?.(new URL(addresses[format]));
    expect(targetOf('ntfy')).to.equal('https://ntfy.sh/?auth=QmVhcmVy');
    expect(JSON.parse(sent('ntfy'))).to.deep.include({
      topic: 'norman-weather',
      priority: 5,
      tags: ['rotating_light'],
    });
    expect(targetOf('pushover')).to.equal('https://api.pushover.net/1/messages.json');
    expect(JSON.parse(sent('pushover'))).to.deep.include({ token: 'a'.repeat(30), user: 'u'.repeat(30), priority: 1 });
    expect(targetOf('telegram')).to.equal('https://api.telegram.org/bot12:AB-c/sendMessage');
    expect(JSON.parse(sent('telegram'))).to.deep.include({ chat_id: '-1001234', message_thread_id: 7 });
    expect(targetOf('slack')).to.equal(undefined);
  });

  it('fails for a format of a newer version rather than send another', () => {
    expect(() => sent('carrier-pigeon')).to.throw('carrier-pigeon');
  });

  it('lets no text of a provider mention, link or change the look', () => {
    const evil = { headline: '<!channel> @everyone <https://evil.example|here> *bold* [x](https://evil.example)' };
    const slackText = textsOf((JSON.parse(sent('slack', evil)) as { text: string }).text);
    expect(slackText.join()).to.not.match(/<!|<http/);
    const { attachments } = JSON.parse(sent('slack', evil)) as {
      attachments: { blocks: { text?: { type: string } }[] }[];
    };
    expect(attachments[0].blocks[0].text!.type).to.equal('plain_text');
    const onDiscord = JSON.parse(sent('discord', evil)) as {
      embeds: { description: string }[];
      allowed_mentions: object;
    };
    expect(onDiscord.allowed_mentions).to.deep.equal({ parse: [] });
    expect(onDiscord.embeds[0].description).to.include('\\[x\\]\\(').and.include('\\*bold\\*');
    expect(sent('teams', evil)).to.not.include('TextBlock"{'); // its text would be Markdown
    expect(JSON.parse(sent('telegram', evil))).to.not.have.property('parse_mode');
  });

  it('has the forms that the types of others describe', () => {
    const url = new URL(addresses.telegram);
    const onSlack: { text: string; attachments: MessageAttachment[] } = slack.bodyOf(note);
    const onDiscord: DiscordMessage = discord.bodyOf(note);
    const onTelegram: TelegramMessage = telegram.bodyOf(note, url);
    expect(onSlack.attachments).to.have.lengthOf(1);
    expect(onDiscord.embeds![0].color).to.equal(0xc92a2a);
    expect(onTelegram.text).to.match(/^Tornado Warning until 5:45 PM CDT\n\nOne\n\nTwo\n\nhttps:/);
    expect(pushover.bodyOf(note, new URL(addresses.pushover)).message).to.equal('One\n\nTwo');
  });

  it('is a card that the library of Adaptive Cards reads without a complaint', () => {
    const [{ content, contentType }] = teams.bodyOf(note).attachments;
    expect(contentType).to.equal('application/vnd.microsoft.card.adaptive');
    const card = new AdaptiveCard();
    card.parse(content);
    expect(card.validateProperties().validationEvents).to.deep.equal([]);
    expect(card.toJSON()!.body).to.have.lengthOf(3);
  });
});
