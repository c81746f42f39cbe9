import {
  getProject,
  listProjects,
  type Project,
  patchProject,
} from '@recto/contract/prompt-studio/prompt-studio'
import {
  createTableSettings,
  defaultTableSettings,
  getTableSettings,
  type TableSettings,
  updateTableSettings,
} from '@recto/contract/prompt-studio/table-settings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { ProjectListPage } from './ProjectListPage.tsx'
import { project as projectQuery } from './project.queries.ts'
import {
  april,
  listedProject,
  project,
  projectId,
  prompt,
  showProject,
  studioServer,
} from './testing/acme-invoices.tsx'

beforeEach(() => localStorage.clear())

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const notice = async () => {
  const title = await screen.findByText('Changed elsewhere')
  return within(title.closest<HTMLElement>('[role="alert"]') ?? document.body)
}
const rowsOf = (noticeQueries: Awaited<ReturnType<typeof notice>>) =>
  noticeQueries.getAllByRole('row').map((row) => row.textContent)

async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

/** The dialog of a project in which Ana enters another name and description, and somebody has saved theirs. */
async function projectInConflict() {
  const initialProject = project()
  const server = studioServer(
    {},
    answer(listProjects, () => [listedProject(initialProject)]),
  )
  await show(<ProjectListPage />)
  await press('Edit Invoices')
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
  await retype(field('Project name'), 'Bills')
  await retype(field('Description'), 'What we owe')
  server.change({ tool_name: 'Receipts', author: 'Ben' })
  await press('Save')
  await notice()
  const last = () => server.callsOf(patchProject).at(-1)?.body
  return { server, field, last }
}

test('a project that somebody else has renamed is renamed only when it is said, and the rest of theirs stays', async () => {
  const { server, last } = await projectInConflict()
  expect(rowsOf(await notice())).toEqual(['FieldSavedYours', 'Project nameReceiptsBills'])
  expect(server.callsOf(getProject)).toHaveLength(1)

  await press('Use mine')
  expect(await screen.findByText('Updated Successfully')).toBeTruthy()
  expect(last()).toEqual({
    tool_name: 'Bills',
    description: 'What we owe',
    expected: { tool_name: 'Receipts', description: 'Totals of invoices' },
  })
})

test('of a project somebody keeps the stored name, and saves what only they have changed', async () => {
  const { field, last } = await projectInConflict()
  await press('Keep saved version')
  expect(screen.queryByText('Changed elsewhere')).toBeNull()
  expect(field('Project name').value).toBe('Receipts')
  expect(field('Author or organization').value).toBe('Ben')
  expect(field('Description').value).toBe('What we owe')

  await press('Save')
  expect(await screen.findByText('Updated Successfully')).toBeTruthy()
  expect(last()).toEqual({
    description: 'What we owe',
    expected: { description: 'Totals of invoices' },
  })
})

