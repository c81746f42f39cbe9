import { listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { patchPrompt } from '@recto/contract/prompt-studio/prompts'
import { startRuns } from '@recto/contract/prompt-studio/studio-runs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useShortcuts } from '../../shared/commands/commands.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { isFilled } from './output.ts'
import { listCells } from './runs/list-cells.ts'
import {
  april,
  march,
  output,
  profile,
  project,
  prompt,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const better = {
  ...profile,
  profile_id: '00000000-0000-4000-8000-0000000000b2',
  profile_name: 'Better',
  is_default: false,
}
const twoByTwo = { documents: [march, april], profiles: [profile, better] }
const card = async (key: string) => within(await screen.findByRole('article', { name: key }))
const dialogOf = async (title: string) => {
  const titles = await screen.findAllByText(title)
  const titleElement = titles
    .find((element) => element.closest('.ant-modal-title'))
    ?.closest<HTMLElement>('.ant-modal')
  if (!titleElement) throw new Error(`There is no dialog “${title}”.`)
  return titleElement
}
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))

test('[PS-251] [PS-252] a scope without a dimension is all of it, and with one that is unknown nothing', () => {
  const all = { promptIds: ['p', 'q'], profileIds: ['x', 'y'], documentIds: ['d', 'e'] }
  expect(listCells({ promptId: 'gone' }, all)).toEqual([])
  expect(listCells({ documentId: 'd' }, { ...all, profileIds: [] })).toEqual([])
  expect(listCells({}, all)).toHaveLength(8)
  expect(listCells({ promptId: 'q', documentId: 'e' }, all)).toEqual([
    { promptId: 'q', profileId: 'x', documentId: 'e' },
    { promptId: 'q', profileId: 'y', documentId: 'e' },
  ])
})

test('[PS-263] [PS-264] an output is a success when it has a value, 0 among them, and a fail when it is empty or false', () => {
  const isFine = (value: string | null) => isFilled({ value })
  expect([null, '', 'False', 'false', '[]', '{}'].map(isFine)).toEqual(Array(6).fill(false))
  expect(['0', '0.0', 'True', 'Lisbon', '[1]'].map(isFine)).toEqual(Array(5).fill(true))
})

test('[PS-225] [PS-226] a switch and a requirement that are not saved are as they were', async () => {
  studioServer(
    {},
    answer(patchPrompt, () => refuse(500, '')),
  )
  await showProject()
  const promptCard = await card('total')
  const toggle = promptCard.getByRole('switch', { name: 'Enable total' })
  await userEvent.click(toggle)
  expect(await screen.findByText('Failed to update')).toBeTruthy()
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))

  const required = promptCard.getByRole<HTMLInputElement>('checkbox', { name: 'Value Required' })
  await userEvent.click(required)
  await waitFor(() => expect(screen.getAllByText('Failed to update')).toHaveLength(2))
  await waitFor(() => expect(required.checked).toBe(false))
})

test('[PS-199] [PS-200] [PS-201] [PS-236] [PS-239] [PS-240] a card is collapsed, left out, and says what is required', async () => {
  const server = studioServer({})
  await showProject()
  const promptCard = await card('total')
  expect(promptCard.getByPlaceholderText('Enter key')).toBeTruthy()
  expect(promptCard.getByPlaceholderText('Enter prompt')).toBeTruthy()
  const required = promptCard.getByRole<HTMLInputElement>('checkbox', { name: 'Value Required' })
  await userEvent.hover(required)
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'Saving is not allowed in Human Quality Review when the field is empty.',
  )
  await userEvent.click(required)
  await waitFor(() => expect(required.checked).toBe(true))
  await waitFor(() => expect(server.callsOf(patchPrompt)).toHaveLength(1))
  await userEvent.click(required)
  await userEvent.click(promptCard.getByRole('switch', { name: 'Enable total' }))
  expect(await promptCard.findByText('Disabled')).toBeTruthy()
  expect(server.callsOf(patchPrompt).map(({ body }) => body)).toEqual([
    { required: 'all', expected: { required: null } },
    { required: null, expected: { required: 'all' } },
    { active: false, expected: { active: true } },
  ])

  await userEvent.click(promptCard.getByRole('button', { name: 'Collapse total' }))
  expect(promptCard.queryByPlaceholderText('Enter prompt')).toBeNull()
  await userEvent.click(promptCard.getByRole('button', { name: 'Expand total' }))
  expect(promptCard.getByPlaceholderText('Enter prompt')).toBeTruthy()
})

