import type { Problem } from '@severe/client';

/** Fields of a form by name, as text. A checkbox is `on`, or empty. */
export type Values = Record<string, string>;

/** A field of a form. `data-also` has further names by which the service may call it. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Sends a form by script: checks the fields, calls `send`, and shows its problem in the element with the id `problemId`, or
 * at the field that it concerns. Its button is disabled in the page: without the script, a browser would put the fields, passwords
 * among them, into the address.
 */
export function handleForm(
  form: HTMLFormElement,
  send: (values: Values) => Promise<Problem | undefined>,
  problemId = 'problem',
): void {
  const output = document.getElementById(problemId)!;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  button.disabled = false;

  async function submit(): Promise<void> {
    clear();
    const invalid = fieldsOf(form).find((field) => !field.checkValidity());
    if (invalid) return mark(invalid, invalid.validationMessage);
    button.disabled = true;
    try {
      const problem = await send(Object.fromEntries(fieldsOf(form).map((field) => [field.name, valueOf(field)])));
      if (problem) show(problem);
    } finally {
      button.disabled = false;
    }
  }

  function show({ detail, message }: Problem): void {
    const [fault] = typeof detail === 'string' ? [] : detail;
    const field = fault && fieldsOf(form).find((each) => namesOf(each).some((name) => fault.loc.includes(name)));
    if (field) mark(field, fault.msg);
    else output.textContent = message;
  }

  function mark(field: Field, message: string): void {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-errormessage', problemId);
    const label = form.querySelector(`label[for="${field.id}"]`)?.textContent ?? field.name;
    output.textContent = `${label}: ${message}`;
    field.focus();
  }

  function clear(): void {
    output.textContent = '';
    for (const field of fieldsOf(form)) {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-errormessage');
    }
  }
}

/** The fields of a form; those without a name are for the page only. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('input[name], select[name], textarea[name]')];
}

function valueOf(field: Field): string {
  return field instanceof HTMLInputElement && field.type === 'checkbox' && !field.checked ? '' : field.value;
}

function namesOf({ name, dataset }: Field): string[] {
  return [name, ...(dataset['also'] ?? '').split(' ')];
}
