/** The content of a mail: a few sentences, and at most one thing to do. */
export interface MailContent {
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** A link, shown as a button in HTML and as its address in plain text. */
  action?: { label: string; url: string };
  /** Paragraphs after the link, in small print. */
  notes?: string[];
}

/** The same content in both forms. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** Characters per line of plain text, apart from addresses (RFC 5322, 2.1.1, recommends 78). */
const lineLength = 76;

/** Composes a mail as plain text and as HTML without pictures, styles of its own or tracking. */
export function composeMail({ subject, paragraphs, action, notes = [] }: MailContent): ComposedMail {
  const link = action ? [`${action.label}:`, action.url] : [];
  const text = [...paragraphs.map(wrapped), link.join('\n'), ...notes.map(wrapped)].filter(Boolean).join('\n\n');
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(action ? [actionOf(action)] : []),
    ...notes.map((note) => `<p style="color:#555;font-size:14px">${escaped(note)}</p>`),
  ];
  return { subject, text: `${text}\n`, html: pageOf(subject, body) };
}

function pageOf(subject: string, body: string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em">',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The address is shown, too: a reader checks where a link leads, or copies it. */
function actionOf({ label, url }: { label: string; url: string }): string {
  const button =
    'display:inline-block;padding:10px 18px;background:#0b5cad;color:#fff;text-decoration:none;border-radius:4px';
  return [
    `<p><a href="${escaped(url)}" style="${button}">${escaped(label)}</a></p>`,
    `<p style="font-size:14px;word-break:break-all">${escaped(url)}</p>`,
  ].join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}

/** Lines of at most `lineLength` characters, broken at spaces. A longer word has a line of its own. */
function wrapped(paragraph: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
