import { listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { startRuns } from '@recto/contract/prompt-studio/studio-runs'
import {
  listScores,
  listTruths,
  saveTruth,
  type TruthReply,
} from '@recto/contract/prompt-studio/truths'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useShortcuts } from '../../shared/commands/commands.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import {
  april,
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

const buyer = prompt(2, { prompt_key: 'buyer', prompt: 'Who buys?' })
const paidPrompt = prompt(3, { prompt_key: 'paid', prompt: 'Is it paid?' })
const items = prompt(4, { prompt_key: 'items', prompt: 'Which items?', enforce_type: 'json' })
const prompts = [total, buyer, paidPrompt, items]
const list = '[{"name":"Nails","price":"3.50"},{"name":"Glue","price":"4.00"}]'
const outputs = [
  output(),
  output({ prompt_id: buyer.prompt_id, output: null, evidence_data: [], confidence: null }),
  output({ prompt_id: items.prompt_id, output: list, evidence_data: null, confidence: 0.31 }),
]

/** The expected values of a server that stores them and compares them as they are written. */
function truths(initial: readonly TruthReply[] = []) {
  const storedTruths = [...initial]
  return [
    answer(listTruths, () => [...storedTruths]),
    answer(saveTruth, ({ body: { truth, ...target } }) => {
      const reply = { ...expected(target.prompt_id, truth), ...target }
      storedTruths.push(reply)
      return reply
    }),
    answer(listScores, () => ({
      truths: storedTruths.length,
      profiles: [],
      prompts: [],
      outputs: storedTruths.map(({ prompt_id, document_id, value }) => ({
        prompt_id,
        document_id,
        profile_id: profile.profile_id,
        is_right: value === (outputs.find((one) => one.prompt_id === prompt_id)?.output ?? null),
      })),
    })),
  ]
}

const expected = (prompt_id: string, value: string | null): TruthReply => ({
  prompt_id,
  document_id: march.document_id,
  value,
  source: 'studio',
  evidence: null,
  machine_value: null,
  contradicted_by: null,
  created_by: 'Ana Lima',
  modified_at: '2026-03-01T08:00:00.000000Z',
})

function Shortcuts() {
  useShortcuts()
  return null
}

const showTable = (search = '') => showProject(`?fields=table${search}`, undefined, <Shortcuts />)
const row = (key: string) => screen.findByRole('row', { name: new RegExp(`^${key}`) })
const focusRow = async (key: string) => (await row(key)).focus()
const selectedRow = () => screen.getByRole('row', { selected: true }).textContent
const { keyboard, click } = userEvent

test('a row says what a card says: value, confidence, page, mark and state', async () => {
  studioServer(
    { project: project({ prompts }), outputs },
    ...truths([expected(total.prompt_id, '5670.0')]),
  )
  await showTable()
  await waitFor(async () =>
    expect((await row('total')).textContent).toBe('totalnumber5,670Edit93%p.2✓ CorrectFound'),
  )
  expect((await row('buyer')).textContent).toBe('buyertextnot foundEditCorrectNot found')
  expect((await row('paid')).textContent).toBe('paidtextYet to processEditNot run')
  expect((await row('items')).textContent).toBe(
    'itemsjson2 rows: Nails · 3.50 · Glue · 4.00Edit31%noneCorrectDoubtful',
  )
  expect(screen.getByText(/of 4 found/).textContent).toBe('2 of 4 found · 3,702 tokens · $0.00370')
})

test('twenty fields are checked by keys: y is correct and goes on, e edits in place', async () => {
  const server = studioServer({ project: project({ prompts }), outputs }, ...truths())
  await showTable()
  await focusRow('total')
  await keyboard('y')
  expect(selectedRow()).toContain('buyer')
  await keyboard('e')
  const field = screen.getByRole('textbox', { name: 'Expected value of buyer' })
  // Keys are part of the text here.
  await keyboard('yer{Enter}')
  expect(field.isConnected).toBe(false)
  expect(selectedRow()).toContain('paid')
  await waitFor(() =>
    expect(server.callsOf(saveTruth).map(({ body }) => [body.prompt_id, body.truth])).toEqual([
      [total.prompt_id, '5670.0'],
      [buyer.prompt_id, 'yer'],
    ]),
  )
  await waitFor(async () => expect((await row('buyer')).textContent).toContain('✗ Wrong'))
  expect((await row('buyer')).textContent).toContain('yer')
  await keyboard('y')
  expect(await screen.findByText('paid has no value yet.')).toBeTruthy()
  await keyboard('e{Escape}')
  expect(document.activeElement).toBe(await row('paid'))
  expect(server.callsOf(saveTruth)).toHaveLength(2)
})

test('a value that cannot be saved is said, and offered when it is edited again', async () => {
  const refusal = answer(saveTruth, () => refuse(400, 'This value is too long.'))
  studioServer({ project: project({ prompts }), outputs }, refusal)
  await showTable()
  await focusRow('total')
  await keyboard('e')
  await keyboard('7{Enter}')
  expect(await screen.findByText('This value is too long.')).toBeTruthy()
  await keyboard('{ArrowUp}e')
  expect(
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Expected value of total' }).value,
  ).toBe('7')
})

test('the arrow keys select, Enter opens the prompt below its row, and Escape leads back', async () => {
  studioServer({ project: project({ prompts }), outputs })
  await showTable()
  await focusRow('total')
  await keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(await row('buyer'))
  await keyboard('{Enter}')
  const text = await screen.findByRole('textbox', { name: 'Prompt for buyer' })
  await waitFor(() => expect(document.activeElement).toBe(text))
  const details = within(screen.getByRole('region', { name: 'Details of buyer' }))
  expect(details.getByRole('button', { name: 'Run buyer' })).toBeTruthy()
  await keyboard('{Escape}')
  expect(document.activeElement).toBe(await row('buyer'))
  await keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Details of buyer' })).toBeNull()
})

