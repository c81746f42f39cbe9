import {
  deleteDocument,
  indexDocument,
  listDocumentIndexes,
  listDocumentPages,
  type PromptDocument,
  readDocumentFile,
  uploadDocuments,
} from '@recto/contract/prompt-studio/prompt-documents'
import { getProject, patchProject } from '@recto/contract/prompt-studio/prompt-studio'
import { logsEventOf } from '@recto/contract/server/sockets'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useShortcuts } from '../../shared/commands/commands.ts'
import type { LiveConnection } from '../../shared/live/live-connection.ts'
import { createStore } from '../../shared/store/create-store.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { anaAtAcme } from '../../testing/people.ts'
import {
  april,
  march,
  output,
  profile,
  project,
  projectId,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const isOff = (element: HTMLElement) => (element as HTMLButtonElement).disabled
const row = async (name: string) => within(await screen.findByRole('row', { name: RegExp(name) }))
const text = (data: string) => ({
  data: { data, mime_type: 'text/plain' },
  mime_type: 'text/plain',
})

test('[PS-087] [PS-088] [PS-399] what cannot be fetched says so in the words of its tab', async () => {
  studioServer(
    {},
    answer(readDocumentFile, () => refuse(500, '')),
  )
  await showProject()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the document')
  await userEvent.click(screen.getByRole('tab', { name: 'Raw View' }))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Fail to load the file'),
  )
})

test('[PS-074] a document of a type that nobody can draw is named by it', async () => {
  const odd: PromptDocument = { ...march, document_name: 'plan.DWG' }
  studioServer(
    { documents: [odd] },
    answer(listDocumentPages, () => refuse(400, '“plan.DWG” cannot be read.')),
  )
  await showProject()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Unsupported file type: dwg')).toBeTruthy()
  expect(alert.getByText('“plan.DWG” cannot be read.')).toBeTruthy()
})

test('[PS-104] [PS-106] [PS-114] while prompts run the document stays, and nothing is indexed, deleted or uploaded', async () => {
  const gate = Promise.withResolvers<void>()
  const server = studioServer({
    documents: [march, april],
    async answerRun() {
      await gate.promise
      return output()
    },
  })
  // The shell listens for the keys of what is on the screen.
  await showProject('', undefined, <Shortcuts />)
  await press('Run total')
  await screen.findByText(/Running ·/)
  act(() => document.body.focus())
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByText('Please wait for the run to complete')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()
  expect(server.callsOf(patchProject)).toEqual([])

  await press('Manage Documents')
  const inApril = await row('april.pdf')
  const actions = () => [
    inApril.getByRole('button', { name: 'Index april.pdf' }),
    inApril.getByRole('button', { name: 'Delete april.pdf' }),
    inApril.getByRole('radio'),
    screen.getByRole('button', { name: /Upload New File/ }),
  ]
  expect(actions().map(isOff)).toEqual([true, true, true, true])
  expect(screen.getByText(/^No document can be selected.* while prompts are running/)).toBeTruthy()
  gate.resolve()
  await waitFor(() => expect(actions().map(isOff)).toEqual([false, false, false, false]))
})

test('[PS-128] without a default profile nothing is indexed', async () => {
  const server = studioServer(
    { profiles: [{ ...profile, is_default: false }] },
    answer(readDocumentFile, ({ query }) =>
      query.view_type === 'EXTRACT' ? refuse(404, 'Nothing.') : text('%PDF-1.7'),
    ),
  )
  await showProject('?view=raw')
  expect(isOff(await screen.findByRole('button', { name: 'Index document' }))).toBe(true)
  await press('Manage Documents')
  expect(isOff(await screen.findByRole('button', { name: 'Index march.pdf' }))).toBe(true)
  expect(server.callsOf(indexDocument)).toEqual([])
})

test('[PS-131] [PS-132] an indexing that fails, and a status that cannot be fetched, say so in the table', async () => {
  studioServer(
    {},
    answer(indexDocument, () => refuse(500, '')),
    answer(listDocumentIndexes, () => refuse(500, '')),
  )
  await showProject()
  await press('Manage Documents')
  expect(await (await row('march.pdf')).findByText('Failed to get index status')).toBeTruthy()
  await press('Index march.pdf')
  await waitFor(() =>
    expect(screen.getAllByText('march.pdf - Failed to index').length).toBeGreaterThan(1),
  )
  expect((await row('march.pdf')).getByText('march.pdf - Failed to index')).toBeTruthy()
  expect(isOff(screen.getByRole('button', { name: 'Index march.pdf' }))).toBe(false)
})

