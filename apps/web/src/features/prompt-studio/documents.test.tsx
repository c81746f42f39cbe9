import { listAdapters } from '@recto/contract/adapters/adapters'
import {
  deleteDocument,
  indexDocument,
  listDocumentIndexes,
  listDocumentPages,
  readDocumentFile,
  unlockDocument,
  uploadDocuments,
} from '@recto/contract/prompt-studio/prompt-documents'
import { patchProject } from '@recto/contract/prompt-studio/prompt-studio'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { fullSetUp } from '../../testing/people.ts'
import {
  april,
  march,
  output,
  profile,
  projectId,
  showProject,
  studioServer,
} from './testing/acme-invoices.tsx'
import type { ViewerProps } from './viewer/viewer-props.ts'

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const _adapters = answer(listAdapters, ({ query }) =>
  fullSetUp.filter((adapter) => !query.adapter_type || adapter.adapter_type === query.adapter_type),
)
const listedPages = answer(listDocumentPages, () => ({ pages: [{ width: 612, height: 792 }] }))
/** Stands where a locked document is. */
const Locked = ({ lockedContent }: ViewerProps) => lockedContent

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const chooseFiles = async (files: readonly File[]) =>
  fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files } })

test('a project without documents asks for one, and selects the first [PS-075] [PS-103] [PS-116]', async () => {
  const server = studioServer(
    { documents: [] },
    answer(uploadDocuments, () => {
      server.documents.push(march)
      return { data: [march] }
    }),
  )
  await showProject()
  expect(await screen.findByText('Add and view your PDF document here')).toBeTruthy()
  await chooseFiles([pdf('march.pdf')])

  expect(await screen.findByText('File uploaded successfully')).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()
  expect(server.callsOf(patchProject)[0]?.body).toEqual({ output: march.document_id })
})

test('each refused file says why beside its name [PS-109] [PS-117]', async () => {
  const server = studioServer(
    { documents: [march] },
    answer(uploadDocuments, () =>
      refuse(400, '“may.pdf” is not a PDF: its content is a picture.', { attr: 'file' }),
    ),
  )
  await showProject()
  const zone = await screen.findByRole('region', { name: 'Document' })
  const files = [new File(['x'], 'march.docx'), pdf('may.pdf')]
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files } })

  const rows = within(await screen.findByRole('list', { name: 'Uploads' }))
  const failures = await rows.findAllByRole('alert')
  await waitFor(() => expect(rows.getAllByRole('alert')).toHaveLength(2))
  expect(failures[0]?.textContent).toBe('File name already exists')
  expect(rows.getAllByRole('alert')[1]?.textContent).toBe(
    '“may.pdf” is not a PDF: its content is a picture.',
  )
  expect(server.callsOf(uploadDocuments)).toHaveLength(1)
  await press('Dismiss march.docx')
  expect(rows.getAllByRole('listitem')).toHaveLength(1)
})

test('[PS-111] a file that nothing can make a PDF of is refused, and not sent', async () => {
  const server = studioServer({ documents: [] })
  await showProject()
  await chooseFiles([new File(['x'], 'photos.zip')])

  const rows = within(await screen.findByRole('list', { name: 'Uploads' }))
  expect((await rows.findByRole('alert')).textContent).toBe('Only PDF files are allowed')
  expect(server.callsOf(uploadDocuments)).toEqual([])
})

test('[PS-110] [PS-112] a file that is no PDF is sent only after the word that a PDF is made of it', async () => {
  const server = studioServer(
    { documents: [] },
    answer(uploadDocuments, () => {
      const document = server.documents.length === 0 ? march : april
      server.documents.push(document)
      return { data: [document] }
    }),
  )
  await showProject()
  const files = [pdf('april.pdf'), new File(['a;b'], 'lamps.csv')]
  await chooseFiles(files)
  expect(await screen.findByText('File Upload Warning')).toBeTruthy()
  expect(screen.getByText('Your document will be converted to PDF.')).toBeTruthy()
  expect(screen.getByText('lamps.csv')).toBeTruthy()
  await press('Cancel')
  expect(await screen.findByText('Upload cancelled by user')).toBeTruthy()
  expect(server.callsOf(uploadDocuments)).toEqual([])

  await chooseFiles(files)
  await press('Upload')
  await waitFor(() => expect(server.callsOf(uploadDocuments)).toHaveLength(2))
  expect(screen.queryByText('File Upload Warning')).toBeNull()
})

