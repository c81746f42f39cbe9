import * as api from '@recto/contract/adapters'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { fullSetUp, startUp } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import { DefaultTriadPage } from './DefaultTriadPage.tsx'

const [llm, , embedding, extractor] = fullSetUp as [
  api.AdapterListItem,
  api.AdapterListItem,
  api.AdapterListItem,
  api.AdapterListItem,
]
const vectorDb = fullSetUp[1] as api.AdapterListItem

const triad = {
  default_llm_adapter: llm.id,
  default_embedding_adapter: embedding.id,
  default_vector_db_adapter: null,
  default_x2text_adapter: extractor.id,
}

const withTriad = (...more: ReturnType<typeof answer>[]) =>
  fakeServer(
    startUp(),
    answer(api.getDefaultTriad, () => triad),
    ...more,
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
    startUp(),
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
  fakeServer(startUp({ adapters: [llm] }))
  await open('/acme/onboard')

  const steps = await screen.findAllByText(/^(Connect an?|Choose an) /)
  expect(steps.map((step) => step.textContent)).toEqual([
    'Connect an LLM',
    'Connect a vector database',
    'Choose an embedding model',
    'Connect a text extractor',
  ])
  expect(screen.getAllByText('Configured')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /^Connect: / })).toHaveLength(3)
})

test('a step opens the services of its kind [ON-009]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = fakeServer(
    startUp({ adapters: [llm] }),
    answer(api.listSupportedAdapters, () => []),
  )
  await open('/acme/onboard')

  await ana.click(await screen.findByRole('button', { name: /Connect a vector database/ }))

  expect(await screen.findByRole('dialog', { name: 'New Vector DB Profile' })).toBeTruthy()
  await waitFor(() =>
    expect(callsOf(api.listSupportedAdapters)[0]?.query).toEqual({ adapter_type: 'VECTOR_DB' }),
  )
})

test('the set-up can wait, and ends by itself when nothing is missing [ON-010 ON-011]', async () => {
  const ana = userEvent.setup()
  fakeServer(startUp({ adapters: [llm] }))
  const later = await open('/acme/onboard')

  await ana.click(await screen.findByRole('button', { name: 'Complete Later' }))
  await waitFor(() => expect(later.path()).toBe('/acme/tools'))

  fakeServer(startUp())
  const complete = await open('/acme/onboard')
  await waitFor(() => expect(complete.path()).toBe('/acme/tools'))
})
