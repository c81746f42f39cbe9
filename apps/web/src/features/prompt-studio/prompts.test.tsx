import { listPromptOutputs, type PromptOutput } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { createPrompt, patchPrompt } from '@recto/contract/prompt-studio/prompts'
import { cancelRuns, type StudioRun, startRuns } from '@recto/contract/prompt-studio/studio-runs'
import { runsEvent } from '@recto/contract/server/sockets'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveConnection } from '../../shared/live/live-connection.ts'
import { createStore } from '../../shared/store/create-store.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  march,
  output,
  place,
  profile,
  project,
  prompt,
  run,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

/** Stands in for the browser, which tells what is near the window. */
function watchWindows() {
  const callbacksByElement = new Map<Element, IntersectionObserverCallback>()
  class Observer {
    readonly tell: IntersectionObserverCallback
    constructor(tell: IntersectionObserverCallback) {
      this.tell = tell
    }
    observe(element: Element) {
      callbacksByElement.set(element, this.tell)
    }
    unobserve(element: Element) {
      callbacksByElement.delete(element)
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    show(key: string, isIntersecting: boolean) {
      const slot = screen.getByRole('article', { name: key }).parentElement
      if (!slot) throw new Error(`“${key}” has no place in the list.`)
      const entry = { target: slot as Element, isIntersecting } as IntersectionObserverEntry
      act(() => callbacksByElement.get(slot)?.([entry], {} as IntersectionObserver))
    },
  }
}

const betterId = '00000000-0000-4000-8000-0000000000b2'

const card = async (key: string) => within(await screen.findByRole('article', { name: key }))

test('a project that cannot be loaded leads back to the list [PS-059]', async () => {
  studioServer(
    {},
    answer(getProject, () => refuse(404, '')),
  )
  const { router } = await showProject()
  expect(await screen.findByText('Failed to load the custom tool')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/acme/tools')
})

test('a project without prompts offers the first one [PS-194]', async () => {
  const server = studioServer(
    { project: project({ prompts: [] }) },
    answer(createPrompt, ({ body }) => {
      const createdPrompt = prompt(1, { prompt_key: body.prompt_key, prompt: '' })
      server.change({ prompts: [createdPrompt] })
      return createdPrompt
    }),
  )
  await showProject()
  await screen.findByText('Add prompt or a note and choose the LLM profile')
  await userEvent.click(screen.getByRole('button', { name: /Add Prompt/ }))

  expect(await screen.findByRole('article', { name: 'Invoices_1' })).toBeTruthy()
  expect(document.activeElement?.getAttribute('placeholder')).toBe('Enter key')
  expect(server.callsOf(createPrompt)[0]?.body).toMatchObject({
    prompt_type: 'PROMPT',
    profile_manager: null,
    sequence_number: 1,
  })
})

test('a card says with which profile its prompt is exported, and gives it one of its own', async () => {
  const better = { ...profile, profile_id: betterId, profile_name: 'Better', is_default: false }
  const server = studioServer({ profiles: [profile, better] })
  await showProject()
  const field = (await card('total')).getByLabelText('LLM profile for total')
  expect(screen.getByText(`Default: ${profile.profile_name}`)).toBeTruthy()

  const choose = async (name: string) => {
    await userEvent.click(field)
    const titledElements = await screen.findAllByTitle(name)
    await userEvent.click(
      titledElements.find((element) => element.closest('.ant-select-dropdown')) ?? field,
    )
  }
  await choose('Better')
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(1))
  await choose(`Default: ${profile.profile_name}`)
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(2))
  expect(server.callsOf(patchPrompt).map(({ body }) => body)).toEqual([
    {
      profile_manager: better.profile_id,
      follows_default_profile: false,
      expected: { follows_default_profile: true },
    },
    {
      profile_manager: null,
      follows_default_profile: true,
      expected: { profile_manager: better.profile_id, follows_default_profile: false },
    },
  ])
})

test('a key that is taken is refused and the old one comes back [PS-219] [PS-220]', async () => {
  studioServer(
    {},
    answer(patchPrompt, () => refuse(400, 'The project has this key already.')),
  )
  await showProject()
  const key = (await card('total')).getByLabelText('Key for total')
  await userEvent.clear(key)
  await userEvent.type(key, 'date{Enter}')

  const refusal = await screen.findByRole('alert')
  expect(refusal.textContent).toBe('Invalid JSON Key The project has this key already.')
  expect((key as HTMLInputElement).value).toBe('total')
})