test('an upload that fails among good ones is named by an alert', async () => {
  const server = studioServer(
    {},
    answer(uploadDocuments, ({ body }) => {
      const file = (body as unknown as FormData).get('file') as File
      if (file.name === 'may.pdf') return refuse(400, 'It is damaged.', { attr: 'file' })
      server.documents.push(april)
      return { data: [april] }
    }),
  )
  await showProject()
  await press('Manage Documents')
  const files = ['may.pdf', 'april.pdf'].map((name) => new File(['%PDF-1.7'], name))
  fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files } })
  expect(await screen.findByText('may.pdf: It is damaged.')).toBeTruthy()
  expect(await screen.findByText('File uploaded successfully')).toBeTruthy()
})

test('[PS-098] [PS-106] [PS-125] [PS-126] [PS-127] the tag of a document shows the latest state of its indexing, and its text is fetched again', async () => {
  const hearers = new Set<(data: unknown) => void>()
  const line: LiveConnection = {
    isOpen: createStore(true),
    subscribe(event, hear) {
      if (event === logsEventOf(anaAtAcme.logEventsId)) hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
  const tell = (level: string, message: string, component: object = {}) =>
    act(() => {
      const logComponent = { tool_id: projectId, doc_name: 'march.pdf', ...component }
      const logMessage = {
        timestamp: 1,
        type: 'LOG',
        service: 'prompt',
        state: 'RUN',
        level,
        message,
      }
      for (const hear of hearers) hear({ ...logMessage, component: logComponent })
    })
  let words = 'as it was read first'
  const gate = Promise.withResolvers<void>()
  const server = studioServer(
    { documents: [march, april] },
    answer(readDocumentFile, () => text(words)),
    answer(indexDocument, async () => {
      await gate.promise
      words = 'as it was read anew'
      return { message: 'Indexed.' }
    }),
  )
  await showProject('?view=raw', line)
  expect(await screen.findByText('as it was read first')).toBeTruthy()
  await press('Manage Documents')
  const inMarch = await row('march.pdf')
  tell('INFO', 'Said of nothing that goes on')
  expect(inMarch.queryByText('Said of nothing that goes on')).toBeNull()
  const index = inMarch.getByRole('button', { name: 'Index march.pdf' })
  await userEvent.click(index)
  expect(await inMarch.findByText('Indexing')).toBeTruthy()
  const note = 'No document can be selected, indexed or deleted while one is being indexed.'
  expect(screen.getByText(note)).toBeTruthy()
  const otherMessages = [
    inMarch.getByRole('button', { name: 'Delete march.pdf' }),
    screen.getByRole('button', { name: 'Index april.pdf' }),
    screen.getByRole('button', { name: 'Delete april.pdf' }),
    ...screen.getAllByRole('radio'),
  ]
  expect(otherMessages.map(isOff)).toEqual([true, true, true, true, true])
  expect(index.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(index)
  expect(await screen.findByText('This document is already getting indexed')).toBeTruthy()
  expect(server.callsOf(indexDocument)).toHaveLength(1)

  tell('INFO', 'Cut into 12 chunks')
  expect(await inMarch.findByText('Cut into 12 chunks')).toBeTruthy()
  tell('DEBUG', 'Nobody needs this')
  tell('INFO', 'Of a prompt', { prompt_id: total.prompt_id })
  tell('INFO', 'Of another document', { doc_name: 'april.pdf' })
  expect(inMarch.getByText('Cut into 12 chunks')).toBeTruthy()
  tell('ERROR', 'The embedding model is away')
  const bad = await inMarch.findByText('The embedding model is away')
  expect(bad.closest('.ant-tag')?.className).toContain('error')

  gate.resolve()
  expect(await screen.findByText('march.pdf - Indexed successfully')).toBeTruthy()
  expect(await screen.findByText('as it was read anew')).toBeTruthy()
  expect(index.getAttribute('aria-disabled')).toBe('false')
  expect(otherMessages.map(isOff)).toEqual([false, false, false, false, false])
})

test('[PS-063] [PS-065] [PS-068] [PS-080] the tabs, the name and the text of the selected document', async () => {
  studioServer(
    { documents: [march, april] },
    answer(readDocumentFile, ({ query }) =>
      query.view_type === 'EXTRACT'
        ? text(query.document_id === march.document_id ? 'of March' : 'of April')
        : { ...text(btoa('%PDF-1.7')), mime_type: 'application/pdf' },
    ),
  )
  await showProject()
  const tabs = within(await screen.findByRole('region', { name: 'Document' })).getAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['PDF View', 'Raw View', 'Checks'])
  const pane = within(screen.getByRole('region', { name: 'Document' }))
  expect(pane.getByText('march.pdf')).toBeTruthy()
  expect(pane.getByRole('button', { name: 'Manage Documents' })).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Raw View' }))
  expect(await screen.findByText('of March')).toBeTruthy()
  await press('Next document')
  expect(await screen.findByText('of April')).toBeTruthy()
  expect(pane.getByText('april.pdf')).toBeTruthy()
})

test('[PS-090] [PS-091] [PS-092] [PS-094] [PS-098] [PS-099] the documents dialog has ten a page, each with its radio and actions, and stays when its mask is pressed', async () => {
  const documents = Array.from({ length: 11 }, (_, index) => ({
    ...march,
    document_id: march.document_id.replace(/..$/, String(index + 10)),
    document_name: `bill ${index + 10}.pdf`,
  }))
  const server = studioServer({
    documents,
    project: project({ output: documents[0]!.document_id }),
  })
  await showProject()
  await press('Manage Documents')
  const title = await screen.findByText('Manage Document Variants')
  const dialog = title.closest<HTMLElement>('.ant-modal') ?? document.body
  const dialogQueries = within(dialog)
  expect(dialog.style.width).toBe('1400px')
  expect(dialogQueries.getByRole('button', { name: /Upload New File/ })).toBeTruthy()
  expect(dialogQueries.getByRole('columnheader', { name: 'Actions' })).toBeTruthy()
  expect(dialogQueries.getAllByRole('row', { name: /^bill/ })).toHaveLength(10)
  for (const name of ['Index bill 10.pdf', 'Delete bill 10.pdf']) {
    expect(dialogQueries.getByRole('button', { name })).toBeTruthy()
  }
  fireEvent.click(document.querySelector('.ant-modal-wrap') as Element)
  expect(document.body.contains(title)).toBe(true)

  const radio = dialogQueries.getByRole<HTMLInputElement>('radio', { name: 'bill 12.pdf' })
  expect(radio.checked).toBe(false)
  await userEvent.click(radio)
  await waitFor(() => expect(radio.checked).toBe(true))
  expect(server.callsOf(patchProject)[0]?.body).toEqual({ output: documents[2]!.document_id })
  fireEvent.click(document.querySelector('.ant-modal-wrap') as Element)
  expect(document.body.contains(title)).toBe(true)
  expect(screen.queryByText('Discard changes?')).toBeNull()
  await userEvent.click(dialogQueries.getByRole('listitem', { name: '2' }))
  expect(await dialogQueries.findByRole('row', { name: /^bill 20/ })).toBeTruthy()
})

test('[PS-100] a project without documents asks for one in the table too', async () => {
  studioServer({ documents: [] })
  await showProject()
  await press('Manage Documents')
  expect(await screen.findByText('Upload the document.')).toBeTruthy()
})

test('[PS-102] a deleted document leaves the coverage of the prompts', async () => {
  const documentIds = [march.document_id, april.document_id]
  const server = studioServer(
    {
      documents: [march, april],
      project: project({ prompts: [{ ...total, coverage: documentIds }] }),
    },
    answer(deleteDocument, () => {
      server.documents.shift()
      server.change({ prompts: [{ ...total, coverage: [april.document_id] }] })
      return { data: 'Deleted.' }
    }),
  )
  await showProject()
  expect(await screen.findByRole('button', { name: 'Coverage: 2 of 2 docs' })).toBeTruthy()
  await press('Manage Documents')
  await press('Delete march.pdf')
  await press('Delete')
  await screen.findByText('Deleted successfully')
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Coverage: 1 of 1 docs', hidden: true }),
    ).toBeTruthy(),
  )
  expect(server.callsOf(getProject).length).toBeGreaterThan(1)
})

function Shortcuts() {
  useShortcuts()
  return null
}