test('a list is edited in the details of its row', async () => {
  const server = studioServer({ project: project({ prompts }), outputs }, ...truths())
  await showTable()
  await focusRow('items')
  await keyboard('e')
  const details = within(await screen.findByRole('region', { name: 'Details of items' }))
  expect(details.getByRole<HTMLTextAreaElement>('textbox', { name: 'Expected value' }).value).toBe(
    list,
  )
  await click(details.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.callsOf(saveTruth)[0]?.body.truth).toBe(list))
  await waitFor(() => expect(details.queryByRole('textbox', { name: 'Expected value' })).toBeNull())
})

test('r runs the selected prompt, and the state of a failure is in its row', async () => {
  const server = studioServer({
    project: project({ prompts }),
    runs: [run({ state: 'failed', error: 'The model did not answer.' })],
  })
  await showTable()
  await focusRow('buyer')
  await keyboard('r')
  await waitFor(() =>
    expect(server.callsOf(startRuns)[0]?.body.prompt_ids).toEqual([buyer.prompt_id]),
  )
  expect(within(await row('total')).getByText('Failed').title).toBe('The model did not answer.')
})

test('filters count their fields and are in the address', async () => {
  const stale = output({ prompt_id: paidPrompt.prompt_id, stale: ['prompt'] })
  studioServer(
    {
      project: project({ prompts }),
      outputs: [...outputs, stale],
      runs: [run({ state: 'failed', error: 'No.' })],
    },
    ...truths([expected(total.prompt_id, '5670.0')]),
  )
  const { router } = await showTable('&filter=not-found')
  await row('buyer')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  const bar = within(screen.getByRole('toolbar', { name: 'Filter the fields' }))
  await waitFor(() =>
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All 4',
      'Doubtful 1',
      'Failed 1',
      'Not found 1',
      'No expected value 3',
      'Changed 1',
    ]),
  )
  await keyboard('f')
  expect(document.activeElement?.textContent).toBe('Not found 1')
  await keyboard('{ArrowRight}{ArrowRight}{Enter}')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ filter: 'changed' }))
  await waitFor(async () => expect(document.activeElement).toBe(await row('paid')))
  await click(bar.getByRole('button', { name: /^All/ }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
})

test('the view is remembered for the person, and the cards stay', async () => {
  studioServer({ project: project({ prompts }), outputs })
  await showProject()
  await screen.findByRole('article', { name: 'total' })
  await click(screen.getByRole('button', { name: 'Table' }))
  await row('total')
  expect(screen.queryByRole('article')).toBeNull()
  cleanup()
  await showProject()
  await row('total')
  await click(screen.getByRole('button', { name: 'Cards' }))
  expect(await screen.findByRole('article', { name: 'total' })).toBeTruthy()
})

test('the space bar shows the place, and a place on the page selects its row', async () => {
  const buyerOutput = output({
    prompt_id: buyer.prompt_id,
    output: 'Dora',
    evidence_data: [place(0, 'Dora')],
  })
  studioServer({ project: project({ prompts }), outputs: [output(), buyerOutput] })
  const { router } = await showTable()
  const mark = await screen.findByRole('button', { name: 'total: 5670 on page 2' })
  await focusRow('total')
  await keyboard(' ')
  expect(mark.getAttribute('aria-pressed')).toBe('true')
  expect(document.activeElement).toBe(await row('total'))
  await click(screen.getByRole('button', { name: 'buyer: Dora on page 1' }))
  expect(selectedRow()).toContain('buyer')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ row: buyer.prompt_id }))
})

test('a wide table compares with another document and marks what differs', async () => {
  const otherOutput = output({ document_manager: april.document_id, output: '12.0' })
  const server = studioServer({
    project: project({ prompts }),
    documents: [march, april],
    outputs: [...outputs, otherOutput],
  })
  await showTable(`&compare=document:${april.document_id}`)
  await waitFor(async () => expect((await row('total')).textContent).toContain('≠ Different: 12'))
  expect(screen.getByRole('columnheader', { name: 'april.pdf' })).toBeTruthy()
  expect((await row('paid')).textContent).not.toContain('Different')
  expect(server.callsOf(listPromptOutputs).length).toBeGreaterThan(1)
})

test('values that cannot be loaded are said not to be, and can be asked for again', async () => {
  let isDown = true
  studioServer(
    { project: project({ prompts }) },
    answer(listPromptOutputs, () => (isDown ? refuse(503, '') : [...outputs])),
  )
  await showTable()
  await waitFor(async () =>
    expect((await row('total')).textContent).toBe('totalnumberFailed to load'),
  )
  isDown = false
  await click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect((await row('total')).textContent).toContain('5,670'))
})

test('without a document the rows wait for one, and a note is a row of text', async () => {
  const note = prompt(5, { prompt_key: 'hint', prompt: 'Totals are gross.', prompt_type: 'NOTES' })
  studioServer({ project: project({ prompts: [total, note] }), documents: [] })
  await showTable()
  expect((await row('total')).textContent).toBe('totalnumberYet to processEditNot run')
  expect((await row('hint')).textContent).toBe('hintTotals are gross.')
  await focusRow('total')
  await keyboard('e')
  expect(await screen.findByText('Document not selected')).toBeTruthy()
})
