import {
  deleteLookupAlias,
  type LookupMatch,
  listDocumentLookups,
  saveLookupAlias,
} from '@recto/contract/lookups/lookup-matches'
import {
  type LookupTable,
  listLookupRows,
  listLookupTables,
} from '@recto/contract/lookups/lookup-tables'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { patchPrompt } from '@recto/contract/prompt-studio/prompts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/fake-server.ts'
import { output, project, prompt, showProject, studioServer } from './testing/acme-invoices.tsx'

beforeEach(() => localStorage.clear())

const timestamp = '2026-03-01T08:00:00.000000Z'

const suppliers: LookupTable = {
  id: '90000000-0000-4000-8000-000000000001',
  name: 'Suppliers',
  key_column: 'Number',
  columns: [
    { name: 'Number', type: 'id' },
    { name: 'Name', type: 'name' },
    { name: 'Since', type: 'date' },
  ],
  version: 1,
  row_count: 2,
  shared_to_org: false,
  is_owner: true,
  created_by: 7,
  created_by_email: 'ana@acme.test',
  created_at: timestamp,
  modified_at: timestamp,
}
const matchTo: MatchTo = {
  table: 'Suppliers',
  compare: [{ column: 'Name', field: null }],
  add: ['Number'],
}
const vendor = prompt(1, { prompt_key: 'vendor', prompt: 'Who is the seller?' })

const ambiguous: LookupMatch = {
  table: 'Suppliers',
  version: 1,
  status: 'ambiguous',
  row_key: null,
  score: null,
  by: null,
  reason: 'Several rows may be meant.',
  columns: { Number: null },
  candidates: [
    {
      row_key: '7002',
      score: 0.5,
      reason: 'name equal',
      cells: { Number: '7002', Name: 'Nordwest AG', Since: '' },
    },
  ],
}

function showStudio(match: LookupMatch, ...extraAnswers: Answer[]) {
  const server = studioServer(
    {
      project: project({ prompts: [{ ...vendor, match_to: matchTo }] }),
      outputs: [output({ prompt_id: vendor.prompt_id, output: 'Nordwest' })],
    },
    answer(listLookupTables, () => [suppliers]),
    answer(listDocumentLookups, () => ({
      lookups: [
        { ...match, prompt_id: vendor.prompt_id, table_id: suppliers.id, value: 'Nordwest' },
      ],
    })),
    answer(listLookupRows, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [{ key: '7009', cells: ['7009', 'Nordwest Bremen AG', ''] }],
    })),
    answer(saveLookupAlias, ({ body }) => body),
    ...extraAnswers,
  )
  return showProject().then(() => server)
}

test('a match is shown under the value with its reason', async () => {
  await showStudio({
    ...ambiguous,
    status: 'matched',
    row_key: '7001',
    score: 0.99,
    by: 'similarity',
    reason: 'VAT ID equal, name 0.93',
    columns: { Number: '7001' },
    candidates: [],
  })
  const match = await screen.findByRole('region', { name: 'Match of vendor in Suppliers' })

  expect(within(match).getByText('Matched')).toBeTruthy()
  expect(within(match).getByText('VAT ID equal, name 0.93')).toBeTruthy()
  expect(within(match).queryByRole('button', { name: 'Forget the row for vendor' })).toBeNull()
  expect(within(match).queryByText(/refresh/)).toBeNull()
})

test('a match in rows that could not be refreshed says so', async () => {
  await showStudio({ ...ambiguous, refresh_failed_at: timestamp })

  expect(await screen.findByText(/^Last refresh failed .+ ago$/)).toBeTruthy()
})

test('another row is searched and chosen, and the choice is remembered', async () => {
  const ana = userEvent.setup()
  const { callsOf } = await showStudio(ambiguous)
  expect(await screen.findByText('Ambiguous')).toBeTruthy()
  await ana.click(await screen.findByRole('button', { name: 'Choose a row for vendor' }))
  expect(await screen.findByText('Nordwest AG')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Search rows'), { target: { value: 'bremen' } })
  await ana.click(await screen.findByRole('button', { name: 'Choose 7009' }))

  expect(await screen.findByText('Ambiguous')).toBeTruthy()
  expect(callsOf(saveLookupAlias)[0]?.body).toEqual({ value: 'Nordwest', row_key: '7009' })
})

test('the dialog says why the last change failed, and no longer why an earlier one did', async () => {
  const ana = userEvent.setup()
  const missingRow = 'The table has no such row any more.'
  await showStudio(
    { ...ambiguous, status: 'matched', row_key: '7001', by: 'alias' },
    answer(saveLookupAlias, () => refuse(400, missingRow)),
    answer(deleteLookupAlias, () => refuse(500, '')),
  )
  expect(await screen.findByText('Matched')).toBeTruthy()
  await ana.click(await screen.findByRole('button', { name: 'Choose another row for vendor' }))
  expect(await screen.findByText('Nordwest AG')).toBeTruthy()
  await ana.click(await screen.findByRole('button', { name: 'Choose 7002' }))
  expect(await screen.findByText(missingRow)).toBeTruthy()

  await ana.click(await screen.findByRole('button', { name: 'Forget the remembered row' }))
  expect(await screen.findByText('Failed to forget the remembered row')).toBeTruthy()
  expect(screen.queryByText(missingRow)).toBeNull()
})

test('the setting of a prompt shows which columns are compared, and is saved with what was seen', async () => {
  const ana = userEvent.setup()
  const { callsOf } = await showStudio(ambiguous)
  await ana.click(await screen.findByRole('button', { name: 'Match vendor to a lookup table' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('Name (Name)')).toBeTruthy()
  // A date is not compared.
  expect(within(dialog).queryByText(/^Since \(/)).toBeNull()
  await ana.click(within(dialog).getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Successfully saved')).toBeTruthy()
  expect(callsOf(patchPrompt)[0]?.body).toEqual({
    match_to: matchTo,
    expected: { match_to: matchTo },
  })
})