test('an emptied key is not saved [PS-221]', async () => {
  const server = studioServer({})
  await showProject()
  const key = (await card('total')).getByLabelText('Key for total')
  await userEvent.clear(key)
  await userEvent.tab()

  expect((key as HTMLInputElement).value).toBe('total')
  expect(server.callsOf(patchPrompt)).toEqual([])
})

test('a prompt is saved when its field is left, with a quiet tick [PS-198] [PS-217]', async () => {
  const server = studioServer({})
  await showProject()
  const text = (await card('total')).getByLabelText('Prompt for total')
  await userEvent.type(text, ' In euros.')
  await userEvent.tab()

  expect(await screen.findByLabelText('Saved')).toBeTruthy()
  expect(server.callsOf(patchPrompt).map(({ body }) => body)).toEqual([
    { prompt: 'What is the total? In euros.', expected: { prompt: 'What is the total?' } },
  ])
})

test('a prompt is saved a second after the last key [PS-216]', async () => {
  const server = studioServer({})
  await showProject()
  await userEvent.type((await card('total')).getByLabelText('Prompt for total'), '!')
  expect(server.callsOf(patchPrompt)).toEqual([])
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(1))
})

test('an empty prompt is not run; what was just typed is saved before it is run [PS-259]', async () => {
  const server = studioServer({ project: project({ prompts: [{ ...total, prompt: '' }] }) })
  await showProject()
  const promptCard = await card('total')
  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))
  expect(await screen.findByText('Prompt cannot be empty')).toBeTruthy()
  expect(server.callsOf(startRuns)).toEqual([])

  await userEvent.type(promptCard.getByLabelText('Prompt for total'), 'The total?')
  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))
  expect(await promptCard.findByText('5,670')).toBeTruthy()
  expect(server.callsOf(patchPrompt)[0]?.body).toEqual({
    prompt: 'The total?',
    expected: { prompt: '' },
  })
})

test('a run tells what it is doing, then its value, tokens and cost [PS-020] [PS-253]', async () => {
  const end = Promise.withResolvers<void>()
  const server = studioServer({
    answerRun: async () => {
      await end.promise
      return output()
    },
  })
  await showProject()
  const promptCard = await card('total')
  expect(promptCard.getByText('Yet to process')).toBeTruthy()
  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))

  expect(await promptCard.findByText(/Running ·/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /1 running/ })).toBeTruthy()
  end.resolve()
  expect(await promptCard.findByText('5,670')).toBeTruthy()
  expect(promptCard.getByText(/1,234 tokens · \$0\.00123/)).toBeTruthy()
  expect(server.callsOf(startRuns)[0]?.body).toEqual({
    prompt_ids: [total.prompt_id],
    document_ids: [march.document_id],
    profile_ids: [profile.profile_id],
  })
})

test('what the server tells by itself is shown at once, with how long it took [RT-013]', async () => {
  const hear: ((data: unknown) => void)[] = []
  const line: LiveConnection = {
    isOpen: createStore(true),
    subscribe(event, hearer) {
      if (event === runsEvent) hear.push(hearer)
      return () => {}
    },
  }
  const outputs: Partial<PromptOutput>[] = []
  studioServer(
    {},
    answer(listPromptOutputs, () => outputs.map(output)),
  )
  await showProject('', line)
  const promptCard = await card('total')
  const tell = (...runs: readonly StudioRun[]) =>
    act(() => hear[0]?.({ tool_id: project().tool_id, runs }))

  tell(run({ state: 'waiting', started_at: null }))
  expect(await promptCard.findByText('Queued')).toBeTruthy()
  tell(run())
  expect(await promptCard.findByText(/Running ·/)).toBeTruthy()
  outputs.push({})
  const started_at = '2026-03-01T10:00:00Z'
  const ended_at = '2026-03-01T10:00:02.500Z'
  tell(run({ state: 'done', started_at, ended_at }))
  expect(await promptCard.findByText('5,670')).toBeTruthy()
  expect(await promptCard.findByText(/1,234 tokens · 2\.5 s/)).toBeTruthy()
})

test('after a reload, runs in progress are shown as running, failed ones with their reason, and finished ones with their value', async () => {
  const prompts = [1, 2, 3].map((number) => prompt(number))
  const [one, two, three] = prompts.map(({ prompt_id }) => prompt_id)
  studioServer({
    project: project({ prompts }),
    outputs: [output({ prompt_id: one!, output: 'Lisbon' })],
    runs: [
      run({ prompt_id: two! }),
      run({
        id: run().id.replace(/.$/, '9'),
        prompt_id: three!,
        state: 'failed',
        error: 'Too long.',
      }),
    ],
  })
  await showProject()

  expect(await (await card('field_1')).findByText('Lisbon')).toBeTruthy()
  expect(await (await card('field_2')).findByText(/Running ·/)).toBeTruthy()
  expect((await (await card('field_3')).findByRole('alert')).textContent).toContain('Too long.')
  expect(screen.getByRole('button', { name: /1 running/ })).toBeTruthy()
})

