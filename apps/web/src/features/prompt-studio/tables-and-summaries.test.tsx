import {
  indexDocument,
  listDocumentIndexes,
  readDocumentFile,
} from '@recto/contract/prompt-studio/prompt-documents'
import {
  createTableSettings,
  defaultTableSettings,
  getTableSettings,
  type TableSettings,
  updateTableSettings,
} from '@recto/contract/prompt-studio/table-settings'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  april,
  march,
  output,
  place,
  profile,
  project,
  projectId,
  prompt,
  showProject,
  studioServer,
} from './testing/acme-invoices.tsx'

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const table = prompt(2, { prompt_key: 'rows', enforce_type: 'table' })
const settings = (changes: Partial<TableSettings> = {}): TableSettings => ({
  ...defaultTableSettings,
  headers: [],
  id: null,
  prompt_id: table.prompt_id,
  tool_id: projectId,
  ...changes,
})
const aprilSettings = settings({ id: april.document_id, headers: ['Date'] })
const withTable = { project: project({ prompts: [table, prompt(3)] }) }
const summarizedProject = project({ summarize_context: true })
const summary = (text: string) =>
  answer(readDocumentFile, ({ query }) => ({
    data: { data: query.view_type === 'SUMMARIZE' ? text : 'Text.', mime_type: 'text/plain' },
    mime_type: 'text/plain',
  }))

test('table settings that the server refuses are explained at their field, and the dialog stays open', async () => {
  studioServer(
    withTable,
    answer(getTableSettings, () => aprilSettings),
    answer(updateTableSettings, () =>
      refuse(400, 'The last page must not be before the first page.', { attr: 'end_page' }),
    ),
  )
  await showProject()
  await press('Table extraction settings for rows')
  await userEvent.type(await screen.findByLabelText('Start page'), '3')
  await press('Save')
  const field = (await screen.findByLabelText('End page')).closest('.ant-form-item')
  expect(await within(field as HTMLElement).findByText(/last page must not be before/)).toBeTruthy()
})

test('[PS-331][PS-339][PS-340][PS-398] the settings of a table are changed field by field, and made where there are none', async () => {
  let currentSettings = aprilSettings
  const server = studioServer(
    withTable,
    answer(getTableSettings, () => currentSettings),
    answer(updateTableSettings, () => aprilSettings),
    answer(createTableSettings, () => aprilSettings),
  )
  await showProject()
  await screen.findByRole('article', { name: 'field_3' })
  expect(screen.queryByRole('button', { name: 'Table extraction settings for field_3' })).toBeNull()
  await press('Table extraction settings for rows')
  const headers = await screen.findByRole('combobox', { name: 'Headers' })
  await userEvent.type(headers, 'Amount{Enter}')
  await userEvent.click(screen.getByRole('switch', { name: 'Use form feed' }))
  await press('Save')
  const updatedMessage = 'Successfully updated the table extraction settings'
  expect(await screen.findByText(updatedMessage)).toBeTruthy()
  expect(server.callsOf(updateTableSettings).map(({ body }) => body)).toEqual([
    {
      headers: ['Date', 'Amount'],
      use_form_feed: true,
      expected: { headers: ['Date'], use_form_feed: false },
    },
  ])

  currentSettings = settings()
  await press('Table extraction settings for rows')
  await userEvent.type(await screen.findByLabelText('End page'), '9')
  await press('Save')
  const createdMessage = 'Successfully created the table extraction settings'
  expect(await screen.findByText(createdMessage)).toBeTruthy()
  expect(server.callsOf(createTableSettings).map(({ body }) => body)).toEqual([
    { prompt_id: table.prompt_id, tool_id: projectId, end_page: 9 },
  ])
})

