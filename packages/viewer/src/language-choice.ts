import { element } from './elements.ts';
import { chooseLanguage, language, languages, type Language } from './language.ts';

/** Connects the choice of the language. */
export function wireLanguage(): void {
  const select = element<HTMLSelectElement>('language');
  select.replaceChildren(...Object.entries(languages).map(([id, name]) => new Option(name, id)));
  select.value = language;
  select.addEventListener('change', () => chooseLanguage(select.value as Language));
}