test('[PS-011] [PS-012] [PS-205] [PS-237] [PS-238] [PS-241] of JSON all values or one are required, of a table none', async () => {
  const prompts = [
    prompt(1, { prompt_key: 'whole', enforce_type: 'json', required: 'any' }),
    prompt(2, { prompt_key: 'rows', enforce_type: 'table' }),
    prompt(3, { prompt_key: 'records', enforce_type: 'record' }),
  ]
  studioServer({ project: project({ prompts }) })
  await showProject()
  const boxesOf = async (key: string) =>
    (await card(key)).queryAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)
  const whole = await card('whole')
  expect(whole.getByLabelText('All JSON Values Required')).toBeTruthy()
  expect(whole.getByLabelText('Atleast 1 JSON Value Required')).toBeTruthy()
  expect(await boxesOf('whole')).toEqual([false, true])
  expect(await boxesOf('rows')).toEqual([])
  expect(await boxesOf('records')).toEqual([])
  fireEvent.mouseDown(whole.getByLabelText('Type of whole'))
  const options = await screen.findAllByRole('option')
  expect(options.length).toBeGreaterThan(0)
  for (const type of ['table', 'record', 'json']) {
    expect(screen.getAllByTitle(type).length).toBeGreaterThan(0)
  }
})

test('[PS-203] [PS-206] [PS-245] [PS-246] [PS-247] [PS-248] [PS-250] every scope is one request for exactly its cells', async () => {
  const second = prompt(2)
  const server = studioServer({ ...twoByTwo, project: project({ prompts: [total, second] }) })
  await showProject()
  const promptCard = await card('total')
  const idle = () => screen.findByRole('button', { name: /Run all/ })
  const run = async (button: string) => {
    await userEvent.click(promptCard.getByRole('button', { name: button }))
    await idle()
  }
  await run('Run total with Better')
  await run('Run total with Better on all documents')
  await run('Run total')
  await run('Run total on all documents')
  await press('More run options')
  await userEvent.click(await screen.findByText('On all 2 documents…'))
  await press(/^Run \d+ values$/)
  await waitFor(() => expect(server.callsOf(startRuns)).toHaveLength(5))

  const t = total.prompt_id
  const q = second.prompt_id
  const m = march.document_id
  const a = april.document_id
  const c = profile.profile_id
  const b = better.profile_id
  const scope = (prompts: string[], documents: string[], profiles: string[]) => ({
    prompt_ids: prompts,
    document_ids: documents,
    profile_ids: profiles,
  })
  expect(server.callsOf(startRuns).map(({ body }) => body)).toEqual([
    scope([t], [m], [b]),
    scope([t], [m, a], [b]),
    scope([t], [m], [c, b]),
    scope([t], [m, a], [c, b]),
    scope([t, q], [m, a], [c, b]),
  ])
})

test('a run of everything says before what it will cost, and leaves a profile out that is not wanted', async () => {
  const server = studioServer(twoByTwo)
  await showProject()
  await press('More run options')
  await userEvent.click(await screen.findByText('On all 2 documents…'))
  const dialog = within(await dialogOf('Run all prompts on all documents?'))
  expect(await dialog.findByText(/^Based on the number of pages/)).toBeTruthy()
  const cells = (name: RegExp) =>
    within(dialog.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(/^Total/)).toEqual(['4', 'about 2,000', 'about $0.04'])
  expect(server.callsOf(startRuns)).toEqual([])

  await userEvent.click(dialog.getByRole('checkbox', { name: 'Better' }))
  expect(cells(/^Total/)).toEqual(['2', 'about 1,000', 'about $0.02'])
  await press('Run 2 values')
  await waitFor(() => expect(server.callsOf(startRuns)).toHaveLength(1))
  expect(server.callsOf(startRuns)[0]?.body.profile_ids).toEqual([profile.profile_id])
})

