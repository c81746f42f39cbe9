import {
  listDocumentPages,
  listHiddenText,
  type PromptDocument,
} from '@recto/contract/prompt-studio/prompt-documents'
import { patchProject } from '@recto/contract/prompt-studio/prompt-studio'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { march, project, showProject, studioServer } from './testing/acme-invoices.tsx'

const receipt: PromptDocument = { ...march, document_name: 'receipt.jpg' }
const pages = answer(listDocumentPages, () => ({ pages: [{ width: 595, height: 842 }] }))

/** jsdom lays nothing out: whatever is asked how large it is, is a window of this size. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(611)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
})
afterEach(() => vi.restoreAllMocks())

test('a page is shown also where nobody can say what it hides', async () => {
  studioServer(
    { documents: [receipt] },
    pages,
    answer(listHiddenText, () => refuse(500, 'Broken.')),
  )
  await showProject()

  expect(await screen.findByRole('img', { name: 'Page 1 of receipt.jpg' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Hidden text/ })).toBeNull()
})

test('a document shows its warnings, and marks for what nobody sees on its pages', async () => {
  type Box = [number, number, number, number]
  const box = (top: number): Box => [50, top, 150, top + 12]
  const line = { page: 0, text: 'Pay twice', reason: 'no-contrast' } as const
  const hiddenLine = { page: 0, text: 'Slug', reason: 'outside' } as const
  studioServer(
    { documents: [receipt] },
    pages,
    answer(listHiddenText, () => ({
      lines: [
        { ...line, box: box(600) },
        { ...hiddenLine, box: box(900) },
      ],
      count: 2,
      warnings: ['This file seems to hold 3 documents (pages 1-2, 3, 4-6).'],
    })),
  )
  await showProject()

  const markLabel = 'Hidden text, in the color of the background: Pay twice'
  const mark = await screen.findByRole('button', { name: markLabel })
  await userEvent.hover(mark)
  expect(await screen.findByRole('tooltip', { name: markLabel })).toBeTruthy()
  expect(
    within(await screen.findByRole('list', { name: 'Warnings for receipt.jpg' })).getByText(
      'This file seems to hold 3 documents (pages 1-2, 3, 4-6).',
    ),
  ).toBeTruthy()
  // What lies next to the page is marked at its edge.
  const outsideMark = screen.getByRole('button', { name: /outside the visible page: Slug$/ })
  expect(Number.parseFloat(outsideMark.style.top)).toBeLessThan(842)
})

test('a project says what becomes of it', async () => {
  const server = studioServer({ project: project() })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hidden Text' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Reject documents that contain it' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Saved hidden-text settings successfully')).toBeTruthy()
  const [patchCall] = server.callsOf(patchProject)
  expect(patchCall?.body.hidden_text_policy).toBe('refuse')
})