test('[PS-343] a table is shown by ten rows, each cell with its place', async () => {
  const rows = Array.from({ length: 23 }, (_, index) => ({
    item: `Thing ${index + 1}`,
    price: index + 1,
  }))
  const evidence = rows.map(({ item }) => ({ item: [place(1, item)], price: null }))
  studioServer({
    ...withTable,
    outputs: [
      output({
        prompt_id: table.prompt_id,
        output: JSON.stringify({ column_headers: ['item', 'price'], rows }),
        evidence_data: { column_headers: null, rows: evidence },
      }),
    ],
  })
  await showProject()
  const visibleItems = () =>
    screen.getAllByText(/^Thing \d+$/).map(({ textContent }) => textContent)

  await screen.findByText('Thing 1')
  expect(visibleItems()).toHaveLength(10)
  expect(screen.getByRole('columnheader', { name: 'price' })).toBeTruthy()
  expect(screen.getByText('23 rows')).toBeTruthy()
  await userEvent.click(screen.getByTitle('3'))
  expect(visibleItems()).toEqual(['Thing 21', 'Thing 22', 'Thing 23'])
  await userEvent.click(screen.getByRole('button', { name: /^Show rows.rows.20.item in/ }))
  const mark = await screen.findByRole('button', { name: /Thing 21 on page 2/ })
  expect(mark.getAttribute('aria-pressed')).toBe('true')
})

test('[PS-064] there is no summary view where documents are not summarised', async () => {
  studioServer({})
  await showProject('?view=summary')
  expect(await screen.findByRole('tab', { name: 'PDF View' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Summary View' })).toBeNull()
  expect(await screen.findByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()
})

test('[PS-079] a summary that is not there can be made, and is shown once the document is indexed', async () => {
  let isIndexed = false
  studioServer(
    { project: summarizedProject },
    answer(readDocumentFile, () =>
      isIndexed
        ? { data: { data: 'In short.', mime_type: 'text/plain' }, mime_type: 'text/plain' }
        : refuse(404, 'Summary is not available.'),
    ),
    answer(indexDocument, () => {
      isIndexed = true
      return { message: 'Indexed.' }
    }),
  )
  await showProject('?view=summary')
  expect(
    await screen.findByText('Summary is not available. Please index or re-index to generate it.'),
  ).toBeTruthy()
  await press('Index document')
  expect(await screen.findByText('In short.')).toBeTruthy()
})

test('[PS-064][PS-078] the summary of the selected document is shown with the profile that made it', async () => {
  const gate = Promise.withResolvers<void>()
  const quick = {
    ...profile,
    profile_id: april.document_id,
    profile_name: 'Quick',
    is_default: false,
  }
  studioServer(
    {
      project: { ...summarizedProject, summarize_llm_profile: quick.profile_id },
      profiles: [profile, quick],
      documents: [march, april],
    },
    answer(readDocumentFile, async ({ query }) => {
      if (query.view_type === 'SUMMARIZE') await gate.promise
      const data = `Summary of ${query.document_id === march.document_id ? 'March' : 'April'}`
      return { data: { data, mime_type: 'text/plain' }, mime_type: 'text/plain' }
    }),
  )
  await showProject()
  await userEvent.click(await screen.findByRole('tab', { name: 'Summary View' }))
  expect(await screen.findByText('Loading document…')).toBeTruthy()
  gate.resolve()
  expect(await screen.findByText('Summary of March')).toBeTruthy()
  expect(screen.getByText('Summarized with Quick')).toBeTruthy()
  await press('Next document')
  expect(await screen.findByText('Summary of April')).toBeTruthy()
})

test('[PS-097][PS-124] the documents table says of each view whether it is indexed', async () => {
  const index = (document: string, changes: object) => ({
    index_manager_id: document,
    document_manager: document,
    profile_manager: profile.profile_id,
    raw_index_id: 'raw',
    summarize_index_id: null,
    index_ids_history: [],
    extraction_status: {},
    created_by: 7,
    modified_by: 7,
    created_at: profile.created_at,
    modified_at: profile.created_at,
    ...changes,
  })
  studioServer(
    { project: summarizedProject, documents: [march, april] },
    summary('In short.'),
    answer(listDocumentIndexes, () => [
      index(march.document_id, { summarize_index_id: 'summary' }),
      index(april.document_id, {}),
    ]),
  )
  await showProject()
  await press('Manage Documents')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('Summary View (Careful)').length).toBeGreaterThan(0)
  expect(await dialog.findAllByText('✓ Indexed')).toHaveLength(3)
  expect(dialog.getByText('Not Summarized')).toBeTruthy()
})