test('a run of everything shows one bar of how far it is, and can be stopped', async () => {
  const gate = Promise.withResolvers<void>()
  studioServer({
    ...twoByTwo,
    async answerRun(one) {
      if (one.document_id === april.document_id) await gate.promise
      const document_manager = one.document_id
      return output({ prompt_output_id: one.id, document_manager, profile_manager: one.profile_id })
    },
  })
  await showProject()
  await press('More run options')
  await userEvent.click(await screen.findByText('On all 2 documents…'))
  await press(/^Run \d+ values$/)
  const bar = await screen.findByRole('progressbar', { name: '2 of 4 runs finished' })
  expect(bar.getAttribute('aria-valuenow')).toBe('50')
  await press('Cancel all runs')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  gate.resolve()
})

test('[PS-258] a prompt with an empty key is not run', async () => {
  const server = studioServer({ project: project({ prompts: [{ ...total, prompt_key: ' ' }] }) })
  await showProject()
  await userEvent.click((await screen.findAllByRole('button', { name: /^Run\s*$/ }))[0]!)
  expect(await screen.findByText('Prompt key cannot be empty')).toBeTruthy()
  expect(server.callsOf(startRuns)).toEqual([])
})

test('while it runs, a card has the columns and the lines that it had', async () => {
  studioServer({
    ...twoByTwo,
    profiles: [
      { ...profile, is_default: false },
      { ...better, is_default: true },
    ],
    outputs: [output()],
    answerRun: () => new Promise(() => {}),
  })
  await showProject()
  const promptCard = await card('total')
  const columns = () =>
    promptCard.getAllByRole('region').map((element) => element.getAttribute('aria-label'))
  expect(columns()).toEqual(['Result for total with Careful', 'Result for total with Better'])
  const lines = () => promptCard.getAllByRole('region').map((element) => element.children.length)
  const lineCounts = lines()
  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))
  await promptCard.findAllByText(/Running ·/)
  expect(promptCard.getByText('5,670')).toBeTruthy()
  expect(lines()).toEqual(lineCounts)
})

test('[PS-270] outputs that cannot be loaded say so', async () => {
  studioServer(
    {},
    answer(listPromptOutputs, () => refuse(500, '')),
  )
  await showProject()
  expect(await screen.findByText('Failed to fetch prompt outputs')).toBeTruthy()
})

test('[PS-271] results that cannot be loaded say so in their dialog', async () => {
  studioServer(
    { outputs: [output()] },
    answer(listPromptOutputs, ({ query }) => (query.prompt_id ? refuse(500, '') : [output()])),
  )
  await showProject()
  await press('Expand the results for total')
  expect(await screen.findByText('Failed to loaded the prompt results')).toBeTruthy()
})

test('[PS-019] [PS-207] [PS-208] [PS-212] the results of a prompt at large, a column for each profile', async () => {
  studioServer({
    ...twoByTwo,
    outputs: [output(), output({ profile_manager: better.profile_id, output: '7.5' })],
  })
  await showProject()
  await press('Expand the results for total')
  const dialog = await dialogOf('Prompt Results')
  expect(dialog.style.width).toBe('1600px')
  const dialogQueries = within(dialog)
  const columns = await dialogQueries.findAllByRole('region')
  expect(columns.map((element) => element.getAttribute('aria-label'))).toEqual([
    'total with Careful',
    'total with Better',
  ])
  expect(within(columns[0]!).getByText('5,670')).toBeTruthy()
  expect(within(columns[1]!).getByText('7.5')).toBeTruthy()
  await userEvent.hover(within(columns[0]!).getByText(/1,234 tokens · \$0\.00123/))
  expect(await screen.findByText('Input 1,200 · Output 34 · Total 1,234')).toBeTruthy()
})

