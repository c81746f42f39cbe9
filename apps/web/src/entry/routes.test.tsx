import { listDeployments } from '@recto/contract/deployments/deployments'
import { listExecutions } from '@recto/contract/executions/executions'
import { getRole } from '@recto/contract/organizations/session'
import { listPipelines } from '@recto/contract/pipelines/pipelines'
import { listDocumentClassesOfApi } from '@recto/contract/review/review'
import { listWorkflows } from '@recto/contract/workflows/workflows'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OptionalModules } from '../shared/modules/modules.ts'
import { pageExists } from '../shared/navigation/page-exists.ts'
import { answer, fakeServer } from '../testing/fake-server.ts'
import { everyModule } from '../testing/modules.tsx'
import { startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import { buildRouter } from './build-router.tsx'
import { modules as allModules } from './modules.ts'

const optional = [
  'app',
  'app/1',
  'dashboard',
  'pricing',
  'settings/review',
  'review',
  'review/download_and_sync',
  'review/approve',
  'simple_review/review',
  'simple_review/approve',
]
const modules: OptionalModules = {
  pages: optional.map((path) => ({ path: `/${path}`, component: () => null })),
}

test.each(optional.filter((path) => path !== 'app'))(
  'a page of a module that is absent is not found: %s',
  (path) => expect(pageExists(buildRouter({ modules: {} }), `/acme/${path}`)).toBe(false),
)

test('the pages of an organization have their addresses [AC-078, AC-079, AC-080]', () => {
  const router = buildRouter({ modules })
  const own = [
    'onboard',
    'profile',
    'api',
    'etl',
    'task',
    'workflows',
    'workflows/1',
    'tools',
    'tools/1',
    'tools/1/outputAnalyzer',
    'logs',
    'logs/ETL/1/',
    'settings',
    'settings/llms',
    'settings/vectorDbs',
    'settings/embedding',
    'settings/textExtractor',
    'settings/ocr',
    'settings/connectors',
    'settings/connectors/1',
    'settings/lookup-tables',
    'settings/lookup-tables/1',
    'settings/platform',
    'settings/triad',
    'settings/admin',
    'settings/groups',
    'settings/organization',
    'settings/api-keys',
    'users',
    'users/invite',
    'users/edit',
  ]
  const missingPaths = [...own, ...optional].filter((path) => !pageExists(router, `/acme/${path}`))

  expect(missingPaths).toEqual([])
})

test.each([
  'users',
  'users/invite',
  'users/edit',
  'pricing',
  'settings/groups',
  'settings/organization',
  'settings/api-keys',
  'settings/platform',
  'settings/audit',
])('who is no admin is told that a page is not for them: %s [AC-081, AC-082]', async (path) => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getRole, () => ({ is_admin: false })),
  )
  await open(`/acme/${path}`, everyModule)

  expect(await screen.findByText(/^Sorry, you dont have access/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /User|pricing/ })).toBeNull()
})

test('the paths outside an organization exist, and an unknown one leads nowhere [AC-074]', () => {
  const router = buildRouter({ modules: {} })
  const outsidePaths = [
    '/landing',
    '/error',
    '/setOrg',
    '/selectProduct',
    '/subscription-expired',
    '/payment/success',
    '/oauth-status',
    '/simple-prompt-studio',
    '/promptStudio/share/1',
    '/simple-prompt-studio/1',
  ]

  expect(outsidePaths.filter((path) => !pageExists(router, path))).toEqual([])
  expect(pageExists(router, '/payment/nothing')).toBe(false)
})

test('the start of the address of a page is a page as well', () => {
  const router = buildRouter({ modules: allModules })
  const starts = Object.keys(router.routesByPath).flatMap((path) => {
    const segments = path.split('/').filter(Boolean)
    return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  })
  const addresses = [...new Set(starts)].map((path) => path.replaceAll(/\$\w+/g, 'acme'))

  expect(addresses.length).toBeGreaterThan(60)
  expect(addresses.filter((address) => !pageExists(router, address))).toEqual([])
})

test.each([
  ['logs/ETL', 'logs', { entity: 'ETL' }],
  ['pipelines', 'etl', {}],
  ['simple_review', 'simple_review/review', {}],
  ['watch', 'api', {}],
  ['watch/api', 'api', {}],
  ['watch/pipeline', 'etl', {}],
])('the start of a deep link leads to its list: %s', async (address, target, search) => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getRole, () => ({ is_admin: true })),
    // A page may be faster than the end of the test, and asks for its list.
    answer(listDocumentClassesOfApi, () => ({ data: [] })),
    answer(listExecutions, () => ({ count: 0, next: null, previous: null, results: [] })),
    answer(listDeployments, () => []),
    answer(listPipelines, () => []),
    answer(listWorkflows, () => []),
  )
  const { router } = await open(`/acme/${address}`, allModules)

  await waitFor(() => expect(router.state.location.pathname).toBe(`/acme/${target}`))
  expect(router.state.location.search).toEqual(search)
})
