import { listConnectors } from '@recto/contract/connectors/connectors'
import * as sources from '@recto/contract/lookups/lookup-sources'
import * as api from '@recto/contract/lookups/lookup-tables'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { LookupTableListPage } from './LookupTableListPage.tsx'
import { LookupTableRoute } from './LookupTablePage.tsx'

const timestamp = '2026-06-03T09:15:20.123456Z'

const suppliers: api.LookupTable = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Suppliers',
  key_column: 'Number',
  columns: [
    { name: 'Number', type: 'id' },
    { name: 'Name', type: 'name' },
  ],
  version: 2,
  row_count: 12_345,
  shared_to_org: false,
  is_owner: true,
  created_by: 7,
  created_by_email: 'ana@acme.test',
  created_at: timestamp,
  modified_at: timestamp,
}
const articles: api.LookupTable = {
  ...suppliers,
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Articles',
  is_owner: false,
  created_by: 9,
  created_by_email: 'ben@acme.test',
}
const version: api.LookupTableVersion = {
  version: 3,
  file_name: 'june.csv',
  row_count: 3,
  added: 1,
  changed: 2,
  removed: 1200,
  created_by_email: 'ana@acme.test',
  created_at: timestamp,
}

const uploadState: sources.LookupSourceState = {
  kind: 'upload',
  source: null,
  cron_string: null,
  time_zone: 'UTC',
  next_refresh_at: null,
  last_refresh: null,
  refreshed_at: null,
}
const failedState: sources.LookupSourceState = {
  ...uploadState,
  kind: 'address',
  source: {
    kind: 'address',
    url: 'https://erp.test/suppliers',
    items_path: 'data',
    header: { name: 'Authorization' },
  },
  last_refresh: {
    id: '33333333-3333-4333-8333-333333333333',
    is_scheduled: true,
    started_by_email: null,
    started_at: timestamp,
    ended_at: timestamp,
    error: 'https://erp.test/suppliers: the server responded with 403.',
    version: null,
    is_new_version: false,
  },
  refreshed_at: timestamp,
}
const page = { count: 0, next: null, previous: null, results: [] }
const address = {
  at: `/acme/settings/lookup-tables/${suppliers.id}`,
  route: '/$organization/settings/lookup-tables/$tableId',
}

test('a list that cannot be loaded says why, and an empty one leads on', async () => {
  fakeServer(answer(api.listLookupTables, () => refuse(500, 'The store is closed.')))
  await show(<LookupTableListPage />)
  expect(await screen.findByText('The store is closed.')).toBeTruthy()
})

test('the list leaves uploads and deletion to owners', async () => {
  fakeServer(answer(api.listLookupTables, () => [suppliers, articles]))
  await show(<LookupTableListPage />)
  const rows = (await screen.findAllByRole('row')).slice(1)

  expect(within(rows[0] as HTMLElement).getByText('12,345')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Suppliers' }).getAttribute('href')).toBe(
    `/acme/settings/lookup-tables/${suppliers.id}`,
  )
  const isDisabled = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect(['Delete Suppliers', 'Delete Articles', 'Edit Articles'].map(isDisabled)).toEqual([
    false,
    true,
    true,
  ])
})

test('a file that is refused says which row and column, beside the file', async () => {
  const ana = userEvent.setup()
  const detail = 'Row 5, column “Number”: row 2 has the key “7001”, too. A key identifies one row.'
  fakeServer(
    answer(api.listLookupTables, () => []),
    answer(api.createLookupTable, () => refuse(400, detail, { attr: 'file' })),
  )
  await show(<LookupTableListPage />)
  const [button] = await screen.findAllByRole('button', { name: 'New lookup table' })
  await ana.click(button as HTMLElement)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Suppliers' } })
  const upload = screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' })
  expect(upload.disabled).toBe(true)
  await ana.upload(screen.getByLabelText('Table file'), new File(['Number\n1'], 'a.csv'))
  await ana.click(upload)

  expect(await screen.findByText(detail)).toBeTruthy()
})

test('a table shows its rows, which are searched on the server, and its versions', async () => {
  const { callsOf } = fakeServer(
    answer(api.getLookupTable, () => suppliers),
    answer(sources.getLookupSource, () => uploadState),
    answer(api.listLookupRows, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [{ key: '7001', cells: ['7001', 'Acme GmbH'] }],
    })),
    answer(api.listLookupTableVersions, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [version],
    })),
  )
  await show(<LookupTableRoute />, address)

  expect(await screen.findByText('Acme GmbH')).toBeTruthy()
  expect(await screen.findByText('june.csv')).toBeTruthy()
  expect(screen.getByText('1,200')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Search rows'), { target: { value: 'acme' } })
  await waitFor(() =>
    expect(callsOf(api.listLookupRows).map(({ query }) => query?.search)).toContain('acme'),
  )
})

test('a failed refresh says why, and the source is changed without its stored secret', async () => {
  const ana = userEvent.setup()
  const { callsOf } = fakeServer(
    answer(api.getLookupTable, () => suppliers),
    answer(api.listLookupRows, () => page),
    answer(api.listLookupTableVersions, () => page),
    answer(sources.getLookupSource, () => failedState),
    answer(sources.previewLookupSource, () => refuse(400, 'Not JSON.', { attr: 'source' })),
    answer(sources.setLookupSource, () => failedState),
    answer(sources.startLookupRefresh, () => refuse(409, 'It is being refreshed.')),
  )
  await show(<LookupTableRoute />, address)
  expect(await screen.findByText(/responded with 403/)).toBeTruthy()
  expect(screen.getByText(/Version 2 stays in use/)).toBeTruthy()

  await ana.click(screen.getByRole('button', { name: 'Change source' }))
  await ana.click(await screen.findByRole('button', { name: 'Show first rows' }))
  expect(await screen.findByText('Not JSON.')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Save and refresh' }))
  await waitFor(() => expect(callsOf(sources.startLookupRefresh)).toHaveLength(1))
  expect(callsOf(sources.setLookupSource)[0]?.body).toMatchObject({
    source: { url: 'https://erp.test/suppliers', header: { name: 'Authorization' } },
    cron_string: null,
  })
})

test('a table is created from a database only when its connector and query are chosen', async () => {
  const ana = userEvent.setup()
  fakeServer(
    answer(api.listLookupTables, () => []),
    answer(listConnectors, () => []),
  )
  await show(<LookupTableListPage />)
  const [button] = await screen.findAllByRole('button', { name: 'New lookup table' })
  await ana.click(button as HTMLElement)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Suppliers' } })
  await ana.click(screen.getByText('Database'))
  await ana.click(screen.getByText('A query'))
  fireEvent.change(screen.getByLabelText('Query'), { target: { value: 'select 1' } })
  const isDisabled = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect(['Create', 'Show first rows'].map(isDisabled)).toEqual([true, true])
})