test('[PS-209] [PS-210] the chunks of an output are searched once the typing rests, from match to match', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const context = ['Total due: 5,670.00', 'The TOTAL of March']
    studioServer({ outputs: [output({ context })] })
    await showProject()
    fireEvent.click(
      await screen.findByRole('button', { name: 'Chunks used for total with Careful' }),
    )
    const dialog = within(await dialogOf('Index Data'))
    await dialog.findByText('Total due: 5,670.00')
    fireEvent.change(dialog.getByLabelText('Search chunks'), { target: { value: 'total' } })
    expect(dialog.getByRole('status').textContent).toBe('')
    await vi.advanceTimersByTimeAsync(310)
    await waitFor(() => expect(dialog.getByRole('status').textContent).toBe('1 / 2'))
    fireEvent.click(dialog.getByRole('button', { name: 'Next match' }))
    expect(dialog.getByRole('status').textContent).toBe('2 / 2')
    fireEvent.click(dialog.getByRole('button', { name: 'Next match' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Previous match' }))
    expect(dialog.getByText('TOTAL').dataset.current).toBe('true')
  } finally {
    vi.useRealTimers()
  }
})

test('[PS-204] [PS-276] [PS-277] [PS-278] [PS-279] [PS-280] [PS-282] [PS-283] [OA-016] the values of a prompt on every document, a tab for each profile', async () => {
  const documents = [1, 2, 3, 4, 5, 6].map((number) => ({
    ...march,
    document_id: `30000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    document_name: `bill ${number}.pdf`,
  }))
  const prompts = [{ ...total, coverage: [documents[0]!.document_id] }]
  const empty = output({
    document_manager: documents[1]!.document_id,
    output: null,
    evidence_data: null,
  })
  studioServer({
    documents,
    project: project({ prompts }),
    profiles: [profile, better],
    outputs: [output({ document_manager: documents[0]!.document_id }), empty],
  })
  const { router } = await showProject()
  await press('Coverage: 1 of 6 docs')
  const dialog = await dialogOf('total')
  expect(dialog.style.width).toBe('1000px')
  const dialogQueries = within(dialog)
  expect(dialogQueries.getAllByRole('tab').map((element) => element.textContent)).toEqual([
    'Default',
    'Careful',
    'Better',
  ])
  const terms = dialogQueries.getAllByRole('term').map((element) => element.textContent)
  expect(terms).toEqual([
    'Profile Name',
    'Chunk Size',
    'Vector Store',
    'Embedding Model',
    'LLM',
    'X2Text',
    'Reindex',
  ])
  expect(dialogQueries.getAllByRole('definition').at(-1)?.textContent).toBe('No')
  expect(dialogQueries.getAllByRole('columnheader').map((element) => element.textContent)).toEqual([
    'Document',
    'Token Count',
    'Value',
  ])
  const first = within(await dialogQueries.findByRole('row', { name: /bill 1\.pdf/ }))
  expect(await first.findByRole('img', { name: 'Success' })).toBeTruthy()
  expect(first.getByText('1,234')).toBeTruthy()
  expect(
    within(dialogQueries.getByRole('row', { name: /bill 2\.pdf/ })).getByRole('img', {
      name: 'Fail',
    }),
  ).toBeTruthy()
  expect(dialogQueries.queryByRole('row', { name: /bill 6\.pdf/ })).toBeNull()
  await userEvent.click(dialogQueries.getByRole('tab', { name: 'Better' }))
  expect(
    within(dialogQueries.getByRole('row', { name: /bill 1\.pdf/ })).getByText('Yet to process'),
  ).toBeTruthy()
  await userEvent.click(dialogQueries.getByRole('button', { name: 'View in Output Analyzer' }))
  expect(router.state.location.pathname).toMatch(/\/tools\/[\w-]+\/outputAnalyzer$/)
})

test('[PS-281] in single-pass mode there is no token count of a document', async () => {
  studioServer({ project: project({ single_pass_extraction_mode: true }) })
  await showProject()
  await press('Coverage: 0 of 1 docs')
  const dialogQueries = within(await dialogOf('total'))
  expect(dialogQueries.getAllByRole('columnheader').map((element) => element.textContent)).toEqual([
    'Document',
    'Value',
  ])
})

test('[PS-211] [PS-265] [PS-266] [PS-267] [PS-268] an output is copied, but for a table, and cut behind 25 lines', async () => {
  const rows = prompt(2, { prompt_key: 'rows', enforce_type: 'table' })
  const long = prompt(3, { prompt_key: 'long' })
  const text = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')
  studioServer({
    project: project({ prompts: [total, rows, long] }),
    outputs: [
      output(),
      output({ prompt_output_id: rows.prompt_id, prompt_id: rows.prompt_id, output: '[{"a":1}]' }),
      output({ prompt_output_id: long.prompt_id, prompt_id: long.prompt_id, output: text }),
    ],
  })
  const user = userEvent.setup()
  await showProject()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'))
  const copy = await (await card('total')).findByRole('button', {
    name: 'Copy total with Careful',
  })
  await user.click(copy)
  expect(await screen.findByText('Failed to copy prompt output')).toBeTruthy()
  await user.click(copy)
  expect(await screen.findByText('Prompt output copied successfully')).toBeTruthy()
  expect(write).toHaveBeenLastCalledWith('5670.0')
  expect((await card('rows')).queryByRole('button', { name: /^Copy/ })).toBeNull()

  const promptCard = await card('long')
  expect(document.querySelectorAll('[data-cut="true"]')).toHaveLength(1)
  await user.click(promptCard.getByRole('button', { name: 'show more' }))
  expect(document.querySelectorAll('[data-cut="true"]')).toHaveLength(0)
  expect(promptCard.getByRole('button', { name: 'show less' })).toBeTruthy()
})

test('[PS-060] [PS-061] [PS-185] [PS-186] [PS-189] [PS-190] [PS-192] the toolbar, the two sides and their tabs', async () => {
  const gate = Promise.withResolvers<void>()
  studioServer({
    async answerRun() {
      await gate.promise
      return output()
    },
  })
  const { router } = await showProject()
  const sides = (await screen.findAllByRole('region')).map((element) =>
    element.getAttribute('aria-label'),
  )
  expect(sides.indexOf('Prompts')).toBeLessThan(sides.indexOf('Document'))
  const tab = (name: string) => screen.getByRole('tab', { name })
  expect(tab('Document Parser').getAttribute('aria-selected')).toBe('true')
  expect(tab('Combined Output').getAttribute('aria-disabled')).not.toBe('true')
  for (const name of [/Notes/, /^plus Prompt$/]) {
    expect(screen.getByRole('button', { name })).toBeTruthy()
  }
  const head = within(screen.getByRole('heading', { name: 'Invoices' }).closest('header')!)
  const back = head.getByRole('link', { name: 'Back to projects' })
  expect(back.getAttribute('href')).toBe('/acme/tools')
  for (const name of ['Settings', 'Public link', 'Clone', /Export as tool$/]) {
    expect(head.getByRole('button', { name }).hasAttribute('disabled')).toBe(false)
  }
  await press(/Run all/)
  const analyzer = screen.getByRole('button', { name: 'Output Analyzer' })
  await waitFor(() => expect(analyzer.hasAttribute('disabled')).toBe(true))
  expect(tab('Combined Output').getAttribute('aria-disabled')).toBe('true')
  gate.resolve()
  await waitFor(() => expect(analyzer.hasAttribute('disabled')).toBe(false))
  await userEvent.click(analyzer)
  expect(router.state.location.pathname).toMatch(/\/outputAnalyzer$/)
})

test('j and k go from prompt to prompt, r runs, e writes, and Escape leaves the field', async () => {
  const server = studioServer({ project: project({ prompts: [total, prompt(2)] }) })
  // The shell listens for the keys of what is on the screen.
  await showProject('', undefined, <Shortcuts />)
  const promptCard = await card('total')
  const focusedCard = () =>
    document.activeElement?.querySelector('article')?.getAttribute('aria-label')
  await userEvent.keyboard('j')
  expect(focusedCard()).toBe('total')
  await userEvent.keyboard('jk')
  expect(focusedCard()).toBe('total')
  await userEvent.keyboard('r')
  await waitFor(() => expect(server.callsOf(startRuns)).toHaveLength(1))
  await userEvent.keyboard('e')
  expect(document.activeElement).toBe(promptCard.getByLabelText('Prompt for total'))
  await userEvent.keyboard('{Escape}')
  expect(focusedCard()).toBe('total')
  await userEvent.keyboard('j')
  expect(focusedCard()).toBe('field_2')
})

function Shortcuts() {
  useShortcuts()
  return null
}
