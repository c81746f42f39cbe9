import { getUserProfile } from '@recto/contract/organizations/session'
import * as api from '@recto/contract/text-service/text-product'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { modules } from '../../entry/modules.ts'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import {
  answer,
  type FakeAnswers,
  fakeServer,
  RefusedReply,
  refuse,
} from '../../testing/fake-server.ts'
import { ana, startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { pagePrices, textProductFromWire } from './text-product.ts'

afterEach(() => vi.restoreAllMocks())

const [listKeys] = api.listTextKeys
const [listProducts] = api.listTextProducts
const [listSubscriptions] = api.listTextSubscriptions
const [listDays] = api.listDailyTextUsage
const [listRecords] = api.listTextRecords

const product = (
  product_id: string,
  product_name: string,
  isActive: boolean,
): api.TextProductItem => ({
  product_id,
  product_name,
  product_description: `About ${product_name}`,
  is_subscribed: isActive,
  product_metadata: {
    quota: -1,
    daily_quota: product_id === 'recto-free' ? 100 : -1,
    free_plan: product_id === 'recto-free',
    is_included: false,
    access_until: null,
  },
})
const free = product('recto-free', 'Free', true)
const pro = product('recto-pro', 'Pro', false)
const withPro = [
  { ...free, is_subscribed: false },
  { ...pro, is_subscribed: true },
]

const key = (n: number, plan: 'free' | 'pro'): api.TextKeyItem => ({
  id: `id-${n}`,
  api_key: `key-of-number-${n}`,
  is_active: true,
  product: plan === 'free' ? { id: 'recto-free', name: 'Free' } : { id: 'recto-pro', name: 'Pro' },
  created_at: '2026-11-01T00:00:00.000000Z',
})
const counts = {
  non_ocr_page_count: 5,
  low_cost_ocr_page_count: 6,
  high_cost_ocr_page_count: 7,
  high_cost_ocr_advanced_page_count: 8,
}
const record: api.TextRecordItem = {
  document_id: 'abc|def',
  processing_started_at: '2026-11-20T10:00:00.000000Z',
  processing_time: 3,
  tag: 'mail',
  service_type: 'form',
  processed_page_count: 2,
  requested_page_count: 2,
  total_page_count: 4,
  upload_file_size: 120_000,
  avg_page_processing_time: 1.5,
  completed_at: '2026-11-20T10:00:03.000000Z',
}

const server = (...extraAnswers: FakeAnswers) =>
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(listKeys, () => ({ api_keys: [key(1, 'free')] })),
    answer(listProducts, () => [free, pro]),
    answer(listSubscriptions, () => [
      { product: 'recto-free', subscription_id: 'recto-free-3', usage: counts },
    ]),
    answer(listDays, () => [{ date: new Date().toISOString().slice(0, 10), ...counts }]),
    answer(listRecords, ({ query }) => ({
      results: [record],
      totalCount: 25,
      page: query.page,
      pageSize: query.page_size,
      totalPages: 3,
    })),
    answer(api.getGatewayUrl[0], () => ({ api_gateway_url: 'http://recto.test/api/v2' })),
    ...extraAnswers,
  )
const openPage = (page: string) => open(`/llm-whisperer/acme/${page}`, modules)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

test('[TX-063] [TX-073] a product of the wire is one of the pages', () => {
  expect(textProductFromWire(free)).toMatchObject({
    product: 'recto-free',
    name: 'Free',
    monthlyQuota: undefined,
    isSubscribed: true,
    isFreePlan: true,
    description: 'About Free',
  })
})

test('[TX-001] whoever has not begun gets to know the product first, and the others its playground', async () => {
  server()
  const { path } = await open('/llm-whisperer', modules)

  await waitFor(() => expect(path()).toBe('/llm-whisperer/acme/playground'))
})

test('an address of another organization leads to the own start [AC-073]', async () => {
  server()
  await open('/llm-whisperer/elsewhere/dashboard', modules)

  expect(await screen.findByRole('heading', { name: 'Choose a product' })).toBeTruthy()
})

