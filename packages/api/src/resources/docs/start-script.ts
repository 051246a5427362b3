/**
 * Parameters that the page fills in although they are optional, by path: one of several ways to name the same thing is
 * needed. Other optional parameters stay empty, because their examples together would select nothing.
 */
const filledIn = {
  '/afd': ['office'],
  '/hwo': ['office'],
  '/jurisdiction/boundary': ['fips'],
  '/jurisdiction/summary': ['fips'],
};

/** Whether the documentation page fills in the example of a parameter. */
export function isFilledIn(path: string, { name, required }: { name: string; required: boolean }): boolean {
  return required || (filledIn as Record<string, string[] | undefined>)[path]?.includes(name) === true;
}

/**
 * Script that starts the documentation page: a separate file, so that the policy can forbid inline scripts. It corrects what
 * screen readers and keyboards find wrong with Swagger UI: links within buttons, headings out of order, controls without a
 * name, and text that scrolls without focus.
 */
export const startScript = `const filledIn = ${JSON.stringify(filledIn)};

/** Moves examples of parameters that stay empty into their descriptions, because Swagger UI fills in every example. */
function withoutFilling(path, parameter) {
  const { name, required, example, description = '' } = parameter;
  if (required || example === undefined || filledIn[path]?.includes(name)) return parameter;
  const { example: moved, ...rest } = parameter;
  return { ...rest, description: description + ' Example: \`' + moved + '\`.' };
}

/** What most readers look for first. It is open, with an example that runs. */
const first = { tag: 'Alerts', path: '/alerts/point', method: 'get' };

/** Moves what most readers look for to the top. */
function firstOnTop(document) {
  const isLater = (name, wanted) => Number(name !== wanted);
  const ordered = (list, nameOf, wanted) => list.toSorted((a, b) => isLater(nameOf(a), wanted) - isLater(nameOf(b), wanted));
  document.tags = ordered(document.tags, ({ name }) => name, first.tag);
  document.paths = Object.fromEntries(ordered(Object.entries(document.paths), ([path]) => path, first.path));
  return document;
}

/** Endpoints that differ from others by model, or by the ending of a tile alone: their lines tell nothing new. */
const twin = /^\\/(models\\/)?rrfs\\/|^(?!.*\\/loop\\/).*\\{y\\}(@2x\\.png|(@2x)?\\.webp)$/;
const otherForms = ' Also as \`@2x.png\`, \`.webp\` and \`@2x.webp\`.';

function prepared(document) {
  const listed = new Set(Object.keys(document.paths));
  const hasForms = (path) => path.endsWith('.png') && listed.has(path.slice(0, -4) + '@2x.png');
  for (const [path, operations] of Object.entries(document.paths)) {
    if (twin.test(path)) {
      delete document.paths[path];
      continue;
    }
    for (const operation of Object.values(operations)) {
      operation.parameters = operation.parameters.map((parameter) => withoutFilling(path, parameter));
      if (hasForms(path)) operation.description = (operation.description ?? '') + otherForms;
    }
  }
  return firstOnTop(document);
}

/** Puts a part of the page into a landmark of its own. */
const asRegion = (name) => (Part, { React }) => (props) =>
  React.createElement('section', { 'aria-label': name }, React.createElement(Part, props));

/**
 * Groups of tags with fewer lines than Swagger UI draws at a time: of a longer list it draws what is in view only, which hides the rest
 * from searches and screen readers.
 */
function shortLists(tagged) {
  const most = 149;
  const lists = [];
  let lines = most;
  for (const [tag, group] of tagged.entrySeq()) {
    const added = 1 + group.get('operations').size;
    if (lines + added > most) {
      lists.push(new Set());
      lines = 0;
    }
    lines += added;
    lists.at(-1).add(tag);
  }
  return lists.map((tags) => tagged.filter((_, tag) => tags.has(tag)));
}

/** A lock is for what a session is needed for: a key, which raises the limit, is optional. */
const withoutOptionalLock = (Summary, { React }) => (props) =>
  React.createElement(Summary, {
    ...props,
    operationProps: props.operationProps.update('security', (all) => (all?.some((each) => each.isEmpty()) ? all.clear() : all)),
  });

const accessible = () => ({
  wrapComponents: {
    InfoContainer: asRegion('About this API'),
    ServersContainer: asRegion('Address'),
    AuthorizeBtnContainer: asRegion('Authorization'),
    OperationSummary: withoutOptionalLock,
    DeepLink: (_link, { React }) => ({ text, path }) => React.createElement('span', null, text ?? path),
    operations: (Operations, { React }) => (props) =>
      React.createElement(
        React.Fragment,
        null,
        React.createElement('h2', { className: 'endpoints' }, 'Endpoints'),
        ...shortLists(props.specSelectors.taggedOperations()).map((list, key) =>
          React.createElement(Operations, {
            ...props,
            key,
            specSelectors: { ...props.specSelectors, taggedOperations: () => list },
          }),
        ),
      ),
  },
});

function nameOf(control) {
  const row = control.closest('tr[data-param-name]');
  if (row) return row.dataset.paramName;
  if (control.closest('.servers')) return 'Server';
  if (control.tagName === 'TEXTAREA') return 'Request body';
  return control.closest('.content-type-wrapper, .body-param-content-type') ? 'Media type' : 'Value';
}

function nameControls() {
  for (const control of document.querySelectorAll('#docs :is(select, input, textarea):not([aria-label])')) {
    control.setAttribute('aria-label', nameOf(control));
  }
  for (const region of document.querySelectorAll('#docs [role=region]:not([aria-label])')) {
    region.setAttribute('aria-label', region.id.replaceAll('_', ' '));
  }
  for (const scrolled of document.querySelectorAll('#docs pre.microlight:not([tabindex])')) scrolled.tabIndex = 0;
}

fetch('openapi.json')
  .then((response) => response.json())
  .then((document) => {
    const { operationId } = document.paths[first.path][first.method];
    const ui = SwaggerUIBundle({
      spec: prepared(document),
      dom_id: '#docs',
      plugins: [accessible],
      deepLinking: true,
      validatorUrl: null,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      onComplete: () => location.hash === '' && ui.layoutActions.show(['operations', first.tag, operationId], true),
    });
  });
new MutationObserver(nameControls).observe(document.getElementById('docs'), { childList: true, subtree: true });
`;

