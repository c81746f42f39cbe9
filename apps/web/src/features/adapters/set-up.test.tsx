import * as api from '@recto/contract/adapters/adapters'
import { setOrganization } from '@recto/contract/organizations/session'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { fullSetUp, startUpAnswers } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import { DefaultTriadPage } from './DefaultTriadPage.tsx'

const [llm, , embedding, extractor] = fullSetUp as [
  api.AdapterListItem,
  api.AdapterListItem,
  api.AdapterListItem,
  api.AdapterListItem,
]
const vectorDb = fullSetUp[1] as api.AdapterListItem

/** The same with services of one’s own. */
const ownSetUp = fullSetUp.map((adapter) => ({ ...adapter, adapter_id: 'openai|own' }))

const triad = {
  default_llm_adapter: llm.id,
  default_embedding_adapter: embedding.id,
  default_vector_db_adapter: null,
  default_x2text_adapter: extractor.id,
}

const withTriad = (...extraAnswers: Answer[]) =>
  fakeServer(
    startUpAnswers(),
    answer(api.getDefaultTriad, () => triad),
    ...extraAnswers,
  )

async function chooseVectorDb(ana: ReturnType<typeof userEvent.setup>) {
  await ana.click(await screen.findByRole('combobox', { name: 'Vector DB' }))
  await ana.click(await screen.findByText(vectorDb.adapter_name))
  await ana.click(screen.getByRole('button', { name: 'Save' }))
}

test('the triad is chosen from what is configured, and empty slots are not sent [AD-063 AD-064 AD-066 AD-067 AD-068 AD-069]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = withTriad(answer(api.setDefaultTriad, () => undefined))
  await open('/acme/settings/triad')
  expect(await screen.findByText('Built-in LLM')).toBeTruthy()

  await chooseVectorDb(ana)

  expect(await screen.findByText('Default triad setting saved successfully')).toBeTruthy()
  expect(callsOf(api.setDefaultTriad)[0]?.body).toEqual({
    llm_default: llm.id,
    embedding_default: embedding.id,
    vector_db_default: vectorDb.id,
    x2text_default: extractor.id,
  })
})

test('a slot without an adapter is left out of what is saved [AD-068]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = fakeServer(
    startUpAnswers(),
    answer(api.getDefaultTriad, () => ({})),
    answer(api.setDefaultTriad, () => undefined),
  )
  await show(<DefaultTriadPage />)

  await chooseVectorDb(ana)

  await waitFor(() => expect(callsOf(api.setDefaultTriad)).toHaveLength(1))
  expect(callsOf(api.setDefaultTriad)[0]?.body).toEqual({ vector_db_default: vectorDb.id })
})

test('a triad that cannot be saved says so [AD-071]', async () => {
  const ana = userEvent.setup()
  withTriad(answer(api.setDefaultTriad, () => refuse(500, '')))
  await show(<DefaultTriadPage />)

  await chooseVectorDb(ana)

  expect(await screen.findByText('Failed to update Default Triads')).toBeTruthy()
})

test('a triad that cannot be loaded says so [AD-070]', async () => {
  fakeServer(answer(api.getDefaultTriad, () => refuse(500, '')))
  await show(<DefaultTriadPage />)

  expect(await screen.findByText('Failed to fetch Default Triads')).toBeTruthy()
})

test('the set-up has four steps, and shows which are done [ON-001 ON-002 ON-003 ON-004 ON-005 ON-006 ON-007 ON-008 ON-012]', async () => {
  fakeServer(startUpAnswers({ adapters: [llm] }))
  await open('/acme/onboard')

  const steps = await screen.findAllByText(/^(Connect an?|Choose an) /)
  expect(steps.map((step) => step.textContent)).toEqual([
    'Connect an LLM',
    'Connect a vector database',
    'Choose an embedding model',
    'Connect a text extractor',
  ])
  expect(screen.getAllByText('Configured')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /^Connect (?!another)/ })).toHaveLength(3)
})

test('a step opens the services of its kind [ON-009]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = fakeServer(
    startUpAnswers({ adapters: [llm] }),
    answer(api.listSupportedAdapters, () => []),
  )
  await open('/acme/onboard')

  await ana.click(await screen.findByRole('button', { name: 'Connect vector DB' }))

  expect(await screen.findByRole('dialog', { name: 'New Vector DB Profile' })).toBeTruthy()
  await waitFor(() =>
    expect(callsOf(api.listSupportedAdapters)[0]?.query).toEqual({ adapter_type: 'VECTOR_DB' }),
  )
})

