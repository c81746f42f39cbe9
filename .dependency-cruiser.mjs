import { layers } from './tools/layers.mjs'

const any = (names) => `(?:${names.join('|')})`
const app = '^apps/(?:server|web)/src/features/'
const test = '[.](?:test|e2e)[.]tsx?$'

/** The lowest layer: every package may import it. */
const helper = '^packages/(?:exact-json|omit-undefined)/'

/** `from` may import nothing of ours except itself and `may`. */
const only = (name, from, may, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [test, '/testing/'] },
  to: { path: '^(?:packages|apps)/', pathNot: [from, ...may] },
})

const packages = [
  only(
    'contract-stands-alone',
    '^packages/contract/',
    ['^packages/exact-json/'],
    'The wire format depends on none of our other packages, except for numbers of any length.',
  ),
  only(
    'omit-undefined-stands-alone',
    '^packages/omit-undefined/',
    [],
    'Every other package may import it, so it imports none.',
  ),
  only(
    'exact-json-stands-alone',
    '^packages/exact-json/',
    [],
    'Every other package may import it, so it imports none.',
  ),
  only(
    'mail-formats-stand-alone',
    '^packages/mail-formats/',
    [helper],
    'Opening a mail needs nothing but the mail.',
  ),
  only(
    'document-text-stands-alone',
    '^packages/document-text/',
    [helper],
    'The text of a document is plain values: it needs no npm package, no Node and no other package of ours.',
  ),
  {
    name: 'document-text-is-pure',
    comment: 'Whatever needs a library or the system belongs in document-reader.',
    severity: 'error',
    from: { path: '^packages/document-text/', pathNot: [test, '/testing/'] },
    to: {
      dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'unknown'],
      pathNot: helper,
    },
  },
  only(
    'document-reader-knows-the-text',
    '^packages/document-reader/',
    ['^packages/(?:document-text|mail-formats)/', helper],
    'Reading a document needs nothing but the document.',
  ),
  {
    name: 'only-entry-opens-documents',
    comment:
      'Feature modules use `ctx.reader`, which entry/ opened; they may detect the type of a file.',
    severity: 'error',
    from: { path: '^apps/', pathNot: ['/entry/', '/testing/', test] },
    to: {
      path: '^packages/document-reader/',
      pathNot: '^packages/document-reader/src/detect/',
    },
  },
  only(
    'spec-knows-the-text',
    '^packages/provider-spec/',
    ['^packages/document-text/', helper],
    'The types of providers depend on document-text and on no other package of ours.',
  ),
  only(
    'extraction-knows-the-spec',
    '^packages/extraction/',
    ['^packages/(?:document-text|provider-spec)/', helper],
    'Extraction is pure: no database, no HTTP, no provider, no product.',
  ),
  only(
    'providers-know-extraction',
    '^packages/providers/',
    ['^packages/(?:document-text|extraction|mail-formats|provider-spec)/', helper],
    'A provider knows nothing about our product.',
  ),
  only('server-side', '^apps/server/', ['^packages/'], 'The server never imports the web.'),
  only(
    'web-side',
    '^apps/web/',
    ['^packages/contract/', helper],
    'The web knows the server only through the contract.',
  ),
  {
    name: 'tools-are-above-all',
    comment: 'Code that a script and the product share belongs in the product or in a package.',
    severity: 'error',
    from: { path: '^(?:packages|apps)/' },
    to: { path: '^tools/' },
  },
]

const looksDown = (module, outOfReach) => ({
  name: `${module}-looks-down`,
  comment:
    'Modules beside or above are out of reach: publish an event, or move the shared thing down.',
  severity: 'error',
  from: { path: `${app}${module}/` },
  to: { path: `${app}${any(outOfReach)}/` },
})

/** Each module with the modules it may not import. One alone on the top layer has none and needs no rule. */
const modulesOutOfReach = layers.flatMap((layer, height) =>
  layer
    .map((module) => [
      module,
      layers
        .slice(height)
        .flat()
        .filter((other) => other !== module),
    ])
    .filter(([, outOfReach]) => outOfReach.length > 0),
)