test('a run is cancelled by itself or with all others, and the cell is as it was', async () => {
  const prompts = [1, 2, 3].map((number) => prompt(number))
  const pendingPromise = new Promise<string>(() => {})
  const server = studioServer({ project: project({ prompts }), answerRun: () => pendingPromise })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: /Run all/ }))
  const first = await card('field_1')
  await first.findByText(/Running ·/)

  await userEvent.click(first.getByRole('button', { name: /^Cancel field_1/ }))
  expect(await first.findByText('Yet to process')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /2 running/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all runs' }))
  expect(await (await card('field_3')).findByText('Yet to process')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /Run all/ })).toBeTruthy()
  expect(server.callsOf(cancelRuns).map(({ body }) => body.run_ids?.length)).toEqual([1, undefined])
})

test('a value that is older than what it was asked with is marked, with what has changed', async () => {
  studioServer({ outputs: [output({ stale: ['prompt', 'profile'] })] })
  await showProject()
  const promptCard = await card('total')
  await userEvent.hover(await promptCard.findByText('out of date'))
  expect((await screen.findByRole('tooltip')).textContent).toContain(
    'the prompt and the LLM profile',
  )
})

test('a failed run gives its reason beside the card and can be retried [PS-269]', async () => {
  let isUp = false
  studioServer({ answerRun: async () => (isUp ? output() : 'The model is overloaded.') })
  await showProject()
  const promptCard = await card('total')
  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))

  const failure = await promptCard.findByRole('alert')
  expect(failure.textContent).toContain('Failed to generate prompt output')
  expect(failure.textContent).toContain('The model is overloaded.')
  isUp = true
  await userEvent.click(promptCard.getByRole('button', { name: 'Retry' }))
  expect(await promptCard.findByText('5,670')).toBeTruthy()
  await waitFor(() => expect(promptCard.queryByRole('alert')).toBeNull())
})

test('a run that the server refuses says so in its cell, and can be retried', async () => {
  studioServer(
    {},
    answer(startRuns, () => refuse(403, 'You may not use this adapter.')),
  )
  await showProject()
  const promptCard = await card('total')
  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))
  expect((await promptCard.findByRole('alert')).textContent).toContain(
    'You may not use this adapter.',
  )
})

test('running without a document is refused [PS-257]', async () => {
  studioServer({ documents: [] })
  await showProject()
  await userEvent.click((await card('total')).getByRole('button', { name: 'Run total' }))
  expect(await screen.findByText('Document not selected')).toBeTruthy()
})

test('run all takes the active prompts in one request, and a failed one leaves the others [PS-249] [PS-261]', async () => {
  const gate = Promise.withResolvers<void>()
  const prompts = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
    prompt(number, {
      active: number !== 8,
      prompt_type: number === 7 ? 'NOTES' : 'PROMPT',
    }),
  )
  const server = studioServer({
    project: project({ prompts }),
    async answerRun({ prompt_id }) {
      await gate.promise
      if (prompt_id === prompts[1]?.prompt_id) return 'The prompt “field_2” is empty.'
      return output({ prompt_id: prompt_id!, prompt_output_id: prompt_id! })
    },
  })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: /Run all/ }))

  expect(await screen.findByRole('button', { name: /6 running/ })).toBeTruthy()
  expect(await (await card('field_6')).findByText(/Running ·/)).toBeTruthy()
  gate.resolve()
  expect(await (await card('field_5')).findByText('5670.0')).toBeTruthy()
  expect((await (await card('field_2')).findByRole('alert')).textContent).toContain(
    '“field_2” is empty',
  )
  expect(await screen.findByRole('button', { name: /Run all/ })).toBeTruthy()
  expect(server.callsOf(startRuns).map(({ body }) => body)).toEqual([
    {
      prompt_ids: prompts.slice(0, 6).map(({ prompt_id }) => prompt_id),
      document_ids: [march.document_id],
      profile_ids: [profile.profile_id],
    },
  ])
})

