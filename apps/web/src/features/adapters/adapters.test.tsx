import * as api from '@recto/contract/adapters'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { AdapterListPage } from './AdapterListPage.tsx'
import { type AdapterList, kinds } from './kinds.ts'

const house: api.AdapterListItem = {
  id: '11111111-1111-4111-8111-111111111111',
  adapter_id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
  adapter_name: 'House model',
  adapter_type: 'LLM',
  created_by: 7,
  description: null,
  icon: '/icons/adapter-icons/OpenAI.png',
  model: 'gpt-4o',
  created_by_email: 'ana@acme.test',
}
const bens: api.AdapterListItem = {
  ...house,
  id: '22222222-2222-4222-8222-222222222222',
  adapter_name: 'Contracts',
  created_by: 9,
  created_by_email: 'ben@acme.test',
}

const detail: api.Adapter = {
  ...house,
  created_at: '2026-06-03T09:15:20.123456Z',
  modified_at: '2026-06-03T09:15:20.123456Z',
  adapter_metadata: { api_key: `sealed:${house.id}:api_key`, model: 'gpt-4o', extra: 'kept' },
  is_active: false,
  shared_to_org: false,
  is_friction_less: false,
  is_usable: true,
  organization: 3,
  modified_by: 7,
  shared_users: [],
}

const schema = {
  type: 'object',
  required: ['adapter_name', 'api_key'],
  properties: {
    adapter_name: { type: 'string', title: 'Name', default: '' },
    api_key: { type: 'string', format: 'password', title: 'API Key', default: '' },
    model: { type: 'string', title: 'Model', default: 'gpt-4o' },
  },
}

const catalogue: api.CatalogueAdapter[] = [
  {
    id: house.adapter_id,
    name: 'OpenAI',
    description: 'GPT models',
    icon: house.icon,
    adapter_type: 'LLM',
  },
  {
    id: 'replicate|2715ce84-05af-4ab4-b8e9-67ac3211b81e',
    name: 'Replicate',
    description: '',
    icon: house.icon,
    adapter_type: 'LLM',
  },
]

function server(stored: api.AdapterListItem[], ...more: ReturnType<typeof answer>[]) {
  return fakeServer(
    answer(api.listAdapters, () => [...stored]),
    answer(api.listSupportedAdapters, () => catalogue),
    answer(api.getAdapterSchema, () => ({ json_schema: schema })),
    answer(api.getAdapter, () => detail),
    answer(api.testAdapter, () => ({ is_valid: true })),
    ...more,
  )
}

const page = (list: AdapterList = 'llms') => show(<AdapterListPage list={list} />)

async function openForm(ana: ReturnType<typeof userEvent.setup>) {
  await ana.click(await screen.findByRole('button', { name: 'New LLM Profile' }))
  await ana.click(await screen.findByRole('button', { name: /^OpenAI/ }))
  return screen.findByLabelText(/^Name/)
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each([
  ['llms', 'LLMs', 'New LLM Profile', 'LLM'],
  ['vectorDbs', 'Vector DBs', 'New Vector DB Profile', 'VECTOR_DB'],
  ['embedding', 'Embeddings', 'New Embedding Profile', 'EMBEDDING'],
  ['textExtractor', 'Text Extractor', 'New Text Extractor', 'X2TEXT'],
  ['ocr', 'OCR', 'New OCR', 'OCR'],
] as const)(
  '%s is the list titled %s, and says that nothing is configured [AD-001 AD-002 AD-003 AD-004 AD-005 AD-006 AD-007 AD-008 AD-009 AD-010 AD-017 AD-018]',
  async (list, title, button, adapterType) => {
    const { callsOf } = server([])
    await page(list)

    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(await screen.findByText('Nothing configured yet')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: new RegExp(button) }).length).toBeGreaterThan(0)
    expect(callsOf(api.listAdapters)[0]?.query).toEqual({ adapter_type: adapterType })
    expect(kinds[list].type).toBe(adapterType)
  },
)

