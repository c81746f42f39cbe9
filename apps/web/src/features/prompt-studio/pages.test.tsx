import {
  listDocumentPages,
  type PromptDocument,
  readDocumentFile,
  uploadDocuments,
} from '@recto/contract/prompt-studio/prompt-documents'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  march,
  output,
  place,
  project,
  showProject,
  studioServer,
} from './testing/acme-invoices.tsx'

const receipt: PromptDocument = { ...march, document_name: 'receipt.jpg' }
const a4 = { width: 595, height: 842 }
const threePages = answer(listDocumentPages, () => ({ pages: [a4, a4, a4] }))
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const pagesOf = (name: string) => screen.findByRole('region', { name: `Pages of ${name}` })
const picture = (page: number) => screen.findByRole('img', { name: `Page ${page} of receipt.jpg` })

/** jsdom lays nothing out: whatever is asked how large it is, is a window of this size. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(619)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    this.scrollTop = (options as ScrollToOptions).top ?? 0
    fireEvent.scroll(this)
  } as typeof Element.prototype.scrollTo
  localStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

test('a document whose pages cannot be told says why, and is tried again', async () => {
  let isReady = false
  studioServer(
    { documents: [receipt] },
    answer(listDocumentPages, () =>
      isReady ? { pages: [a4] } : refuse(400, '“receipt.jpg” is damaged.'),
    ),
  )
  await showProject()

  expect(await screen.findByText('“receipt.jpg” is damaged.')).toBeTruthy()
  isReady = true
  await press('Try again')
  expect(await picture(1)).toBeTruthy()
})

test('a document without a page says so', async () => {
  studioServer(
    { documents: [receipt] },
    answer(listDocumentPages, () => ({ pages: [] })),
  )
  await showProject()

  expect(await screen.findByText('receipt.jpg has no pages.')).toBeTruthy()
})

test('a page that cannot be drawn says so in its place, and is tried again', async () => {
  studioServer({ documents: [receipt] }, threePages)
  await showProject()
  fireEvent.error(await picture(1))

  const failure = within(await screen.findByRole('alert'))
  expect(failure.getByText('Page 1 cannot be displayed.')).toBeTruthy()
  expect(await picture(2)).toBeTruthy()
  await userEvent.click(failure.getByRole('button', { name: 'Try again' }))
  expect(await picture(1)).toBeTruthy()
})

test('a document that is no PDF is drawn by the server, in the size of its pages, and not downloaded', async () => {
  const server = studioServer({ documents: [receipt] }, threePages)
  await showProject()
  await pagesOf('receipt.jpg')

  const first = await picture(1)
  const address = new URL(first.getAttribute('src') ?? '', 'http://recto.test')
  expect(address.pathname).toMatch(/\/prompt-studio\/file\/[\w-]+\/page\/$/)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    document_id: receipt.document_id,
    page: '0',
    width: '1000',
  })
  const sheet = first.closest<HTMLElement>('[data-page]')
  expect([sheet?.style.width, sheet?.style.height]).toEqual(['595px', '842px'])
  expect(screen.getByText('of 3')).toBeTruthy()
  expect(server.callsOf(readDocumentFile)).toEqual([])
})

test('a value is marked where it was read, and shown when it is picked', async () => {
  const outputs = [output({ evidence_data: [place(1, '5,670.00')] })]
  studioServer({ documents: [receipt], outputs }, threePages)
  await showProject()

  const band = await screen.findByRole('button', { name: /^total: / })
  const { left, top, width, height } = band.style
  expect([left, top, width, height]).toEqual(['298px', '499px', '64px', '14px'])
  expect(band.closest('[data-page]')?.getAttribute('data-page')).toBe('2')

  await press('p.2 shows total')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^total: / }).dataset.picked).toBe('true'),
  )
})

test('[PS-083] the page of a value is jumped to 100 ms after it is picked', async () => {
  const outputs = [output({ evidence_data: [place(1, '5,670.00')] })]
  studioServer({ documents: [receipt], outputs }, threePages)
  await showProject()
  const frame = await pagesOf('receipt.jpg')
  const value = await screen.findByRole('button', { name: 'p.2 shows total' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const previousTop = frame.scrollTop
    fireEvent.click(value)
    await act(() => vi.advanceTimersByTimeAsync(99))
    expect(frame.scrollTop).toBe(previousTop)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(frame.scrollTop).toBeGreaterThan(842)
  } finally {
    vi.useRealTimers()
  }
})

test('[PS-066] a value says how sure it is, and with highlighting so does the document that shows it', async () => {
  const outputs = [output({ evidence_data: [place(1, '5,670.00')] })]
  studioServer({ documents: [receipt], outputs }, threePages)
  await showProject()
  await screen.findByText('93%')
  expect(screen.queryByText(/Confidence Score/)).toBeNull()
  cleanup()

  studioServer(
    { project: project({ enable_highlight: true }), documents: [receipt], outputs },
    threePages,
  )
  await showProject()
  await screen.findByText('Confidence Score: NA')
  await press('p.2 shows total')
  await screen.findByText('Confidence Score: 0.93')
})

test('a sharper picture takes the place of the one that is there once it has come', async () => {
  studioServer({ documents: [receipt] }, threePages)
  await showProject()
  fireEvent.load(await picture(1))
  for (let i = 0; i < 4; i += 1) await press('Zoom in')

  const sharper = await waitFor(() => {
    const pageImage = document.querySelector('[data-page="1"] img[src*="width=2000"]')
    expect(pageImage).toBeTruthy()
    return pageImage as Element
  })
  expect((await picture(1)).getAttribute('src')).toContain('width=1000')
  fireEvent.load(sharper)
  expect((await picture(1)).getAttribute('src')).toContain('width=2000')
})

test('thumbnails are one stop for the keyboard, whose arrows go from page to page', async () => {
  studioServer({ documents: [receipt] }, threePages)
  await showProject()
  await pagesOf('receipt.jpg')
  expect(screen.queryByRole('navigation', { name: 'Thumbnails' })).toBeNull()
  await press('Thumbnails')

  const strip = within(await screen.findByRole('navigation', { name: 'Thumbnails' }))
  const thumbnail = (page: number) => strip.getByRole('button', { name: `Page ${page}` })
  expect(strip.getAllByRole('button')).toHaveLength(3)
  expect([1, 2, 3].map((page) => thumbnail(page).tabIndex)).toEqual([0, -1, -1])
  expect(thumbnail(1).getAttribute('aria-current')).toBe('page')

  thumbnail(1).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(thumbnail(2))
  expect(thumbnail(2).getAttribute('aria-current')).toBe('page')
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(thumbnail(3))
  await userEvent.keyboard('{ArrowDown}{Home}')
  expect(document.activeElement).toBe(thumbnail(1))
  await userEvent.click(thumbnail(3))
  expect(thumbnail(3).getAttribute('aria-current')).toBe('page')
})

test('a picture that is uploaded is shown', async () => {
  const server = studioServer(
    { documents: [] },
    threePages,
    answer(uploadDocuments, () => {
      server.documents.push(receipt)
      return { data: [receipt] }
    }),
  )
  await showProject()
  const input = await screen.findByLabelText<HTMLInputElement>('Files to upload')
  expect(input.accept).toContain('.jpg')
  fireEvent.change(input, { target: { files: [new File(['x'], 'receipt.jpg')] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload' }))

  expect(await picture(1)).toBeTruthy()
})
