import { listDeployments } from '@recto/contract/deployments/deployments'
import { getOpenApi } from '@recto/contract/server/open-api'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { ApiDocsPage } from './ApiDocsPage.tsx'
import { addressWith } from './operation.ts'

const operation = (operationId: string, changes: object = {}) => ({
  operationId,
  tags: ['api'],
  security: [{ session: [] }, { platformKey: [] }],
  parameters: [],
  responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } },
  ...changes,
})
const org = { name: 'org', in: 'path', required: true, schema: { type: 'string' } }
const search = { name: 'search', in: 'query', required: false, schema: { type: 'string' } }
const apiDescription = {
  openapi: '3.1.0',
  paths: {
    '/api/v1/recto/{org}/api/deployment/': {
      get: operation('getApiDeployment', { parameters: [org, search] }),
      post: operation('postApiDeployment', { parameters: [org] }),
    },
    '/health': { get: operation('getHealth', { tags: ['health'], security: [] }) },
  },
}
const descriptionAnswer = answer(getOpenApi, () => apiDescription)

test('an API that cannot be read says so', async () => {
  fakeServer(answer(getOpenApi, () => refuse(500, '')))
  await show(<ApiDocsPage />)

  expect(await screen.findByText('Failed to load the API documentation')).toBeTruthy()
})

test('what is looked for is found by its address, or nothing is', async () => {
  const ana = userEvent.setup()
  fakeServer(descriptionAnswer)
  await show(<ApiDocsPage />)
  await screen.findByText('/health')
  await ana.type(screen.getByLabelText('Search the API'), 'DEPLOY')

  expect(await screen.findAllByText('/api/v1/recto/{org}/api/deployment/')).toHaveLength(2)
  await expect.poll(() => screen.queryByText('/health')).toBeNull()
  await ana.type(screen.getByLabelText('Search the API'), 'nothing of the kind')
  expect(await screen.findByText('No matching operations')).toBeTruthy()
})

test('a link says what to look for', async () => {
  fakeServer(descriptionAnswer)
  await show(<ApiDocsPage />, { at: '/docs?search=health' })

  expect(await screen.findByText('/health')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Search the API').value).toBe('health')
  expect(screen.queryByText('/api/v1/recto/{org}/api/deployment/')).toBeNull()
})

test('a call is described, sent, and its answer shown as it came', async () => {
  const ana = userEvent.setup()
  const { callsOf } = fakeServer(
    descriptionAnswer,
    answer(listDeployments, () => []),
  )
  await show(<ApiDocsPage />)
  const [list] = await screen.findAllByText('/api/v1/recto/{org}/api/deployment/')
  await ana.click(list as HTMLElement)
  const form = within(await screen.findByRole('form', { name: 'Try getApiDeployment' }))
  expect(
    screen.getByText('Requires a signed-in browser session or a platform API key.'),
  ).toBeTruthy()
  await ana.type(form.getByLabelText('org'), 'acme')
  await ana.type(form.getByLabelText('search'), 'bills')
  await ana.type(form.getByLabelText('Key'), 'k-1')
  await ana.click(form.getByRole('button', { name: 'Send request' }))

  expect(await form.findByText('Status 200')).toBeTruthy()
  const [listCall] = callsOf(listDeployments)
  expect(listCall?.query.search).toBe('bills')
  expect(listCall?.headers.get('authorization')).toBe('Bearer k-1')
})

test('what is filled in cannot leave its place in the address', () => {
  const address = addressWith(
    {
      path: '/x/{org}/y/',
      parameters: [{ name: 'q', location: 'query', isRequired: false, schema: {} }],
    },
    { org: '../a?b', q: 'c&d=e' },
  )

  expect(address).toBe('/x/..%2Fa%3Fb/y/?q=c%26d%3De')
})