test('a project renamed by somebody else is asked about by what is stored, not by a read that began before', async () => {
  const initialProject = project()
  const reads: Promise<Project>[] = []
  const projectPromise = Promise.withResolvers<Project>()
  const server = studioServer(
    {},
    answer(listProjects, () => [listedProject(initialProject)]),
    answer(getProject, () => reads.shift() ?? server.change({})),
  )
  const { client } = await show(<ProjectListPage />)
  await press('Edit Invoices')
  await retype(screen.getByLabelText('Project name'), 'Bills')
  reads.push(projectPromise.promise)
  void client.prefetchQuery(projectQuery(projectId))
  await waitFor(() => expect(server.callsOf(getProject)).toHaveLength(1))

  server.change({ tool_name: 'Receipts' })
  await press('Save')
  await waitFor(() => expect(server.callsOf(patchProject)).toHaveLength(1))
  projectPromise.resolve(initialProject)
  expect(rowsOf(await notice())).toEqual(['FieldSavedYours', 'Project nameReceiptsBills'])
  await press('Use mine')
  expect(await screen.findByText('Updated Successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const table = prompt(2, { prompt_key: 'rows', enforce_type: 'table' })
const settings = (changes: Partial<TableSettings> = {}): TableSettings => ({
  ...defaultTableSettings,
  headers: ['Date'],
  id: april.document_id,
  prompt_id: table.prompt_id,
  tool_id: projectId,
  ...changes,
})

/** A dialog in which two settings are changed, of which somebody has saved one, and another one, meanwhile. */
async function tableInConflict(initialSettings = settings()) {
  let storedSettings = initialSettings
  const otherSettings = settings({ headers: ['Day'], start_page: 2 })
  const isSeen = (expected: object) =>
    Object.entries(expected).every(
      ([name, value]) =>
        JSON.stringify(storedSettings[name as keyof TableSettings]) === JSON.stringify(value),
    )
  const server = studioServer(
    { project: project({ prompts: [table] }) },
    answer(getTableSettings, () => storedSettings),
    answer(updateTableSettings, ({ body: { expected = {} } }) =>
      isSeen(expected) ? storedSettings : refuse(409, 'It was changed elsewhere.'),
    ),
    answer(createTableSettings, () =>
      refuse(400, 'The prompt already has table settings.', { attr: 'prompt_id', code: 'unique' }),
    ),
  )
  await showProject()
  await press('Table extraction settings for rows')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Headers' }), 'Amount{Enter}')
  await userEvent.click(screen.getByRole('switch', { name: 'Use form feed' }))
  storedSettings = otherSettings
  await press('Save')
  await notice()
  return () => server.callsOf(updateTableSettings).at(-1)?.body
}

test('table settings that somebody else has saved are replaced only when it is said, and only those', async () => {
  const last = await tableInConflict()
  expect(rowsOf(await notice())).toEqual(['FieldSavedYours', 'HeadersDayDate, Amount'])

  await press('Use mine')
  const done = 'Successfully updated the table extraction settings'
  expect(await screen.findByText(done)).toBeTruthy()
  expect(last()).toEqual({
    headers: ['Date', 'Amount'],
    use_form_feed: true,
    expected: { headers: ['Day'], use_form_feed: false },
  })
})

test('of table settings somebody keeps the stored ones, and saves what only they have changed', async () => {
  const last = await tableInConflict()
  await press('Keep saved version')
  expect(screen.queryByText('Changed elsewhere')).toBeNull()
  expect((screen.getByLabelText('Start page') as HTMLInputElement).value).toBe('2')
  expect(screen.queryByTitle('Amount')).toBeNull()

  await press('Save')
  const done = 'Successfully updated the table extraction settings'
  expect(await screen.findByText(done)).toBeTruthy()
  expect(last()).toEqual({ use_form_feed: true, expected: { use_form_feed: false } })
})

test('table settings that somebody else has made meanwhile are asked about too', async () => {
  const last = await tableInConflict(settings({ id: null, headers: [] }))
  expect(rowsOf(await notice())).toEqual(['FieldSavedYours', 'HeadersDayAmount'])

  await press('Use mine')
  const done = 'Successfully updated the table extraction settings'
  expect(await screen.findByText(done)).toBeTruthy()
  expect(last()).toEqual({
    headers: ['Amount'],
    use_form_feed: true,
    expected: { headers: ['Day'], use_form_feed: false },
  })
})

test('a single-pass switch that somebody else has already turned says so and shows its current position', async () => {
  const server = studioServer({})
  await showProject()
  await press('Settings')
  const toggle = await screen.findByRole('switch', { name: 'SinglePass Extraction' })
  server.change({ single_pass_extraction_mode: true })
  await userEvent.click(toggle)

  const message = 'This setting was already changed in another tab or by someone else.'
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText('Failed to switch the single pass extraction mode')).toBeNull()
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  expect(server.callsOf(patchProject).map(({ body }) => body)).toEqual([
    { single_pass_extraction_mode: true, expected: { single_pass_extraction_mode: false } },
  ])
})
