import { listProfiles } from '@recto/contract/prompt-studio/profiles'
import {
  deleteDocument,
  listDocuments,
  readDocumentFile,
} from '@recto/contract/prompt-studio/prompt-documents'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { createPrompt, deletePrompt, patchPrompt } from '@recto/contract/prompt-studio/prompts'
import { startRuns } from '@recto/contract/prompt-studio/studio-runs'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, RefusedReply, refuse } from '../../testing/fake-server.ts'
import { project as projectQuery } from './project.queries.ts'
import { generateKey } from './prompts/use-add-prompt.ts'
import { saveDraft } from './state/drafts.ts'
import {
  april,
  march,
  profile,
  project,
  projectId,
  prompt,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const card = async (key: string) => within(await screen.findByRole('article', { name: key }))
const fieldOf = async (key: string) => (await card(key)).getByLabelText(`Prompt for ${key}`)
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const textOf = (field: HTMLElement) => (field as HTMLTextAreaElement).value

test('[PS-222] saving a deleted prompt shows an error and keeps the typed text', async () => {
  studioServer(
    {},
    answer(patchPrompt, () => refuse(404, 'No such prompt.')),
  )
  await showProject()
  fireEvent.change(await fieldOf('total'), { target: { value: 'Mine' } })
  fireEvent.blur(await fieldOf('total'))

  const unsavedRegion = within(
    await screen.findByRole('region', { name: 'Unsaved changes to total' }),
  )
  expect(unsavedRegion.getByRole('alert').textContent).toContain('Prompt not found')
  expect(unsavedRegion.getByText('Mine')).toBeTruthy()
})

test('a text that is typed without a network is saved when the browser is online again', async () => {
  const server = studioServer(
    {},
    answer(patchPrompt, ({ body }) => ({ ...total, prompt: body.prompt ?? '' })),
  )
  await showProject()
  const { fetch } = globalThis
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  fireEvent.change(await fieldOf('total'), { target: { value: 'Mine' } })
  fireEvent.blur(await fieldOf('total'))
  const unsavedRegion = await screen.findByRole('region', { name: 'Unsaved changes to total' })
  expect(unsavedRegion.textContent).toContain('Please check your internet connection')
  expect(server.callsOf(patchPrompt)).toEqual([])

  globalThis.fetch = fetch
  fireEvent(window, new Event('online'))

  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(1))
  expect(server.callsOf(patchPrompt)[0]?.body).toEqual({
    prompt: 'Mine',
    expected: { prompt: total.prompt },
  })
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Unsaved changes to total' })).toBeNull(),
  )
})

test('[PS-230] a text that could not be saved is kept, also over a reload, and can be tried again', async () => {
  let isUp = false
  const server = studioServer(
    {},
    answer(patchPrompt, ({ body }) => {
      if (!isUp) return refuse(500, 'The disk is full.')
      server.change({ prompts: [{ ...total, prompt: body.prompt ?? '' }] })
      return { ...total, prompt: body.prompt ?? '' }
    }),
  )
  await showProject()
  fireEvent.change(await fieldOf('total'), { target: { value: 'Mine' } })
  fireEvent.blur(await fieldOf('total'))
  expect(await screen.findByText('Failed to update: The disk is full.')).toBeTruthy()
  expect(textOf(await fieldOf('total'))).toBe('What is the total?')

  cleanup()
  await showProject()
  expect(
    await screen.findByText('This change was not saved before you left the page.'),
  ).toBeTruthy()
  isUp = true
  await press('Try again')
  await waitFor(async () => expect(textOf(await fieldOf('total'))).toBe('Mine'))
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Unsaved/ })).toBeNull())
  expect(localStorage.getItem(`studioDraft/${total.prompt_id}/text`)).toBeNull()
})

test('what was typed less than a second before a reload is stored when the page is back', async () => {
  const server = studioServer({})
  const base = 'What is the total?'
  saveDraft(`${total.prompt_id}/text`, { text: 'Just typed', base, isRefused: false })
  await showProject()

  expect(textOf(await fieldOf('total'))).toBe('Just typed')
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(1))
  expect(await screen.findByLabelText('Saved')).toBeTruthy()
})

test('when a session ends while a text is saved, it is sent again after the next sign-in', async () => {
  let isSignedIn = false
  const server = studioServer(
    {},
    answer(patchPrompt, ({ body }) => {
      if (!isSignedIn) return new RefusedReply(401, { message: 'Unauthorized' })
      const changedPrompt = { ...total, prompt: body.prompt ?? '' }
      server.change({ prompts: [changedPrompt] })
      return changedPrompt
    }),
  )
  await showProject()
  fireEvent.change(await fieldOf('total'), { target: { value: 'Typed too late' } })
  fireEvent.blur(await fieldOf('total'))
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(1))
  await screen.findByRole('region', { name: 'Unsaved changes to total' })
  cleanup()

  isSignedIn = true
  await showProject()
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(2))
  expect(textOf(await fieldOf('total'))).toBe('Typed too late')
})

