const adapterLists = ['llms', 'embedding', 'vectorDbs', 'textExtractor', 'ocr']
const settings = ['', 'admin', 'api-keys', 'audit', 'deployment-keys', 'groups', 'organization']

/** Pages of every organization, by area, without the organization's name. */
export const pagesByArea: Readonly<Record<string, readonly string[]>> = {
  work: ['tools', 'workflows', 'api', 'etl', 'task', 'pipelines/new', 'app', 'onboard'],
  runs: ['logs', 'logs/API', 'metrics', 'usage'],
  review: ['review', 'review/approve', 'review/download_and_sync', 'review/progress'],
  people: ['users', 'users/invite', 'profile', 'profile/account'],
  services: [...adapterLists, 'triad', 'connectors', 'lookup-tables'].map(
    (name) => `settings/${name}`,
  ),
  settings: settings.map((name) => `settings/${name}`),
  'more settings': ['settings/platform', 'settings/review', 'no-such-page'],
}

/** Pages outside organizations, and those of the text product. */
export const otherPages: readonly string[] = [
  '/landing',
  '/docs',
  '/guide',
  '/guide/first-values',
  '/guide/clients-of-other-parsers',
  '/error?code=INF',
  '/selectProduct',
  '/setOrg',
  '/forgotten-password',
  '/simple-prompt-studio',
  '/verticals',
  '/llm-whisperer/recto/playground',
  '/llm-whisperer/recto/dashboard',
  '/llm-whisperer/recto/api-keys',
]
