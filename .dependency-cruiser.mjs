import { floors } from './tools/floors.mjs'

const any = (names) => `(?:${names.join('|')})`
const app = '^apps/(?:server|web)/src/features/'
const test = '[.](?:test|e2e)[.]tsx?$'

/** The lowest layer: every package but the contract may import it. */
const helper = '^packages/omit-undefined/'

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
    [],
    'What is said over the wire depends on nothing of ours.',
  ),
  only(
    'omit-undefined-stands-alone',
    helper,
    [],
    'Every other package may import it, so it imports none.',
  ),
  only(
    'document-text-stands-alone',
    '^packages/document-text/',
    [helper],
    'What a document says is plain values: no npm package, no Node, nothing else of ours.',
  ),
  {
    name: 'document-text-is-pure',
    comment: 'Whatever needs a library or the system belongs into document-reader.',
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
    ['^packages/document-text/', helper],
    'Reading a document needs nothing but the document.',
  ),
  {
    name: 'only-entry-opens-documents',
    comment: 'Rooms ask `ctx.reader`, which entry/ opened; they may look at what a file is.',
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
    'The shape of a provider depends on what a document is, and on nothing else of ours.',
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
    ['^packages/(?:document-text|extraction|provider-spec)/', helper],
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
    comment: 'What a script and the product share belongs to the product, or into a package.',
    severity: 'error',
    from: { path: '^(?:packages|apps)/' },
    to: { path: '^tools/' },
  },
]

const looksDown = (room, outOfReach) => ({
  name: `${room}-looks-down`,
  comment:
    'Rooms beside or above are out of reach: publish an event, or move the shared thing down.',
  severity: 'error',
  from: { path: `${app}${room}/` },
  to: { path: `${app}${any(outOfReach)}/` },
})

/** A room alone on the top floor has nothing out of reach. */
const views = floors.flatMap((floor, height) =>
  floor
    .map((room) => [
      room,
      floors
        .slice(height)
        .flat()
        .filter((other) => other !== room),
    ])
    .filter(([, outOfReach]) => outOfReach.length > 0),
)

const rooms = [
  {
    name: 'rooms-have-one-door',
    comment: 'Use the other room through its port; if the port lacks something, add it there.',
    severity: 'error',
    from: { path: `${app}([^/]+)/` },
    to: { path: `${app}[^/]+/`, pathNot: [`${app}$1/`, '[.]port[.]tsx?$'] },
  },
  ...views.map(([room, outOfReach]) => looksDown(room, outOfReach)),
  {
    name: 'every-room-has-a-floor',
    comment: 'Give the new room a floor in tools/floors.mjs.',
    severity: 'error',
    from: {},
    to: { path: app, pathNot: `${app}${any(floors.flat())}/` },
  },
  {
    name: 'ground-is-below-the-rooms',
    comment: 'platform/ and shared/ name no product noun.',
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
    comment: 'The ground carries every room, so it leans on as little as possible.',
    severity: 'error',
    from: { path: '^apps/server/src/platform/', pathNot: [test, '/testing/'] },
    to: {
      path: '^packages/',
      pathNot: '^packages/(?:contract|document-text|omit-undefined|provider-spec)/',
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
    name: 'ports-open-their-own-room',
    comment: 'A port shows what its room has; it does not pass on what belongs to others.',
    severity: 'error',
    from: { path: `${app}([^/]+)/[^/]+[.]port[.]tsx?$` },
    to: { pathNot: `${app}$1/` },
  },
  {
    name: 'promises-stay-light',
    comment: 'Asking for a job or naming an event must load no handler.',
    severity: 'error',
    from: { path: '[.](?:jobs|events)[.]ts$' },
    to: {
      pathNot: ['^apps/server/src/platform/(?:jobs|events)', '(?:^|/)node_modules/zod/'],
    },
  },
  {
    name: 'policies-are-pure',
    comment: 'A policy is a question about values, which the one policy of the contract answers.',
    severity: 'error',
    from: { path: '[.]policy[.]ts$' },
    to: {
      pathNot: '^packages/contract/src/policy/permits[.]ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'one-provider-per-file',
    comment: 'What two providers share belongs in kit/.',
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
    name: 'dbos-stays-in-jobs',
    comment: 'Rooms know jobs and steps, not DBOS, which runs them.',
    severity: 'error',
    from: { path: '^apps/', pathNot: '^apps/server/src/platform/jobs/' },
    to: { path: '(?:^|/)node_modules/@dbos-inc/' },
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
    comment: 'What runs must not need what only tests use.',
    severity: 'error',
    from: { pathNot: [test, '/testing/', '^packages/testkit/', '^tools/'] },
    to: { path: [test, '/testing/', '^packages/testkit/'] },
  },
  {
    name: 'not-to-unresolvable',
    comment: 'There is nothing of this name.',
    severity: 'error',
    from: {},
    // numfmt names a file of types that it does not ship.
    to: { couldNotResolve: true, pathNot: '^numfmt$' },
  },
]

export default {
  forbidden: [...packages, ...rooms, ...roles, ...always],
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