test('owners are told apart, and only the owner may change an adapter [AD-013 AD-014 AD-015 AD-016]', async () => {
  const orphan = { ...bens, id: '33333333-3333-4333-8333-333333333333', created_by_email: null }
  server([house, bens, { ...orphan, adapter_name: 'Orphan' }])
  await page()

  const rows = (await screen.findAllByRole('row')).slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Me',
    'ben@acme.test',
    '-',
  ])
  const allowed = (name: string) =>
    !(screen.getByRole('button', { name }) as HTMLButtonElement).disabled
  expect(allowed('Edit House model')).toBe(true)
  expect(allowed('Delete Contracts')).toBe(false)
})

test('the search narrows the list, whatever the case [AD-011]', async () => {
  server([house, bens])
  await page()
  await screen.findByText('House model')

  fireEvent.change(screen.getByLabelText('Search LLMs'), { target: { value: 'CONTR' } })

  await waitFor(() => expect(screen.queryByText('House model')).toBeNull(), { timeout: 3000 })
  expect(screen.getByText('Contracts')).toBeTruthy()
})

test('a list that cannot be loaded says why [AD-052]', async () => {
  fakeServer(answer(api.listAdapters, () => refuse(500, 'The store is closed.')))
  await page()

  expect(await screen.findByText('Failed to get the adapters list')).toBeTruthy()
  expect(screen.getByText('The store is closed.')).toBeTruthy()
})

test('a service of the future can be seen, not chosen [AD-038 AD-047]', async () => {
  const ana = userEvent.setup()
  server([])
  await page()

  await ana.click(
    (await screen.findAllByRole('button', { name: /New LLM Profile/ }))[0] as HTMLElement,
  )

  const soon = await screen.findByRole('button', { name: /Replicate\s*Coming Soon/ })
  expect((soon as HTMLButtonElement).disabled).toBe(true)
})

test('a form with gaps tests nothing and names them [AD-042 AD-043 AD-056 AD-057]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server([house])
  await page()
  await openForm(ana)

  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))

  const gaps = await screen.findAllByText('This field is mandatory. Please provide a value.')
  expect(gaps).toHaveLength(2)
  expect(callsOf(api.testAdapter)).toEqual([])
})

test('a connection the service refuses is not saved, and its words are shown [AD-044 AD-049]', async () => {
  const ana = userEvent.setup()
  server(
    [house],
    answer(api.testAdapter, () => refuse(400, 'OpenAI refused the key.')),
  )
  await page()
  await openForm(ana)
  type(/^Name/, 'Mine')
  type(/^API Key/, 'wrong')

  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))

  expect((await screen.findByRole('alert')).textContent).toContain('OpenAI refused the key.')
  const submit = screen.getByRole('button', { name: 'Submit' }) as HTMLButtonElement
  expect(submit.disabled).toBe(true)
})

test('a failed test without a reason has words of its own [AD-049]', async () => {
  const ana = userEvent.setup()
  server(
    [house],
    answer(api.testAdapter, () => ({ is_valid: false })),
  )
  await page()
  await openForm(ana)
  type(/^Name/, 'Mine')
  type(/^API Key/, 'wrong')

  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))

  expect((await screen.findByRole('alert')).textContent).toContain('Test connection failed')
})

test('a tested adapter is saved and appears in the list [AD-026 AD-027 AD-045 AD-048 AD-050 AD-053 AD-059]', async () => {
  const ana = userEvent.setup()
  const stored = [bens]
  const { callsOf } = server(
    stored,
    answer(api.createAdapter, () => {
      stored.push(house)
      return detail
    }),
  )
  await page()
  await openForm(ana)
  expect(screen.getByLabelText(/^API Key/).getAttribute('type')).toBe('password')
  type(/^Name/, 'House model')
  type(/^API Key/, 'sk-1')
  const submit = () => screen.getByRole('button', { name: 'Submit' }) as HTMLButtonElement

  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))
  expect(await screen.findByText('Test connection successful')).toBeTruthy()
  expect(submit().disabled).toBe(false)

  type(/^Model/, 'gpt-4o-mini')
  await waitFor(() => expect(submit().disabled).toBe(true))
  expect(screen.getByText('Please test the connection before submitting.')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))
  await waitFor(() => expect(submit().disabled).toBe(false))
  await ana.click(submit())

  expect(await screen.findByRole('button', { name: 'Edit House model' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(api.testAdapter).at(-1)?.body).toEqual({
    adapter_id: house.adapter_id,
    adapter_type: 'LLM',
    adapter_metadata: { adapter_name: 'House model', api_key: 'sk-1', model: 'gpt-4o-mini' },
  })
  expect(callsOf(api.createAdapter)[0]?.body).toEqual({
    adapter_id: house.adapter_id,
    adapter_type: 'LLM',
    adapter_name: 'House model',
    adapter_metadata: { api_key: 'sk-1', model: 'gpt-4o-mini' },
  })
})

