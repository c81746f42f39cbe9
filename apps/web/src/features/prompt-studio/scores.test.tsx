import { listAdapters } from '@recto/contract/adapters/adapters'
import {
  deleteTruth,
  listFaults,
  listScores,
  listTruths,
  saveTruth,
  type TruthReply,
} from '@recto/contract/prompt-studio/truths'
import {
  decideImprovement,
  type ImprovementReply,
  listImprovements,
  startImprovement,
} from '@recto/contract/tools/improvements'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/fake-server.ts'
import {
  march,
  output,
  profile,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const outputRef = { prompt_id: total.prompt_id, document_id: march.document_id }
const truthOf = (value: string | null): TruthReply => ({
  ...outputRef,
  value,
  source: 'studio',
  created_by: 'ana',
  evidence: null,
  machine_value: null,
  contradicted_by: null,
  modified_at: '2026-03-01T08:00:00.000000Z',
})

/** Keeps the one truth, and says that an output is right when it is written as that is. */
function scoringServer(...extraAnswers: Answer[]) {
  let truths: TruthReply[] = []
  const isRight = () => truths[0]?.value === '5670.0'
  return studioServer(
    { outputs: [output()] },
    answer(listTruths, () => truths),
    answer(saveTruth, ({ body }) => {
      truths = [truthOf(body.truth)]
      return truthOf(body.truth)
    }),
    answer(deleteTruth, () => {
      truths = []
      return undefined
    }),
    answer(listScores, () => {
      const { profile_id } = profile
      const score = { profile_id, checked: truths.length, right: isRight() ? 1 : 0 }
      return {
        truths: truths.length,
        profiles: [{ ...score, cost_in_dollars: 0.0123, seconds: 1.25 }],
        prompts: truths.map(() => ({ prompt_id: total.prompt_id, ...score })),
        outputs: truths.map(() => ({ ...outputRef, profile_id, is_right: isRight() })),
      }
    }),
    ...extraAnswers,
  )
}

test('a truth that cannot be saved says why, and the dialog stays', async () => {
  scoringServer(answer(saveTruth, () => refuse(500, 'The disk is full.')))
  await showProject()
  await press('Mark total with Careful as correct')
  expect(await screen.findByText('The disk is full.')).toBeTruthy()

  await press('Expected value for total with Careful')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The disk is full.')
})

test('an expected value that has not been loaded yet is not replaced', async () => {
  const gate = Promise.withResolvers<void>()
  const server = scoringServer(
    answer(listTruths, async () => {
      await gate.promise
      return [truthOf('6000.0')]
    }),
  )
  await showProject()
  await press('Mark total with Careful as correct')
  gate.resolve()

  expect(await screen.findByText('There is another expected value. Edit it instead.')).toBeTruthy()
  expect(server.callsOf(saveTruth)).toEqual([])
})

test('scores that cannot be read say so, and without a truth they say how to begin', async () => {
  let isUp = false
  studioServer(
    {},
    answer(listScores, () =>
      isUp ? { truths: 0, profiles: [], prompts: [], outputs: [] } : refuse(500, ''),
    ),
  )
  await showProject()
  await press('Scores')
  expect(await screen.findByText('Failed to fetch the scores')).toBeTruthy()
  isUp = true
  await press('Try again')
  expect(await screen.findByText('No expected values yet')).toBeTruthy()
})

test('an output is marked as right, then as wrong by the right value, and the mark is taken back', async () => {
  const server = scoringServer()
  await showProject()
  await press('Mark total with Careful as correct')
  const result = within(
    await screen.findByRole('region', { name: 'Result for total with Careful' }),
  )
  expect(await result.findByTitle('Expected value set by ana: 5670.0')).toBeTruthy()
  expect(server.callsOf(saveTruth)[0]?.body).toEqual({ ...outputRef, truth: '5670.0' })

  await press('Expected value for total with Careful')
  const field = await screen.findByLabelText('Expected value')
  await userEvent.clear(field)
  await userEvent.type(field, '5,760.00')
  await press('Save')
  expect(await result.findByText('5,760.00')).toBeTruthy()
  expect(result.getByText(/^Expected:/)).toBeTruthy()

  await press('Expected value for total with Careful')
  await userEvent.click(await screen.findByLabelText('The document does not contain this value'))
  await press('Save')
  await waitFor(() => expect(server.callsOf(saveTruth).at(-1)?.body.truth).toBe(null))

  await press('Expected value for total with Careful')
  await press('Delete expected value')
  expect(await screen.findByRole('button', { name: /^Mark total with Careful/ })).toBeTruthy()
})

test('scores say how often each profile and prompt is right, as a chart and as a table, with cost and time', async () => {
  scoringServer()
  await showProject()
  await press('Mark total with Careful as correct')
  await press('Scores')

  const byProfile = within(await screen.findByRole('table', { name: 'Scores by profile' }))
  const [, row] = byProfile.getAllByRole('row')
  expect(row?.textContent).toBe('Careful100% (1 of 1)$0.01231.3 s')
  expect(await screen.findByRole('figure', { name: /^Correct outputs by prompt/ })).toBeTruthy()
  await userEvent.click(within(screen.getByRole('dialog')).getByText('Table'))
  const byPrompt = within(await screen.findByRole('table', { name: 'Scores by prompt' }))
  expect(byPrompt.getAllByRole('row')[1]?.textContent).toBe('total100% (1 of 1)')
})

test('failures say what is wrong with which answer, and open its document', async () => {
  const server = scoringServer(
    answer(listFaults, () => {
      const { profile_id } = profile
      const accuracy = { profile_id, checked: 10, right: 9, low: 0.5958, high: 0.9821 }
      return {
        contradicted: 1,
        fields: [
          {
            ...accuracy,
            prompt_id: total.prompt_id,
            faults: [{ fault: 'format' as const, count: 1 }],
          },
        ],
        documents: [{ ...accuracy, document_id: march.document_id }],
        failures: [
          { ...outputRef, profile_id, fault: 'format' as const, truth: '5', answer: '5 EUR' },
        ],
        failures_omitted: 0,
      }
    }),
  )
  await showProject()
  await press('Mark total with Careful as correct')
  await press('Scores')
  await userEvent.click(await screen.findByRole('tab', { name: 'Failures' }))

  const fields = within(await screen.findByRole('table', { name: 'Accuracy by field' }))
  expect(fields.getAllByRole('row')[1]?.textContent).toBe(
    'totalCareful90% (9 of 10, 60–98%)1 other notation',
  )
  expect(screen.getByText(/contradicts another and is not used/)).toBeTruthy()
  const failures = within(screen.getByRole('table', { name: 'Failing answers' }))
  await userEvent.click(failures.getByRole('button', { name: `Open ${march.document_name}` }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsOf(listFaults)).toHaveLength(1)
})

const score = {
  checked: 12,
  right_before: 2,
  right_after: 12,
  before_low: 0.047,
  before_high: 0.448,
  after_low: 0.758,
  after_high: 1,
}
const doneImprovement: ImprovementReply = {
  id: '50000000-0000-4000-8000-000000000001',
  state: 'done',
  fields: 1,
  fields_done: 1,
  budget_calls: 60,
  budget_dollars: null,
  calls_used: 49,
  cost_in_dollars: 0.0123,
  reserved_dollars: null,
  error: null,
  created_by: 'ana',
  created_at: '2026-03-01T08:00:00.000000Z',
  ended_at: '2026-03-01T08:01:00.000000Z',
  results: [
    {
      prompt_id: total.prompt_id,
      prompt_key: total.prompt_key,
      outcome: 'proposed',
      reason: 'Of 12 held-out values, 10 became right and 0 became wrong.',
      before: { prompt: total.prompt, enforce_type: 'number' },
      after: { prompt: 'Which total?', enforce_type: 'number' },
      source: 'labels',
      first: score,
      second: score,
      chance: 0.001,
      decision: null,
      changed: 70,
      changes: [
        {
          document_hash: 'a1',
          document_id: march.document_id,
          document_name: march.document_name,
          truth: '5',
          before: '4',
          after: '5',
          was_right: false,
          is_right: true,
        },
      ],
    },
  ],
}

test('a search for better prompts asks for a budget, shows what it has measured, and changes nothing by itself', async () => {
  let improvements: ImprovementReply[] = []
  let decision: 'edited' | null = null
  const server = scoringServer(
    answer(listImprovements, () => ({
      fields: [{ prompt_id: total.prompt_id, truths: 24 }],
      improvements: improvements.map((one) => ({
        ...one,
        results: one.results.map((result) => ({ ...result, decision })),
      })),
    })),
    answer(listAdapters, () => []),
    answer(startImprovement, () => {
      improvements = [doneImprovement]
      return doneImprovement
    }),
    answer(decideImprovement, () => {
      decision = 'edited'
      return doneImprovement
    }),
  )
  await showProject()
  await press('Mark total with Careful as correct')
  await press('Scores')
  await userEvent.click(await screen.findByRole('tab', { name: 'Improve' }))
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: /^Look for better/ })
  expect(start.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Budget (calls)'), '60')
  await userEvent.click(start)

  expect(server.callsOf(startImprovement)[0]?.body).toMatchObject({
    prompt_ids: [total.prompt_id],
    llm: null,
    budget_calls: 60,
  })
  const proposal = within(await screen.findByRole('region', { name: total.prompt_key }))
  expect(proposal.getByText('Which total?').tagName).toBe('INS')
  const scores = within(proposal.getByRole('table', { name: 'Scores before and after' }))
  expect(scores.getAllByRole('row')[2]?.textContent).toBe(
    'Held out2 of 12 (5–45%)12 of 12 (76–100%)',
  )
  await userEvent.click(proposal.getByRole('button', { name: 'Edit' }))
  await userEvent.type(proposal.getByRole('textbox'), ' Exactly.')
  await userEvent.click(proposal.getByRole('button', { name: 'Accept' }))
  expect(await proposal.findByText(/^Accepted with edits/)).toBeTruthy()
  expect(server.callsOf(decideImprovement)[0]?.body).toEqual({
    prompt_id: total.prompt_id,
    decision: 'accept',
    prompt: 'Which total? Exactly.',
  })
})
