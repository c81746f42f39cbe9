import { listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { listRuns, startRuns } from '@recto/contract/prompt-studio/studio-runs'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveConnection } from '../../shared/live/live-connection.ts'
import { createStore } from '../../shared/store/create-store.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { april, output, profile, run, showProject, studioServer } from './testing/acme-invoices.tsx'

beforeEach(() => {
  const toFake = ['setTimeout', 'clearTimeout', 'performance'] as const
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: [...toFake] })
})
afterEach(() => vi.useRealTimers())

/** Somebody is there, and says nothing. */
const mute: LiveConnection = { isOpen: createStore(true), subscribe: () => () => {} }
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const result = () => screen.getByRole('region', { name: 'Result for total with Careful' })
const isBusy = () => result().getAttribute('aria-busy') === 'true'

/** One run that goes on for as long as the test wants. */
function slowRun() {
  const state = { isAway: false, isOver: false }
  const server = studioServer(
    {},
    answer(startRuns, () => ({ runs: [run()] })),
    answer(listRuns, () =>
      state.isAway ? refuse(503, '') : { runs: state.isOver ? [] : [run()] },
    ),
    answer(listPromptOutputs, () => (state.isOver ? [output()] : [])),
  )
  return { ...server, state }
}

test('[PS-256] while the server cannot be asked for 30 s a run is shown as failed, and its result all the same once it is there', async () => {
  const { state } = slowRun()
  await showProject()
  await waitFor(() => expect(isBusy()).toBe(true))
  state.isAway = true
  await pass(20)
  expect(isBusy()).toBe(true)
  await pass(20)
  expect(isBusy()).toBe(false)
  const alert = within(result()).getByRole('alert')
  expect(alert.textContent).toContain('The status of the run is unknown')
  state.isAway = false
  await pass(6)
  expect(isBusy()).toBe(true)
  expect(within(result()).queryByRole('alert')).toBeNull()
  state.isAway = true
  await pass(40)
  state.isAway = false
  state.isOver = true
  await pass(6)
  expect(within(result()).getByText('5,670')).toBeTruthy()
  expect(isBusy()).toBe(false)
})

test('[RT-017] a reloaded page follows the runs in progress, and writes nothing about them to a cookie', async () => {
  const cookieSpy = vi.spyOn(document, 'cookie', 'set')
  const { callsOf, state } = slowRun()
  state.isOver = true
  await showProject()
  fireEvent.click(await screen.findByRole('button', { name: 'Run total with Careful' }))
  await waitFor(() => expect(callsOf(startRuns)).toHaveLength(1))
  state.isOver = false
  await pass(10)
  cleanup()
  await showProject()
  await waitFor(() => expect(isBusy()).toBe(true))

  expect(cookieSpy).not.toHaveBeenCalled()
  cookieSpy.mockRestore()
})

test('[PS-027] each result of a prompt has a state, a value and tokens of its own', async () => {
  const quick = {
    ...profile,
    profile_id: april.document_id,
    profile_name: 'Quick',
    is_default: false,
  }
  let isOver = false
  const fresh = output({
    prompt_output_id: quick.profile_id,
    profile_manager: quick.profile_id,
    output: '12.0',
    token_usage: { ...output().token_usage, total_tokens: 77 },
  })
  studioServer(
    { profiles: [profile, quick] },
    answer(listRuns, () => ({ runs: isOver ? [] : [run({ profile_id: quick.profile_id })] })),
    answer(listPromptOutputs, () => (isOver ? [output(), fresh] : [output()])),
  )
  await showProject()
  const cellOf = (name: string) =>
    screen.getByRole('region', { name: `Result for total with ${name}` })
  await waitFor(() => expect(cellOf('Quick').getAttribute('aria-busy')).toBe('true'))
  expect(cellOf('Careful').getAttribute('aria-busy')).toBe('false')
  expect(within(cellOf('Careful')).getByText('5,670')).toBeTruthy()
  expect(within(cellOf('Careful')).getByText(/1,234/)).toBeTruthy()

  isOver = true
  await pass(10)
  expect(within(cellOf('Quick')).getByText('12')).toBeTruthy()
  expect(within(cellOf('Quick')).getByText(/77/)).toBeTruthy()
  expect(within(cellOf('Careful')).getByText('5,670')).toBeTruthy()
})

test('[PS-255] where nothing can be heard runs are asked for every 5 s', async () => {
  const { callsOf, state } = slowRun()
  await showProject()
  await waitFor(() => expect(isBusy()).toBe(true))
  await pass(30)
  const callsBefore = callsOf(listRuns).length
  await pass(20)
  expect(callsOf(listRuns).length - callsBefore).toBe(4)
  state.isOver = true
  await pass(5)
  expect(within(result()).getByText('5,670')).toBeTruthy()
})

test('[PS-255] the end of a run that nobody told is found within 30 s', async () => {
  const { state } = slowRun()
  await showProject('', mute)
  await waitFor(() => expect(isBusy()).toBe(true))
  state.isOver = true
  await pass(30)
  expect(within(result()).getByText('5,670')).toBeTruthy()
  expect(isBusy()).toBe(false)
})

test('[PS-218] the sign that a text is saved goes after 3 s', async () => {
  studioServer({})
  await showProject()
  const field = await screen.findByLabelText('Prompt for total')
  fireEvent.change(field, { target: { value: 'What is the sum?' } })
  fireEvent.blur(field)
  const querySavedIcon = () => screen.queryByRole('img', { name: 'Saved' })
  await waitFor(() => expect(querySavedIcon()).toBeTruthy())
  await pass(2)
  expect(querySavedIcon()).toBeTruthy()
  await pass(2)
  expect(querySavedIcon()).toBeNull()
})