const modules = [
  {
    name: 'modules-meet-at-ports',
    comment: 'Use the other module through its port; if the port lacks something, add it there.',
    severity: 'error',
    from: { path: `${app}([^/]+)/` },
    to: { path: `${app}[^/]+/`, pathNot: [`${app}$1/`, '[.]port[.]tsx?$'] },
  },
  ...modulesOutOfReach.map(([module, outOfReach]) => looksDown(module, outOfReach)),
  {
    name: 'every-module-has-a-layer',
    comment: 'Give the new module a layer in tools/layers.mjs.',
    severity: 'error',
    from: {},
    to: { path: app, pathNot: `${app}${any(layers.flat())}/` },
  },
  {
    name: 'platform-is-below-the-modules',
    comment: 'platform/ and shared/ know no noun of the product.',
    severity: 'error',
    from: { path: '^apps/[^/]+/src/(?:platform|shared)/' },
    to: { path: '^apps/[^/]+/src/(?:features|entry)/' },
  },
  {
    name: 'only-entry-knows-the-catalog',
    comment: 'The product names no provider: ask `ctx.providers`, which entry/ filled.',
    severity: 'error',
    from: { path: '^apps/[^/]+/src/(?:features|platform|shared)/', pathNot: test },
    to: { path: '^packages/providers/' },
  },
  {
    name: 'platform-knows-contract-and-spec',
    comment:
      'Every module depends on the platform, so the platform depends on as little as possible.',
    severity: 'error',
    from: { path: '^apps/server/src/platform/', pathNot: [test, '/testing/'] },
    to: {
      path: '^packages/',
      pathNot: '^packages/(?:contract|document-text|exact-json|omit-undefined|provider-spec)/',
    },
  },
  {
    name: 'entry-is-the-top',
    comment: 'Only tests may import from entry/.',
    severity: 'error',
    from: { path: '^apps/', pathNot: ['/entry/', '/testing/', test] },
    to: { path: '^apps/[^/]+/src/entry/' },
  },
]

const roles = [
  {
    name: 'sql-stays-in-stores',
    comment: 'Only stores, reads and platform/db speak SQL.',
    severity: 'error',
    from: { path: '^apps/server/src/features/', pathNot: ['[.](?:store|reads)[.]ts$', test] },
    to: { path: '(?:^|/)node_modules/(?:kysely|pg)/' },
  },
  {
    name: 'http-stays-in-routes',
    comment: 'A use case must also run in a worker and in a test.',
    severity: 'error',
    from: { path: '^apps/server/src/features/', pathNot: ['[.]routes[.]ts$', test] },
    to: { path: ['(?:^|/)node_modules/fastify/', '^apps/server/src/platform/http/'] },
  },
  {
    name: 'routes-do-not-query',
    comment: 'routes → use case → store. A route that queries has skipped the policy.',
    severity: 'error',
    from: { path: '[.]routes[.]ts$' },
    to: { path: '[.](?:store|reads)[.]ts$' },
  },
  {
    name: 'stores-only-store',
    comment: 'A store knows its tables and nothing else.',
    severity: 'error',
    from: { path: '[.](?:store|reads)[.]ts$' },
    to: {
      path: '^(?:apps|packages)/',
      pathNot: [
        '^apps/server/src/platform/db/',
        '^packages/contract/',
        helper,
        '[.](?:store|reads)[.]ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'ports-export-their-own-module',
    comment:
      'A port exports what its own module has; it does not re-export what belongs to others.',
    severity: 'error',
    from: { path: `${app}([^/]+)/[^/]+[.]port[.]tsx?$` },
    to: { pathNot: `${app}$1/` },
  },
  {
    name: 'declarations-load-no-handler',
    comment: 'Enqueuing a job or naming an event must not load its handler.',
    severity: 'error',
    from: { path: '[.](?:jobs|events)[.]ts$' },
    to: {
      pathNot: [
        '^apps/server/src/platform/(?:work/jobs|events/|retry|describe-failure)',
        '(?:^|/)node_modules/zod/',
      ],
    },
  },
  {
    name: 'policies-are-pure',
    comment: 'A policy only asks `permits` of the contract about plain values.',
    severity: 'error',
    from: { path: '[.]policy[.]ts$' },
    to: {
      pathNot: '^packages/contract/src/policy/permits[.]ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'one-provider-per-file',
    comment: 'Code that two providers share belongs in kit/.',
    severity: 'error',
    from: {
      path: '^packages/providers/src/(?!kit/|mini-lm/|testing/)[^/]+/([^/.]+)[.]',
      pathNot: test,
    },
    to: {
      path: '^packages/providers/src/[^/]+/',
      pathNot: ['^packages/providers/src/[^/]+/$1[.]', '^packages/providers/src/(?:kit|mini-lm)/'],
    },
  },
  {
    name: 'vendor-sdks-load-late',
    comment:
      'Listing the catalog must not load sixty SDKs: import a vendor package inside open(), dynamically.',
    severity: 'error',
    from: { path: '^packages/providers/', pathNot: [test, '/testing/', '-worker[.]ts$'] },
    to: {
      path: '(?:^|/)node_modules/',
      pathNot: '(?:^|/)node_modules/zod/',
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },
]

const always = [
  {
    name: 'no-circular',
    comment: 'Two files that need each other are one, or need a third. Types count.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-test-in-production',
    comment: 'Production code must not need test support.',
    severity: 'error',
    from: { pathNot: [test, '/testing/', '^packages/testkit/', '^tools/'] },
    to: { path: [test, '/testing/', '^packages/testkit/'] },
  },
  {
    name: 'not-to-unresolvable',
    comment: 'No file has this name.',
    severity: 'error',
    from: {},
    // numfmt names a file of types that it does not ship.
    to: { couldNotResolve: true, pathNot: '^numfmt$' },
  },
]

export default {
  forbidden: [...packages, ...modules, ...roles, ...always],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
    moduleSystems: ['es6'],
    builtInModules: { add: ['node:test'] },
  },
}