test('the set-up can wait, and ends by itself when nothing is missing [ON-010 ON-011]', async () => {
  const ana = userEvent.setup()
  fakeServer(startUpAnswers({ adapters: [llm] }))
  const later = await open('/acme/onboard')

  await ana.click(await screen.findByRole('button', { name: 'Complete Later' }))
  await waitFor(() => expect(later.path()).toBe('/acme/tools'))

  fakeServer(startUpAnswers({ adapters: ownSetUp }))
  const complete = await open('/acme/onboard')
  await waitFor(() => expect(complete.path()).toBe('/acme/tools'))
})

test('what is put off is not offered again in the same session, and is at the next login [ON-013]', async () => {
  const ana = userEvent.setup()
  fakeServer(startUpAnswers({ adapters: [llm] }))
  const first = await open('/')
  await waitFor(() => expect(first.path()).toBe('/acme/onboard'))
  await ana.click(await screen.findByRole('button', { name: 'Complete Later' }))
  await waitFor(() => expect(first.path()).toBe('/acme/tools'))
  cleanup()

  const secondPage = await open('/')
  await waitFor(() => expect(secondPage.path()).toBe('/acme/tools'))
  cleanup()

  fakeServer(
    startUpAnswers({ adapters: [llm] }),
    answer(setOrganization, () => ({
      is_new_org: false,
      user: {
        id: '7',
        email: 'ana@acme.test',
        name: 'ana',
        display_name: 'Ana Lima',
        family_name: null,
        picture: null,
      },
      organization: { name: 'acme', organization_id: 'acme' },
      log_events_id: 'channel-of-the-next-session',
    })),
  )
  const next = await open('/')
  await waitFor(() => expect(next.path()).toBe('/acme/onboard'))
})

test('where all is built in there is nothing to set up [ON-011]', async () => {
  fakeServer(startUpAnswers())
  const { path } = await open('/acme/onboard')

  await waitFor(() => expect(path()).toBe('/acme/tools'))
})

const noSignIn = { oauth: false, python_social_auth_backend: '' }

test('a step is configured as soon as its service is saved, and the last one ends the set-up [ON-011 ON-014]', async () => {
  const ana = userEvent.setup()
  const incompleteSetUp = ownSetUp.filter(({ adapter_type }) => adapter_type !== 'LLM').slice(0, 2)
  const schema = {
    type: 'object',
    properties: { adapter_name: { type: 'string', title: 'Name', default: '' } },
  }
  fakeServer(
    startUpAnswers({ adapters: incompleteSetUp }),
    answer(api.listSupportedAdapters, ({ query }) => {
      const adapter_type = query.adapter_type as api.AdapterType
      const one = { name: 'Service', description: '', icon: '/icons/x.svg', adapter_type }
      return [{ ...one, ...noSignIn, id: 'openai|own' }]
    }),
    answer(api.getAdapterSchema, () => ({ json_schema: schema, ...noSignIn })),
    answer(api.testAdapter, () => ({ is_valid: true })),
    answer(api.createAdapter, ({ body }) => {
      const isOf = ({ adapter_type }: api.AdapterListItem) => adapter_type === body.adapter_type
      const addedAdapter = ownSetUp.find(isOf) as api.AdapterListItem
      incompleteSetUp.push(addedAdapter)
      return {
        ...addedAdapter,
        created_at: '2026-06-03T09:15:20.123456Z',
        modified_at: '2026-06-03T09:15:20.123456Z',
        is_available: true,
        is_deprecated: false,
        is_outside: false,
        adapter_metadata: {},
        is_active: false,
        shared_to_org: false,
        is_usable: true,
        is_friction_less: false,
        missing_secrets: [],
        organization: 3,
        modified_by: 7,
        shared_users: [],
      }
    }),
  )
  const { path } = await open('/acme/onboard')
  const connect = async (noun: string) => {
    await ana.click(await screen.findByRole('button', { name: `Connect ${noun}` }))
    await ana.click(await screen.findByRole('button', { name: /^Service/ }))
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Mine' } })
    await ana.click(screen.getByRole('button', { name: 'Test Connection' }))
    const submit = () => screen.getByRole('button', { name: 'Submit' }) as HTMLButtonElement
    await waitFor(() => expect(submit().disabled).toBe(false))
    await ana.click(submit())
  }
  expect(await screen.findAllByText('Configured')).toHaveLength(2)

  await connect('LLM')
  await waitFor(() => expect(screen.getAllByText('Configured')).toHaveLength(3))
  expect(path()).toBe('/acme/onboard')
  await connect('text extractor')
  await waitFor(() => expect(path()).toBe('/acme/tools'))
})