/** A server that stores and answers a changed prompt only when `gate` resolves. */
function serverThatSavesAfter(gate: Promise<void>) {
  const server = studioServer(
    {},
    answer(patchPrompt, async ({ body }) => {
      await gate
      const changedPrompt = { ...total, prompt: body.prompt ?? '' }
      server.change({ prompts: [changedPrompt] })
      return changedPrompt
    }),
  )
  return server
}

test('text typed during a save is saved next, and a run waits for it', async () => {
  const arrive = Promise.withResolvers<void>()
  const server = serverThatSavesAfter(arrive.promise)
  await showProject()
  const field = await fieldOf('total')
  fireEvent.change(field, { target: { value: 'One' } })
  fireEvent.blur(field)
  fireEvent.change(field, { target: { value: 'One, two' } })
  fireEvent.blur(field)
  await press('Run total')
  arrive.resolve()

  await waitFor(() => expect(server.callsOf(startRuns)).toHaveLength(1))
  expect(server.callsOf(patchPrompt).map(({ body }) => body.prompt)).toEqual(['One', 'One, two'])
  expect(textOf(field)).toBe('One, two')
})

test('the old text typed back during a save is saved as well', async () => {
  const arrive = Promise.withResolvers<void>()
  const server = serverThatSavesAfter(arrive.promise)
  await showProject()
  const field = await fieldOf('total')
  fireEvent.change(field, { target: { value: 'One' } })
  fireEvent.blur(field)
  fireEvent.change(field, { target: { value: 'What is the total?' } })
  fireEvent.blur(field)
  arrive.resolve()

  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(2))
  expect(server.callsOf(patchPrompt).at(-1)?.body).toEqual({
    prompt: 'What is the total?',
    expected: { prompt: 'One' },
  })
  expect(await screen.findByLabelText('Saved')).toBeTruthy()
  expect(textOf(field)).toBe('What is the total?')
})

test('texts typed during two saves in a row are saved without a conflict', async () => {
  const replies = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = studioServer(
    {},
    answer(patchPrompt, async ({ body }) => {
      await replies[server.callsOf(patchPrompt).length - 1]?.promise
      const changedPrompt = { ...total, prompt: body.prompt ?? '' }
      server.change({ prompts: [changedPrompt] })
      return changedPrompt
    }),
  )
  await showProject()
  const field = await fieldOf('total')
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  type('One')
  type('Two')
  replies[0]?.resolve()
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(2))
  type('Three')
  replies[1]?.resolve()

  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(3))
  expect(server.callsOf(patchPrompt).map(({ body }) => body.prompt)).toEqual([
    'One',
    'Two',
    'Three',
  ])
  expect(screen.queryByRole('region', { name: /^Unsaved/ })).toBeNull()
})

test('a text that was changed elsewhere meanwhile is not overwritten: both texts are shown', async () => {
  const server = studioServer({})
  await showProject()
  server.change({ prompts: [{ ...total, prompt: 'From another tab' }] })
  fireEvent.change(await fieldOf('total'), { target: { value: 'From this tab' } })
  fireEvent.blur(await fieldOf('total'))

  const unsavedRegion = within(
    await screen.findByRole('region', { name: 'Unsaved changes to total' }),
  )
  expect(unsavedRegion.getByText('Changed elsewhere')).toBeTruthy()
  expect(await unsavedRegion.findByText('From another tab')).toBeTruthy()
  expect(unsavedRegion.getByText('From this tab')).toBeTruthy()
  expect(textOf(await fieldOf('total'))).toBe('From another tab')

  await press('Use mine')
  await waitFor(async () => expect(textOf(await fieldOf('total'))).toBe('From this tab'))
  expect(server.callsOf(patchPrompt).at(-1)?.body).toEqual({
    prompt: 'From this tab',
    expected: { prompt: 'From another tab' },
  })
  expect(await screen.findByLabelText('Saved')).toBeTruthy()
})

test('of two texts the stored one can be kept', async () => {
  const server = studioServer({})
  await showProject()
  server.change({ prompts: [{ ...total, prompt: 'From another tab' }] })
  fireEvent.change(await fieldOf('total'), { target: { value: 'From this tab' } })
  fireEvent.blur(await fieldOf('total'))
  await press('Keep saved version')
  expect(screen.queryByRole('region', { name: /^Unsaved/ })).toBeNull()
  expect(server.callsOf(patchPrompt)).toHaveLength(1)
})