test('the form leads back to the services [AD-054]', async () => {
  const ana = userEvent.setup()
  server([house])
  await page()
  await openForm(ana)

  await ana.click(screen.getByRole('button', { name: 'Back to the services' }))

  expect(await screen.findByRole('button', { name: /^OpenAI/ })).toBeTruthy()
})

test('a stored key never shows, and goes back sealed unless a new one is typed [AD-028 AD-029 AD-046]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    [house],
    answer(api.updateAdapter, () => detail),
  )
  await page()
  await ana.click(await screen.findByRole('button', { name: 'Edit House model' }))
  const key = (await screen.findByLabelText(/^API Key/)) as HTMLInputElement
  expect([key.value, key.placeholder]).toEqual(['', 'Unchanged. Type to replace it.'])
  expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('House model')

  type(/^API Key/, 'typed')
  type(/^API Key/, '')
  type(/^Name/, 'Renamed')
  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))
  await screen.findByText('Test connection successful')
  await ana.click(screen.getByRole('button', { name: 'Submit' }))

  await waitFor(() => expect(callsOf(api.updateAdapter)).toHaveLength(1))
  expect(callsOf(api.updateAdapter)[0]).toMatchObject({
    params: { id: house.id },
    body: { adapter_name: 'Renamed', adapter_metadata: detail.adapter_metadata },
  })
})

test('a failure of one field stands beside it, and goes when the field is edited [AD-058 SH-076]', async () => {
  const ana = userEvent.setup()
  server(
    [house],
    answer(api.testAdapter, () =>
      refuse(400, 'No such model.', { attr: 'adapter_metadata.model', code: 'invalid' }),
    ),
  )
  await page()
  await openForm(ana)
  type(/^Name/, 'Mine')
  type(/^API Key/, 'sk-1')

  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))
  const field = () => document.getElementById('setting_model__error')
  await waitFor(() => expect(field()?.textContent).toBe('No such model.'))

  type(/^Model/, 'gpt-4o-mini')
  await waitFor(() => expect(field()).toBeNull())
})

test('a form that cannot be loaded says so [AD-051]', async () => {
  const ana = userEvent.setup()
  server(
    [house],
    answer(api.getAdapterSchema, () => refuse(400, 'Unknown service.')),
  )
  await page()
  await ana.click(await screen.findByRole('button', { name: 'New LLM Profile' }))
  await ana.click(await screen.findByRole('button', { name: /^OpenAI/ }))

  expect(await screen.findByText('Failed to load the settings form')).toBeTruthy()
  expect(screen.getByText('Unknown service.')).toBeTruthy()
})

test('an adapter in use stays, and the dialog says where it is used [AD-030 AD-036]', async () => {
  const ana = userEvent.setup()
  server(
    [house],
    answer(api.deleteAdapter, () => refuse(409, 'Used by the project “Invoices”.')),
  )
  await page()

  await ana.click(await screen.findByRole('button', { name: 'Delete House model' }))
  await ana.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Used by the project “Invoices”.')).toBeTruthy()
})

test('a deleted adapter leaves the list [AD-030 SH-064 SH-079]', async () => {
  const ana = userEvent.setup()
  const stored = [house]
  server(
    stored,
    answer(api.deleteAdapter, () => {
      stored.pop()
      return undefined
    }),
  )
  await page()

  await ana.click(await screen.findByRole('button', { name: 'Delete House model' }))
  await ana.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Nothing configured yet')).toBeTruthy()
  expect(await screen.findByText('Successfully deleted')).toBeTruthy()
  expect(screen.getByText('Success')).toBeTruthy()
})
