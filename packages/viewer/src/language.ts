import { keep, recall } from './browser-storage.ts';

/** The languages of the map with their names. */
export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

const key = 'lang';

/** The language that was chosen in this browser, else that of the browser if the map has it. */
export function rememberedLanguage(stored: string | null, browser: string): Language {
  const all = Object.keys(languages) as Language[];
  return all.find((each) => each === stored) ?? all.find((each) => browser.startsWith(each)) ?? 'en';
}

/** Whether the page has texts in every language: the map has, other pages are in English. */
const isTranslated = typeof document !== 'undefined' && document.documentElement.dataset['translated'] !== undefined;

/** The language of the page. It stays until the page is loaded again. */
export const language: Language = isTranslated ? rememberedLanguage(recall(key), navigator.language) : 'en';

/** The locale of numbers and dates: that of the browser if it is of the language. */
export const locale: string =
  isTranslated && navigator.language.startsWith(language) ? navigator.language : `${language}-US`;

/** Chooses the language for everything: the page is loaded again. */
export function chooseLanguage(chosen: Language): void {
  keep(key, chosen);
  location.reload();
}

/** Texts in the language of the page by the English ones; English pages do not load them. */
const texts: Readonly<Record<string, string>> = language === 'es' ? (await import('./spanish/index.ts')).spanish : {};

/** A text in the language of the page: t`Until ${time}`. A test knows that every language has every text. */
export function t(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  const text = texts[keyOf(parts)] ?? keyOf(parts);
  return text.replaceAll(/\{(\d)\}/g, (_, i: string) => String(values[Number(i)]));
}

/** A name that the service gives, such as that of an event or a product; one without a translation stays. */
export function named(text: string): string {
  return texts[text] ?? text;
}

/** The English text with numbered gaps, by which languages have it. */
export function keyOf(parts: readonly string[]): string {
  return parts.reduce((all, part, i) => `${all}{${i - 1}}${part}`);
}

/** Translates the texts and labels of the page itself. */
export function translatePage(): void {
  document.documentElement.lang = language;
  if (language === 'en') return;
  for (const element of document.querySelectorAll('body *')) {
    for (const node of element.childNodes) if (node instanceof Text) node.data = translated(node.data);
    for (const name of ['aria-label', 'placeholder', 'title', 'data-hint']) {
      const label = element.getAttribute(name);
      if (label !== null) element.setAttribute(name, translated(label));
    }
  }
}

/** A text of the page, whose lines are those of its source. */
function translated(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  return texts[words] === undefined ? text : text.replace(/\S(?:[\s\S]*\S)?/, texts[words]);
}