test('[PS-202] [PS-214] [PS-215] [PS-213] a prompt or a note is deleted after a question, and brought back by a click or a key', async () => {
  const note = prompt(2, { prompt_key: 'remark', prompt_type: 'NOTES', prompt: 'Ask Ana.' })
  const server = studioServer({ project: project({ prompts: [total, note] }) })
  await showProject()
  const remove = async (key: string) => {
    await press(`More actions for ${key}`)
    await userEvent.click(await screen.findByText('Delete'))
  }
  await remove('total')
  expect(await screen.findByText('The prompt will be permanently deleted.')).toBeTruthy()
  await press('Delete')
  expect(await screen.findByText('Deleted successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'total' })).toBeNull())
  await press('Undo')
  await card('total')

  const promptCard = await card('remark')
  expect(promptCard.getByLabelText('Text of remark').getAttribute('placeholder')).toBe(
    'Enter notes',
  )
  await userEvent.click(promptCard.getByRole('button', { name: 'Collapse remark' }))
  expect(promptCard.queryByLabelText('Text of remark')).toBeNull()
  await remove('remark')
  expect(await screen.findByText('The note will be permanently deleted.')).toBeTruthy()
  await press('Delete')
  await waitFor(() => expect(screen.queryByRole('article', { name: 'remark' })).toBeNull())
  expect(server.callsOf(deletePrompt)).toHaveLength(2)
})

test('[PS-044] what cannot be deleted stays, and says why', async () => {
  studioServer(
    {},
    answer(deletePrompt, () => refuse(500, '')),
  )
  await showProject()
  await press('More actions for total')
  await userEvent.click(await screen.findByText('Delete'))
  await press('Delete')
  expect(await screen.findByText('Failed to Delete')).toBeTruthy()
  expect(screen.getByRole('article', { name: 'total', hidden: true })).toBeTruthy()
})

test('[PS-108] [PS-048] a deleted document is brought back', async () => {
  const server = studioServer({ documents: [march, april] })
  await showProject()
  await press('Manage Documents')
  await press('Delete april.pdf')
  await press('Delete')
  expect(await screen.findByText('Deleted successfully')).toBeTruthy()
  expect(server.documents).toEqual([march])
  await press('Undo')
  await waitFor(() => expect(server.documents).toEqual([march, april]))
  expect(await screen.findByRole('row', { name: /april/ })).toBeTruthy()
  expect(server.callsOf(deleteDocument)).toHaveLength(1)
})

test('[PS-084] a document that was deleted elsewhere leaves the screen', async () => {
  const server = studioServer(
    { documents: [march, april] },
    answer(readDocumentFile, ({ query }) => {
      if (query.document_id === march.document_id) {
        server.documents.splice(0, 1)
        return refuse(404, 'Document not found.')
      }
      const data = { data: btoa('%PDF-1.7'), mime_type: 'application/pdf' }
      return { data, mime_type: 'application/pdf' }
    }),
  )
  await showProject()
  expect(await screen.findByRole('region', { name: 'Pages of april.pdf' })).toBeTruthy()
  expect(
    await screen.findByText(
      'Document not found. march.pdf was deleted in another tab or by someone else.',
    ),
  ).toBeTruthy()
  expect(server.callsOf(listDocuments).length).toBeGreaterThan(1)
})

test('[PS-223] a new key is the name of the project and the first number that no key has', () => {
  const keys = (...promptKeys: string[]) =>
    promptKeys.map((prompt_key, index) => ({ ...prompt(index), key: prompt_key })) as never
  expect(generateKey({ name: 'Invoices', prompts: [] })).toBe('Invoices_1')
  expect(generateKey({ name: 'Invoices', prompts: keys('Invoices_1', 'Invoices_3') })).toBe(
    'Invoices_2',
  )
})

test('[PS-229] a prompt that cannot be added says so', async () => {
  studioServer(
    {},
    answer(createPrompt, () => refuse(500, '')),
  )
  await showProject()
  await card('total')
  await press(/^plus Prompt$/)
  expect(await screen.findByText('Failed to add')).toBeTruthy()
})

test('the Tab key goes from the key of a prompt to its text', async () => {
  studioServer({})
  await showProject()
  const promptCard = await card('total')
  promptCard.getByLabelText('Key for total').focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(promptCard.getByLabelText('Prompt for total'))
})

test('[PS-231] prompts that cannot be fetched again stay, and an alert says so', async () => {
  let isAway = false
  studioServer(
    {},
    answer(getProject, () => (isAway ? refuse(500, '') : project())),
    // Their addresses look like that of a project.
    answer(listDocuments, () => [march]),
    answer(listProfiles, () => [profile]),
  )
  const { client } = await showProject()
  await card('total')
  isAway = true
  await act(() => client.invalidateQueries({ queryKey: projectQuery(projectId).queryKey }))
  expect(await screen.findByText('Failed to fetch prompt details')).toBeTruthy()
  expect(await card('total')).toBeTruthy()
})

test('[PS-062] where it is narrow the document lies below the prompts, and both are there', async () => {
  const match = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...match(query),
    matches: match(query).matches || query.includes('max-width'),
  }))
  try {
    studioServer({})
    await showProject()
    const divider = await screen.findByRole('separator', { name: 'Prompt pane width' })
    expect(divider.getAttribute('aria-orientation')).toBe('horizontal')
    const { parentElement: frame } = divider
    expect(frame?.dataset.stacked).toBe('true')
    const panes = Array.from(frame?.children ?? []) as HTMLElement[]
    const [upperPane, , lowerPane] = panes
    expect(within(upperPane!).getByRole('region', { name: 'Prompts' })).toBeTruthy()
    expect(within(lowerPane!).getByRole('region', { name: 'Document' })).toBeTruthy()
  } finally {
    vi.restoreAllMocks()
  }
})