test('[TX-002] [TX-009] [TX-015] [TX-016] [TX-019] the dashboard shows pages by day for a plan', async () => {
  const { callsOf } = server()
  await openPage('dashboard')

  expect(await screen.findByRole('tab', { name: 'Usage History' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Detailed History' })).toBeTruthy()
  expect(screen.queryByText(/Looking for LLM Whisperer v1\?/)).toBeNull()
  expect(await screen.findByRole('table', { name: 'Pages by day by day' })).toBeTruthy()
  expect(callsOf(listDays)[0]?.query.subscription_id).toBe('recto-free-3')
  await userEvent.click(screen.getByRole('combobox', { name: 'Days' }))
  for (const days of [7, 14, 90]) {
    expect(await screen.findByTitle(`Last ${days} days`)).toBeTruthy()
  }
})

test('[TX-006] a pill leads to the site for version 1 where one is set', async () => {
  server(
    answer(api.getGatewayUrl[0], () => ({
      api_gateway_url: 'http://recto.test/api/v2',
      earlier_site_url: 'https://v1.example.org/',
    })),
  )
  await openPage('dashboard')

  const pill = await screen.findByRole('link', { name: 'Looking for LLM Whisperer v1?' })
  expect(pill.getAttribute('href')).toBe('https://v1.example.org/')
})

test('[TX-022] a plan without a subscription says so', async () => {
  server()
  await openPage('dashboard?plan=recto-pro')

  expect(await screen.findByText('Subscription not found')).toBeTruthy()
})

test('[TX-013] [TX-014] [TX-018] the detailed history is paged and sorted by the server', async () => {
  const { callsOf } = server()
  await openPage('dashboard?tab=detailed')
  const table = await screen.findByRole('table', { name: 'Processed documents' })

  expect(within(table).getByText('abc|def')).toBeTruthy()
  expect(callsOf(listRecords)[0]?.query).toMatchObject({ page: 1, page_size: 10 })
  await userEvent.click(within(table).getByRole('button', { name: /Size/ }))
  await waitFor(() => expect(callsOf(listRecords).at(-1)?.query.ordering).toBe('upload_file_size'))
  await userEvent.click(screen.getByTitle('2'))
  await waitFor(() => expect(callsOf(listRecords).at(-1)?.query.page).toBe(2))
  const file = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  expect(file).toContain('/api/v1/llmwhisperer/acme/usage/records/export/?subscription_id=')
})

test('[TX-020] [TX-021] usage that cannot be loaded says which', async () => {
  server(
    answer(listDays, () => refuse(500, 'No.')),
    answer(listRecords, () => refuse(500, 'No.')),
  )
  await openPage('dashboard')
  expect(await screen.findByText('Failed to fetch daily usage metrics')).toBeTruthy()

  await userEvent.click(screen.getByRole('tab', { name: 'Detailed History' }))
  expect(await screen.findByText('Failed to fetch detailed usage metrics')).toBeTruthy()
})

test('[TX-003] [TX-024] [TX-028] [TX-029] the key of the free plan is copied and downloaded, and nothing else', async () => {
  server()
  await openPage('api-keys')
  const table = await screen.findByRole('table', { name: 'API keys for text extraction' })

  expect(within(table).getByRole('button', { name: 'Copy' })).toBeTruthy()
  expect(within(table).getByRole('button', { name: 'Download Postman collection' })).toBeTruthy()
  expect(within(table).queryByRole('button', { name: 'Rotate' })).toBeNull()
  expect(within(table).queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Generate' }).hasAttribute('disabled')).toBe(true)
})

test('[TX-025] five keys stand on a page', async () => {
  server(answer(listKeys, () => ({ api_keys: [1, 2, 3, 4, 5, 6, 7].map((n) => key(n, 'free')) })))
  await openPage('api-keys?page=2')
  const table = await screen.findByRole('table', { name: 'API keys for text extraction' })

  expect(within(table).getAllByRole('row')).toHaveLength(3)
})

test('[TX-038] keys that cannot be loaded say so', async () => {
  server(answer(listKeys, () => refuse(500, 'No.')))
  await openPage('api-keys')

  expect(await screen.findByText('Failed to fetch API Keys')).toBeTruthy()
})

test('[TX-026] [TX-027] [TX-040] [TX-041] a key is generated for a plan, or why not', async () => {
  let refusal: RefusedReply | undefined = new RefusedReply(400, {
    message: 'Please select a product.',
  })
  server(
    answer(listProducts, () => withPro),
    answer(api.generateTextKey[0], () => refusal ?? key(2, 'pro')),
  )
  await openPage('api-keys')
  await press('Generate')
  const dialog = await screen.findByRole('dialog')
  const generate = () => userEvent.click(within(dialog).getByRole('button', { name: 'Generate' }))

  await generate()
  expect(await screen.findByText('Please select a product.')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Product' }))
  await userEvent.click(await screen.findByTitle('Pro'))
  refusal = new RefusedReply(400, { message: 'Key already available for this plan.' })
  await generate()
  expect(await screen.findByText('Key already available for this plan.')).toBeTruthy()
  refusal = undefined
  await generate()
  expect(await screen.findByText('API Key generated successfully')).toBeTruthy()
})

test('[TX-039] [TX-042] [TX-043] [TX-044] a key of a plan is copied, downloaded, rotated and deleted', async () => {
  const { callsOf } = server(
    answer(listProducts, () => withPro),
    answer(listKeys, () => ({ api_keys: [key(2, 'pro')] })),
    answer(api.rotateTextKey[0], () => key(2, 'pro')),
    answer(api.deleteTextKey[0], () => refuse(500, '')),
    answer(api.getTextKeyCollection[0], () => ({ item: [] })),
  )
  userEvent.setup()
  URL.createObjectURL = () => 'blob:test'
  URL.revokeObjectURL = () => {}
  await openPage('api-keys')
  await press('Copy')
  expect(await screen.findByText('API key copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('key-of-number-2')
  await press('Download Postman collection')
  expect(await screen.findByText('Collection downloaded successfully')).toBeTruthy()

  await press('Rotate')
  const rotateDialog = await screen.findByRole('dialog')
  await userEvent.click(within(rotateDialog).getByRole('button', { name: 'Rotate' }))
  expect(await screen.findByText('API Key rotated successfully')).toBeTruthy()
  expect(callsOf(api.rotateTextKey[0])[0]?.body).toEqual({ api_key: 'key-of-number-2' })

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Delete')
  const deleteDialog = await screen.findByRole('dialog')
  await userEvent.click(within(deleteDialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete API Key')).toBeTruthy()
  expect(callsOf(api.deleteTextKey[0])[0]?.body).toEqual({ key_id: 'id-2' })
})

test('who is no admin copies keys and changes none', async () => {
  server(
    answer(getUserProfile, () => ({ user: { ...ana, is_admin: false } })),
    answer(listProducts, () => withPro),
    answer(listKeys, () => ({ api_keys: [key(2, 'pro')] })),
  )
  await openPage('api-keys')
  const table = await screen.findByRole('table', { name: 'API keys for text extraction' })

  expect(within(table).queryByRole('button', { name: 'Rotate' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Generate' }).hasAttribute('disabled')).toBe(true)
})

test('[TX-004] [TX-064] [TX-065] [TX-071] the account offers the plans, and subscribing leads to the checkout', async () => {
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  let isRefused = true
  server(
    answer(api.startTextCheckout[0], () =>
      isRefused
        ? new RefusedReply(500, {})
        : { session_id: 'cs_1', checkout_url: 'https://checkout.test/cs_1' },
    ),
  )
  await openPage('account')
  const card = within(await screen.findByRole('region', { name: 'Pro plan' }))
  expect(screen.getByRole('region', { name: 'Free plan' })).toBeTruthy()
  expect(pagePrices.map(({ dollars }) => dollars)).toEqual([1, 5, 10, 15])
  for (const price of ['$1', '$5', '$10', '$15']) expect(screen.getByText(price)).toBeTruthy()

  await userEvent.click(card.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText('Failed to subscribe')).toBeTruthy()
  isRefused = false
  await userEvent.click(card.getByRole('button', { name: 'Subscribe' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://checkout.test/cs_1'))
})

test('[TX-066] [TX-070] [TX-072] a plan is cancelled after a question, and plans that cannot be loaded say so', async () => {
  let products = withPro
  server(
    answer(listProducts, () => products),
    answer(api.cancelTextPlan[0], () => {
      products = [free, pro]
      return { message: 'success' as const }
    }),
  )
  await openPage('account')
  await press('Cancel plan')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel plan' }))

  expect(await screen.findByText('Cancelled successfully')).toBeTruthy()
  const card = within(await screen.findByRole('region', { name: 'Pro plan' }))
  expect(await card.findByRole('button', { name: 'Subscribe' })).toBeTruthy()

  server(answer(listProducts, () => refuse(500, 'No.')))
  await openPage('account')
  expect(await screen.findByText('Failed to get pricing details')).toBeTruthy()
})