test('[PS-110] a document is downloaded as a PDF, and what is none as it was uploaded too', async () => {
  const lamps = { ...april, document_name: 'lamps.csv' }
  studioServer({ documents: [march, lamps] }, listedPages)
  await showProject()
  await press('Download march.pdf')
  const asPdf = await screen.findByRole('link', { name: 'Download as PDF' })
  expect(asPdf.getAttribute('href')).toContain(`document_id=${march.document_id}&form=pdf`)
  expect(screen.queryByRole('link', { name: 'Download original' })).toBeNull()

  await press('Next document')
  await press('Download lamps.csv')
  const original = await screen.findByRole('link', { name: 'Download original' })
  expect(original.getAttribute('href')).toContain(`document_id=${lamps.document_id}&form=original`)
})

test('a locked document asks for its password, and says when it is wrong', async () => {
  const server = studioServer(
    {},
    answer(unlockDocument, ({ body }) =>
      body.password === 'open sesame'
        ? march
        : refuse(400, '“march.pdf” cannot be opened with this password.', { attr: 'password' }),
    ),
  )
  await showProject('', undefined, undefined, Locked)
  const field = await screen.findByLabelText('Document password')
  expect(field.getAttribute('type')).toBe('password')
  await userEvent.type(field, 'sesame')
  await press('Unlock')
  expect(await screen.findByText('“march.pdf” cannot be opened with this password.')).toBeTruthy()

  const reads = server.callsOf(readDocumentFile).length
  await userEvent.clear(field)
  await userEvent.type(field, 'open sesame')
  await press('Unlock')
  await waitFor(() => expect(server.callsOf(readDocumentFile).length).toBeGreaterThan(reads))
  expect(screen.queryByText('“march.pdf” cannot be opened with this password.')).toBeNull()
})

test('a file of a name that is there already is not sent [PS-109]', async () => {
  const server = studioServer({})
  await showProject()
  await press('Manage Documents')
  await chooseFiles([pdf('March.PDF')])

  expect((await screen.findAllByText('File name already exists')).length).toBeGreaterThan(0)
  expect(server.callsOf(uploadDocuments)).toEqual([])
})

test('files are taken where they are dropped', async () => {
  const server = studioServer(
    {},
    answer(uploadDocuments, () => {
      server.documents.push(april)
      return { data: [april] }
    }),
  )
  await showProject()
  const zone = await screen.findByRole('region', { name: 'Document' })
  const dataTransfer = { types: ['Files'], files: [pdf('april.pdf')] }
  fireEvent.dragOver(zone, { dataTransfer })
  expect(screen.getByText(/Drop files/)).toBeTruthy()
  fireEvent.drop(zone, { dataTransfer })

  expect(await screen.findByText('1 of 2')).toBeTruthy()
})

test('without a default profile nothing can be uploaded [PS-113]', async () => {
  studioServer({ documents: [], profiles: [] })
  await showProject()
  const button = await screen.findByRole('button', { name: /Add Document/ })
  expect(button.hasAttribute('disabled')).toBe(true)
  await userEvent.hover(button.parentElement ?? button)
  expect(
    await screen.findByText('Set the default LLM profile before uploading a document'),
  ).toBeTruthy()
})

test('the neighbouring document is shown, linked to, and remembered [PS-069] [PS-071]', async () => {
  const server = studioServer({ documents: [march, april] })
  const { router } = await showProject()
  const previous = await screen.findByRole('button', { name: 'Previous document' })
  expect(previous.hasAttribute('disabled')).toBe(true)
  await press('Next document')

  expect(await screen.findByRole('region', { name: 'Pages of april.pdf' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ document: april.document_id })
  expect(server.callsOf(patchProject)[0]?.body).toEqual({ output: april.document_id })
  expect(screen.getByRole('button', { name: 'Next document' }).hasAttribute('disabled')).toBe(true)
})

test('a selection that is refused is taken back [PS-105]', async () => {
  studioServer(
    { documents: [march, april] },
    answer(patchProject, () => refuse(500, '')),
  )
  await showProject()
  await press('Next document')

  expect(await screen.findByText('Failed to select the document')).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()
})

test('the document stays while prompts run on it [PS-070]', async () => {
  const run = Promise.withResolvers<void>()
  studioServer({
    documents: [march, april],
    async answerRun() {
      await run.promise
      return output()
    },
  })
  await showProject()
  await press('Run total')
  await screen.findByText(/Running ·/)
  expect(screen.getByRole('button', { name: 'Next document' }).hasAttribute('disabled')).toBe(true)
  run.resolve()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Next document' }).hasAttribute('disabled')).toBe(
      false,
    ),
  )
})