test('only the cards near the window are there; of the others the words are, for the browser to find', async () => {
  const prompts = Array.from({ length: 20 }, (_, index) =>
    prompt(index % 10, {
      prompt_id: `40000000-0000-4000-8000-0000000000${10 + index}`,
      prompt_key: `field_${index}`,
      prompt: `What is field ${index}?`,
    }),
  )
  studioServer({
    project: project({ prompts }),
    outputs: [output({ prompt_id: prompts[19]!.prompt_id, output: 'Lisbon' })],
  })
  const windows = watchWindows()
  await showProject()

  expect((await card('field_0')).getByLabelText('Prompt for field_0')).toBeTruthy()
  const last = await card('field_19')
  expect(last.getByText('What is field 19?')).toBeTruthy()
  expect(await last.findByText('Lisbon')).toBeTruthy()
  expect(last.queryByRole('button')).toBeNull()

  windows.show('field_19', true)
  expect((await card('field_19')).getByLabelText('Prompt for field_19')).toBeTruthy()
  windows.show('field_19', false)
  expect((await card('field_19')).queryByRole('button')).toBeNull()
})

test('a card that holds the focus stays when it is scrolled away, and what was typed is saved', async () => {
  const server = studioServer({})
  const windows = watchWindows()
  await showProject()
  const text = (await card('total')).getByLabelText('Prompt for total')
  await userEvent.type(text, '!')
  windows.show('total', false)
  expect(document.activeElement).toBe(text)

  act(() => text.blur())
  await waitFor(async () => expect((await card('total')).queryByRole('button')).toBeNull())
  expect(server.callsOf(patchPrompt)).toHaveLength(1)
})

test('a click on a value or its chip goes to its page, and a click on the page to the value', async () => {
  studioServer({ outputs: [output()] })
  await showProject('?view=raw')
  await userEvent.click(await screen.findByRole('button', { name: 'p.2 shows total' }))

  const mark = await screen.findByRole('button', { name: 'total: 5670 on page 2' })
  expect(mark.getAttribute('aria-pressed')).toBe('true')
  const leaf = screen.getByRole('button', { name: /^Show total in the document/ }).parentElement
  expect(leaf?.dataset.picked).toBe('true')
})

test('a band on the page finds the value that used it, inside lists too', async () => {
  const items = prompt(2, { prompt_key: 'items', enforce_type: 'json' })
  studioServer({
    project: project({ prompts: [total, items] }),
    outputs: [
      output(),
      output({
        prompt_output_id: items.prompt_id,
        prompt_id: items.prompt_id,
        output: JSON.stringify([{ name: 'Tea', price: 4 }]),
        evidence_data: [{ name: [place(0, 'Tea')], price: null }],
      }),
    ],
  })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'items.0.name: Tea on page 1' }))

  const tea = screen.getByRole('button', { name: /^Show items.0.name/ }).parentElement
  expect(tea?.dataset.picked).toBe('true')
  expect((await card('items')).getByText('not found in the document')).toBeTruthy()
})

test('what is missing of a list is told above its value', async () => {
  const rows = prompt(2, { prompt_key: 'rows', enforce_type: 'line-item' })
  const report = {
    rows: 1,
    row_like_lines: 2,
    missing_count: 1,
    missing: [{ page: 0, text: 'Tea 4.00' }],
    doubled: 0,
    renumbered: 0,
    unsupported: 0,
    totals: [],
    pages: [0, 0],
    warnings: ['1 line of the document looks like a row of the list.'],
  }
  studioServer({
    project: project({ prompts: [total, rows] }),
    outputs: [
      output(),
      output({
        prompt_output_id: rows.prompt_id,
        prompt_id: rows.prompt_id,
        output: '[{"name":"Coffee"}]',
        list_report: report,
      }),
    ],
  })
  await showProject()

  const warningList = await (await card('rows')).findByRole('list', { name: /^Warnings for rows/ })
  expect(warningList.textContent).toBe('1 line of the document looks like a row of the list.')
  expect((await card('total')).queryByRole('list', { name: /^Warnings/ })).toBeNull()
})

test('nothing found and nothing that proves it are told apart [PS-262]', async () => {
  const second = prompt(2)
  const third = prompt(3)
  studioServer({
    project: project({ prompts: [total, second, third] }),
    outputs: [
      output({ output: null, evidence_data: null }),
      output({
        prompt_output_id: second.prompt_id,
        prompt_id: second.prompt_id,
        output: 'Lisbon',
        evidence_data: null,
      }),
    ],
  })
  await showProject()
  expect(await (await card('total')).findByText('not found')).toBeTruthy()
  const lisbon = await card('field_2')
  expect(lisbon.getByText('Lisbon')).toBeTruthy()
  expect(lisbon.getByText('not found in the document')).toBeTruthy()
  expect((await card('field_3')).getByText('Yet to process')).toBeTruthy()
})
