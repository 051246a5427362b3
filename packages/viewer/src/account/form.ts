import type { Problem } from '@severe/client';

/** Fields of a form by name, as text. */
export type Values = Record<string, string>;

/**
 * Sends a form by script: checks the fields, calls `send`, and shows its problem in the element with the id `problemId`, or
 * at the field that it concerns.
 */
export function handleForm(
  form: HTMLFormElement,
  send: (values: Values) => Promise<Problem | undefined>,
  problemId = 'problem',
): void {
  const output = document.getElementById(problemId)!;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });

  async function submit(): Promise<void> {
    clear();
    const invalid = inputsOf(form).find((input) => !input.checkValidity());
    if (invalid) return mark(invalid, invalid.validationMessage);
    const button = form.querySelector('button')!;
    button.disabled = true;
    try {
      const problem = await send(Object.fromEntries(inputsOf(form).map((input) => [input.name, input.value])));
      if (problem) show(problem);
    } finally {
      button.disabled = false;
    }
  }

  function show({ detail, message }: Problem): void {
    const [fault] = typeof detail === 'string' ? [] : detail;
    const input = fault && inputsOf(form).find(({ name }) => name === fault.loc.at(-1));
    if (input) mark(input, fault.msg);
    else output.textContent = message;
  }

  function mark(input: HTMLInputElement, message: string): void {
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-errormessage', problemId);
    const label = form.querySelector(`label[for="${input.id}"]`)?.textContent ?? input.name;
    output.textContent = `${label}: ${message}`;
    input.focus();
  }

  function clear(): void {
    output.textContent = '';
    for (const input of inputsOf(form)) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-errormessage');
    }
  }
}

function inputsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll('input')];
}
