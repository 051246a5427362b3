import { element } from '../../elements.ts';
import { copyButton } from '../build.ts';
import go from './snippets/go.txt?raw';
import javaScript from './snippets/javascript.txt?raw';
import python from './snippets/python.txt?raw';

/** Code that verifies `X-Service-Signature`, as in docs/webhooks.md. */
const snippets: Record<string, string> = { 'JavaScript (Node)': javaScript, Python: python, Go: go };

/** Shows the code that a receiver needs, in the chosen language. */
export function wireSnippets(): void {
  const [list, code] = [element<HTMLSelectElement>('snippet-language'), element('snippet')];
  const show = (): void => void (code.textContent = snippets[list.value]);
  list.replaceChildren(...Object.keys(snippets).map((name) => new Option(name)));
  list.addEventListener('change', show);
  list.after(copyButton(() => snippets[list.value], { ariaLabel: 'Copy the code' }));
  show();
}
