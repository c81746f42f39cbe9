import * as api from '@recto/contract/adapters/adapters'
import { listGroups } from '@recto/contract/organizations/groups'
import { listMembers } from '@recto/contract/organizations/organizations'
import { adapterSharing, type Sharing } from '@recto/contract/organizations/sharing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { bens, detail, house, adapterServer as server } from '../../testing/adapters.ts'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { anaAtAcme } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { AdapterListPage } from './AdapterListPage.tsx'
import { type AdapterList, kinds } from './kinds.ts'

const page = (list: AdapterList = 'llms', role = anaAtAcme.role) =>
  show(<AdapterListPage list={list} />, { signedIn: { ...anaAtAcme, role } })

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
  const isAllowed = (name: string) =>
    !(screen.getByRole('button', { name }) as HTMLButtonElement).disabled
  expect(isAllowed('Edit House model')).toBe(true)
  expect(isAllowed('Delete Contracts')).toBe(false)
})

test('the search narrows the list, whatever the case [AD-011]', async () => {
  server([house, bens])
  await page()
  await screen.findByText('House model')

  fireEvent.change(screen.getByLabelText('Search LLMs'), { target: { value: 'CONTR' } })

  await waitFor(() => expect(screen.queryByText('House model')).toBeNull())
  expect(screen.getByText('Contracts')).toBeTruthy()
})

test('a list that cannot be loaded says why [AD-052]', async () => {
  fakeServer(answer(api.listAdapters, () => refuse(500, 'The store is closed.')))
  await page()

  expect(await screen.findByText('Failed to get the adapters list')).toBeTruthy()
  expect(screen.getByText('The store is closed.')).toBeTruthy()
})

test('every service that the catalogue names can be chosen: none is still to come [AD-038]', async () => {
  const ana = userEvent.setup()
  server([])
  await page()

  await ana.click(
    (await screen.findAllByRole('button', { name: /New LLM Profile/ }))[0] as HTMLElement,
  )

  const card = await screen.findByRole('button', { name: /^Replicate/ })
  expect((card as HTMLButtonElement).disabled).toBe(false)
  expect(screen.queryByText('Coming Soon')).toBeNull()
})

test('the grid has four columns in a wide dialog, the form stands in a narrow one [AD-039 AD-040 AD-041]', async () => {
  const ana = userEvent.setup()
  server([])
  await page()
  await ana.click(
    (await screen.findAllByRole('button', { name: /New LLM Profile/ }))[0] as HTMLElement,
  )
  const width = () => screen.getByRole('dialog').style.getPropertyValue('--ant-modal-width')
  const wide = () => screen.getByRole('dialog').style.width || width()

  const card = await screen.findByRole('button', { name: /^OpenAI/ })
  expect(card.closest('ul')?.style.getPropertyValue('--columns')).toBe('4')
  expect(wide()).toContain('1100')
  await ana.click(card)

  await screen.findByLabelText(/^Name/)
  expect(wide()).toContain('500')
})