/** Colours of Swagger UI with a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
export const pageStyle = `
.swagger-ui .info .title small pre.version { background: #4d5562; }
.swagger-ui .info .title small.version-stamp pre.version { background: #3f6212; }
.swagger-ui :is(.info, .markdown, .renderedMarkdown, .opblock) a, .swagger-ui .info .url, .swagger-ui .link { color: #1257a8; }
.swagger-ui .btn.authorize { border-color: #166534; color: #166534; }
.swagger-ui .btn.authorize svg { fill: #166534; }
.swagger-ui .download-contents { background: #4d5562; }
.swagger-ui .btn.cancel { border-color: #b3261e; color: #b3261e; }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #4d5562; }
.swagger-ui .microlight span[style*='211, 99, 99'] { color: #ffa0a0 !important; }
.swagger-ui .btn.execute { background: #1257a8; border-color: #1257a8; color: #fff; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1257a8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #166534; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #115e59; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #4d5562; }
.swagger-ui .opblock-deprecated { opacity: 1; }
.swagger-ui :is(.parameter__in, .parameter__deprecated, .prop-format, .response-col_links i, .parameter__extension) { color: #4d5562; }
.swagger-ui :is(.parameter__name.required::after, .parameter__name.required span) { color: #b3261e; }
.swagger-ui .endpoints { position: absolute; clip-path: inset(50%); }
`;