test('a document that was not read says so, and shows its text once it is [PS-077] [PS-085] [PS-130]', async () => {
  let isRead = false
  studioServer(
    {},
    answer(readDocumentFile, ({ query }) => {
      if (query.view_type === 'EXTRACT' && !isRead) return refuse(404, 'Nothing.')
      const text = 'INVOICE      7'
      return { data: { data: text, mime_type: 'text/plain' }, mime_type: 'text/plain' }
    }),
    answer(indexDocument, () => {
      isRead = true
      return { message: 'Indexed.' }
    }),
  )
  await showProject('?view=raw')
  await screen.findByText('Raw content is not available. Please index or re-index to generate it.')
  await press('Index document')

  expect(await screen.findByText('march.pdf - Indexed successfully')).toBeTruthy()
  const text = await screen.findByRole('region', { name: 'Text of march.pdf' })
  expect(text.textContent).toBe('INVOICE      7')
})

test('the documents dialog shows what is indexed, and deletes [PS-089] [PS-093] [PS-095] [PS-096] [PS-101] [PS-102]', async () => {
  const server = studioServer(
    { documents: [march, april] },
    answer(listDocumentIndexes, () => [
      {
        index_manager_id: projectId,
        document_manager: april.document_id,
        profile_manager: profile.profile_id,
        raw_index_id: 'read',
        summarize_index_id: null,
        index_ids_history: [],
        extraction_status: {},
        created_by: 7,
        modified_by: 7,
        created_at: profile.created_at,
        modified_at: profile.modified_at,
      },
    ]),
    answer(deleteDocument, () => {
      server.documents.shift()
      return { data: 'Deleted.' }
    }),
  )
  await showProject()
  await press('Manage Documents')
  expect(await screen.findByText('Manage Document Variants')).toBeTruthy()
  expect(screen.getByText('Uploaded files')).toBeTruthy()
  expect(screen.getAllByText('Raw View (Careful)').length).toBeGreaterThan(0)
  const row = async (name: string) => within(await screen.findByRole('row', { name: RegExp(name) }))
  expect(await (await row('march.pdf')).findByText('Not Indexed')).toBeTruthy()
  expect((await row('april.pdf')).getByText(/Indexed/).textContent).toBe('✓ Indexed')

  await press('Delete march.pdf')
  expect(await screen.findByText('The document will be permanently deleted.')).toBeTruthy()
  await press('Delete')
  expect(await screen.findByText('Deleted successfully')).toBeTruthy()
  expect(
    await screen.findByRole('region', { name: 'Pages of april.pdf', hidden: true }),
  ).toBeTruthy()
})

test('of many documents those of a name are found, and one that is added is in sight [PS-094]', async () => {
  const documentRows = Array.from({ length: 64 }, (_, place) => ({
    ...march,
    document_id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    document_name: `letter-${place}.pdf`,
  }))
  const server = studioServer(
    { documents: [...documentRows] },
    answer(listDocumentIndexes, () => []),
    answer(uploadDocuments, () => {
      server.documents.push(april)
      return { data: [april] }
    }),
  )
  await showProject()
  await press('Manage Documents')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('row', { name: /letter-0\.pdf/ })).toBeTruthy()
  expect(dialog.queryByText('10 / page')).toBeNull()

  await userEvent.type(dialog.getByLabelText('Search documents'), 'LETTER-63')
  expect(await dialog.findByRole('row', { name: /letter-63\.pdf/ })).toBeTruthy()
  expect(dialog.queryByRole('row', { name: /letter-0\.pdf/ })).toBeNull()

  const [field] = await screen.findAllByLabelText('Files to upload')
  fireEvent.change(field as HTMLElement, { target: { files: [pdf('april.pdf')] } })
  expect(await dialog.findByRole('row', { name: /april\.pdf/ })).toBeTruthy()
  expect(dialog.queryByRole('row', { name: /letter-0\.pdf/ })).toBeNull()
})