test('the search waits until nobody has typed for 600 ms [AD-012]', async () => {
  server([house, bens])
  await page()
  await screen.findByText('House model')
  vi.useFakeTimers()
  try {
    fireEvent.change(screen.getByLabelText('Search LLMs'), { target: { value: 'contr' } })
    act(() => vi.advanceTimersByTime(599))
    expect(screen.queryByText('House model')).not.toBeNull()

    act(() => vi.advanceTimersByTime(2))
    expect(screen.queryByText('House model')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('an adapter of a service that is gone says so, and what to choose', async () => {
  const reason = 'Google has shut down the PaLM models. Use Gemini instead.'
  const deprecation_metadata = { reason, adapter_name: 'Palm', adapter_type: 'LLM' } as const
  server([{ ...house, is_available: false, is_deprecated: true, deprecation_metadata }])
  await page()

  fireEvent.mouseEnter(await screen.findByText('No longer available'))
  expect(await screen.findByText(reason)).toBeTruthy()
})

test('a name that is taken is told at the name', async () => {
  const ana = userEvent.setup()
  const duplicateMessage = 'An adapter of this type with the name “House model” already exists.'
  server(
    [house],
    answer(api.createAdapter, () =>
      refuse(400, duplicateMessage, { attr: 'adapter_name', code: 'error', type: 'client_error' }),
    ),
  )
  await page()
  await openForm(ana)
  type(/^Name/, 'House model')
  type(/^API Key/, 'sk-1')
  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))
  await screen.findByText('Test connection successful')
  await ana.click(screen.getByRole('button', { name: 'Submit' }))

  await waitFor(() =>
    expect(document.getElementById('setting_adapter_name__error')?.textContent).toBe(
      duplicateMessage,
    ),
  )
})

const local: api.FoundAdapter = {
  adapter_id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
  adapter_type: 'LLM',
  adapter_name: 'Ollama llama3.2',
  adapter_metadata: { model: 'llama3.2', base_url: 'http://localhost:11434' },
  model: 'llama3.2',
  icon: '/icons/adapter-icons/ollama.png',
}

test('a model server of this machine is added by one click; others are looked for when asked', async () => {
  const ana = userEvent.setup()
  const storedAdapters: api.AdapterListItem[] = []
  const { callsOf } = server(
    storedAdapters,
    answer(api.listLocalAdapters, ({ query }) =>
      query.look === 'true'
        ? [local, { ...local, adapter_name: 'vLLM qwen', model: 'qwen' }]
        : [local],
    ),
    answer(api.createAdapter, ({ body }) => {
      storedAdapters.push({ ...house, adapter_name: body.adapter_name })
      return { ...detail, adapter_name: body.adapter_name }
    }),
  )
  await page()
  await ana.click(
    (await screen.findAllByRole('button', { name: /New LLM Profile/ }))[0] as HTMLElement,
  )
  await screen.findByRole('button', { name: /Add Ollama llama3.2/ })
  expect(callsOf(api.listLocalAdapters).map(({ query }) => query.look)).toEqual(['false'])

  await ana.click(screen.getByRole('button', { name: /Find model servers/ }))
  await ana.click(await screen.findByRole('button', { name: /Add vLLM qwen/ }))

  expect((await screen.findAllByText('vLLM qwen')).length).toBeGreaterThan(0)
  expect(callsOf(api.createAdapter)[0]?.body).toMatchObject({
    adapter_name: 'vLLM qwen',
    adapter_metadata: local.adapter_metadata,
  })
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

test('a test tells what the model does in another way than the settings say', async () => {
  const ana = userEvent.setup()
  const note = 'The model refuses “temperature”: it is not sent.'
  server(
    [house],
    answer(api.testAdapter, () => ({ is_valid: true, notes: [note] })),
  )
  await page()
  await openForm(ana)
  type(/^Name/, 'Mine')
  type(/^API Key/, 'right')

  await ana.click(screen.getByRole('button', { name: 'Test Connection' }))

  expect(await screen.findByText(note)).toBeTruthy()
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
  const storedAdapters = [bens]
  const { callsOf } = server(
    storedAdapters,
    answer(api.createAdapter, () => {
      storedAdapters.push(house)
      return detail
    }),
  )
  await page()
  await openForm(ana)
  expect(screen.getByLabelText(/^API Key/).getAttribute('type')).toBe('password')
  type(/^Name/, 'House model')
  type(/^API Key/, 'sk-1')
  const submit = () => screen.getByRole('button', { name: 'Submit' }) as HTMLButtonElement

  await ana.click(screen.getByRole('checkbox', { name: /^External/ }))
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
    is_outside: true,
    adapter_name: 'House model',
    adapter_metadata: { api_key: 'sk-1', model: 'gpt-4o-mini' },
  })
})

test('the form leads back to the services [AD-054]', async () => {
  const ana = userEvent.setup()
  server([house])
  await page()
  await openForm(ana)

  await ana.click(screen.getByRole('button', { name: 'Back to services' }))

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
  expect([key.value, key.placeholder]).toEqual(['', 'Unchanged. Type to replace the stored value.'])
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
  const storedAdapters = [house]
  server(
    storedAdapters,
    answer(api.deleteAdapter, () => {
      storedAdapters.pop()
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

const ana = { id: 7, email: 'ana@acme.test' }
const ben = { id: 9, email: 'ben@acme.test' }
const cleo = { id: 10, email: 'cleo@acme.test' }

const people = answer(listMembers, () => ({
  message: 'success' as const,
  members: [ana, ben, cleo].map(({ id, email }) => ({
    id: String(id),
    email,
    role: 'recto_user',
    is_admin: false,
    is_service_account: false,
  })),
  count: 3,
}))

const sharedBy = (owner: typeof ana, changes: Partial<Sharing> = {}) =>
  answer(adapterSharing.read, ({ params }) => ({
    id: params.id,
    name: 'Shared',
    created_by: owner,
    co_owners: [],
    shared_users: [cleo],
    shared_groups: [],
    shared_to_org: false,
    ...changes,
  }))

test('whoever an adapter is only shared with sees with whom it is, and can change nothing [AD-062]', async () => {
  const user = userEvent.setup()
  server(
    [bens],
    people,
    answer(listGroups, () => []),
    sharedBy(ben, { shared_users: [ana, cleo] }),
  )
  await page('llms', 'recto_user')

  await user.click(await screen.findByRole('button', { name: 'Share Contracts' }))

  const list = await screen.findByRole('list', { name: 'Shared with' })
  expect(within(list).getByText(cleo.email)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('its owner takes people out, and shares it with everybody [AD-016 AD-060 AD-061]', async () => {
  const user = userEvent.setup()
  const { callsOf } = server(
    [house],
    people,
    answer(listGroups, () => []),
    sharedBy(ana),
    answer(adapterSharing.share, () => undefined),
  )
  await page()
  await user.click(await screen.findByRole('button', { name: 'Share House model' }))
  await screen.findByRole('button', { name: 'Apply' })

  const selectedItem = screen.getByText(cleo.email).closest('.ant-select-selection-item')
  await user.click(within(selectedItem as HTMLElement).getByRole('img', { hidden: true }))
  await user.click(screen.getByLabelText('Share with everyone in current org'))
  await user.click(screen.getByRole('button', { name: 'Apply' }))

  await waitFor(() =>
    expect(callsOf(adapterSharing.share)[0]?.body).toEqual({
      shared_users: [],
      shared_groups: [],
      shared_to_org: true,
    }),
  )
})
