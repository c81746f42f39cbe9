import { listProfiles } from '@recto/contract/prompt-studio/profiles'
import { listDocuments } from '@recto/contract/prompt-studio/prompt-documents'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { patchPrompt, reorderPrompts } from '@recto/contract/prompt-studio/prompts'
import { type ProjectPart, projectEvent } from '@recto/contract/server/sockets'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { LiveConnection } from '../../shared/live/live-connection.ts'
import { createStore } from '../../shared/store/create-store.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
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

beforeEach(() => localStorage.clear())

const card = async (key: string) => within(await screen.findByRole('article', { name: key }))
const fieldOf = async (key: string) =>
  (await card(key)).getByLabelText(`Prompt for ${key}`) as HTMLTextAreaElement
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const article = (name: string) => screen.queryByRole('article', { name })

/** A line to a server where another user works on projects. */
function heard() {
  const hearers = new Set<(data: unknown) => void>()
  const isOpen = createStore(true)
  const line: LiveConnection = {
    isOpen,
    subscribe(event, hear) {
      if (event === projectEvent) hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
  const tell = (parts: readonly ProjectPart[], tool_id = projectId) =>
    act(async () => {
      for (const hear of hearers) hear({ tool_id, parts })
    })
  return { line, tell, isOpen, count: () => hearers.size }
}

test('updates of another project and unknown updates change nothing', async () => {
  const { line, tell } = heard()
  const server = studioServer({})
  await showProject('', line)
  await card('total')
  const callCount = server.callsOf(getProject).length
  await tell(['prompts'], project().log_id)
  await tell(['weather' as ProjectPart])
  await tell([])
  expect(server.callsOf(getProject)).toHaveLength(callCount)
})

test('what somebody else changes appears, and what is typed here stays', async () => {
  const { line, tell, count } = heard()
  const documents = [march]
  const profiles = [profile]
  const server = studioServer(
    {},
    answer(listDocuments, () => [...documents]),
    answer(listProfiles, () => [...profiles]),
  )
  await showProject('', line)
  fireEvent.change(await fieldOf('total'), { target: { value: 'Mine, not finished' } })

  const addedPrompt = prompt(2, { prompt_key: 'date', prompt: 'Which day?' })
  server.change({ tool_name: 'Bills', prompts: [{ ...total, enforce_type: 'text' }, addedPrompt] })
  await tell(['settings', 'prompts'])
  expect((await fieldOf('date')).value).toBe('Which day?')
  expect(await screen.findByRole('heading', { name: 'Bills' })).toBeTruthy()
  expect((await fieldOf('total')).value).toBe('Mine, not finished')

  documents.push(april)
  profiles.push({ ...profile, profile_id: april.document_id, profile_name: 'Fast' })
  profiles[1]!.is_default = false
  await tell(['documents', 'profiles'])
  await waitFor(() => expect(screen.getAllByText('Fast').length).toBeGreaterThan(0))
  await press('Manage Documents')
  expect(await screen.findByRole('row', { name: /april/ })).toBeTruthy()

  server.change({ prompts: [total] })
  await tell(['prompts'])
  await waitFor(() => expect(article('date')).toBeNull())
  cleanup()
  expect(count()).toBe(0)
})

test('somebody else who looks at another document takes nobody along', async () => {
  const { line, tell } = heard()
  const server = studioServer({ documents: [march, april] })
  await showProject('', line)
  expect(await screen.findByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()

  server.change({ output: april.document_id, tool_name: 'Bills' })
  await tell(['settings'])
  expect(await screen.findByRole('heading', { name: 'Bills' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()
})

test('a document that somebody else deletes leaves the screen, and the next one is shown', async () => {
  const { line, tell } = heard()
  const server = studioServer({ documents: [march, april] })
  await showProject('', line)
  expect(await screen.findByRole('region', { name: 'Pages of march.pdf' })).toBeTruthy()
  server.documents.splice(0, 1)
  await tell(['documents'])
  expect(await screen.findByRole('region', { name: 'Pages of april.pdf' })).toBeTruthy()
})

test('a line that was lost is caught up with when it is back', async () => {
  const { line, isOpen } = heard()
  const server = studioServer({})
  await showProject('', line)
  await card('total')
  act(() => isOpen.set(false))
  server.change({ prompts: [total, prompt(2, { prompt_key: 'date' })] })
  act(() => isOpen.set(true))
  await card('date')
})

test('a text that somebody else changes while one is typed is asked about, without a word to the server', async () => {
  const { line, tell } = heard()
  const server = studioServer({})
  await showProject('', line)
  fireEvent.change(await fieldOf('total'), { target: { value: 'Mine' } })
  server.change({ prompts: [{ ...total, prompt: 'Theirs' }] })
  await tell(['prompts'])
  await waitFor(() => expect(server.callsOf(getProject).length).toBeGreaterThan(1))
  fireEvent.blur(await fieldOf('total'))

  const conflictRegion = within(
    await screen.findByRole('region', { name: 'Unsaved changes to total' }),
  )
  expect(conflictRegion.getByText('Theirs')).toBeTruthy()
  expect(conflictRegion.getByText('Mine')).toBeTruthy()
  expect(server.callsOf(patchPrompt)).toEqual([])
})

test('a type that somebody else has chosen meanwhile is asked about, and replaced only when it is said', async () => {
  const server = studioServer({})
  await showProject()
  const promptCard = await card('total')
  server.change({ prompts: [{ ...total, active: false }] })
  const toggle = promptCard.getByRole('switch', { name: 'Enable total' })
  await userEvent.click(toggle)
  // Both have switched it off: there is nothing to ask.
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))
  expect(screen.queryByText('Changed elsewhere')).toBeNull()

  server.change({ prompts: [{ ...total, active: false, enforce_type: 'date' }] })
  await userEvent.click(promptCard.getByRole('combobox', { name: 'Type of total' }))
  await userEvent.click((await screen.findAllByTitle('email')).at(-1) ?? document.body)
  expect(await screen.findByText(/Saved: date\. Yours: email\./)).toBeTruthy()
  await press('Use mine')
  const changes = () => server.callsOf(patchPrompt).map(({ body }) => body)
  await waitFor(() => expect(changes()).toHaveLength(3))
  expect(changes().slice(1)).toEqual([
    { enforce_type: 'email', expected: { enforce_type: 'number' } },
    { enforce_type: 'email', expected: { enforce_type: 'date' } },
  ])
})

test('an order that could not be changed is the one that the server has, also where somebody else has changed it', async () => {
  const prompts = [1, 2, 3].map((number) => prompt(number))
  const server = studioServer(
    { project: project({ prompts }) },
    answer(reorderPrompts, () => {
      server.change({ prompts: prompts.toReversed() })
      return refuse(500, '')
    }),
  )
  await showProject()
  await card('field_1')
  await press(/Reorder prompts/)
  await press('Move field_1 down')
  expect(await screen.findByText('Failed to reorder the prompts')).toBeTruthy()
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('article', { hidden: true })
        .map((element) => element.getAttribute('aria-label')),
    ).toEqual(['field_3', 'field_2', 'field_1']),
  )
})
