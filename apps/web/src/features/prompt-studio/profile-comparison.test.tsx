import { listAdapters } from '@recto/contract/adapters/adapters'
import { listProfiles } from '@recto/contract/prompt-studio/profiles'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { listScores } from '@recto/contract/prompt-studio/truths'
import { listImprovements } from '@recto/contract/tools/improvements'
import {
  type ComparisonReply,
  decideComparison,
  listComparisons,
  startComparison,
} from '@recto/contract/tools/profile-comparisons'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/fake-server.ts'
import {
  profile,
  projectId,
  prompt,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const small = {
  ...profile,
  profile_id: '20000000-0000-4000-8000-000000000002',
  profile_name: 'Small',
  is_default: false,
}
const code = prompt(2, { prompt_key: 'code' })

const score = (profile_id: string, right: number, cost_in_dollars: number | null) => ({
  profile_id,
  checked: 20,
  right,
  low: 0.84,
  high: 1,
  cost_in_dollars,
  seconds: 1.5,
})
const doneComparison: ComparisonReply = {
  id: '50000000-0000-4000-8000-000000000001',
  state: 'done',
  profiles: [
    { id: profile.profile_id, name: 'Careful' },
    { id: small.profile_id, name: 'Small' },
  ],
  tolerance: 0,
  fields: 2,
  fields_done: 2,
  budget_calls: 100,
  budget_dollars: null,
  calls_used: 80,
  cost_in_dollars: 0.5,
  reserved_dollars: null,
  error: null,
  created_by: 'ana',
  created_at: '2026-03-01T08:00:00.000000Z',
  ended_at: '2026-03-01T08:01:00.000000Z',
  results: [
    {
      prompt_id: code.prompt_id,
      prompt_key: 'code',
      outcome: 'unpriced',
      reason: 'What “Small” costs is not known, so no saving can be stated.',
      current_profile: profile.profile_id,
      chosen_profile: null,
      first: [score(profile.profile_id, 20, 0.01), score(small.profile_id, 20, null)],
      held_out: [],
      max_loss: null,
      decision: null,
    },
    {
      prompt_id: total.prompt_id,
      prompt_key: 'total',
      outcome: 'recommended',
      reason: 'With “Small”: No loss on 20 held-out values.',
      current_profile: profile.profile_id,
      chosen_profile: small.profile_id,
      first: [score(profile.profile_id, 20, 0.01), score(small.profile_id, 20, 0.0029)],
      held_out: [score(profile.profile_id, 20, 0.01), score(small.profile_id, 20, 0.0029)],
      max_loss: 0.15,
      decision: null,
    },
  ],
  savings: [
    {
      profile_id: small.profile_id,
      prompt_ids: [total.prompt_id],
      saved: 0.71,
      text: 'field total by “Small”: 71 % less, no loss on 20 held-out values',
    },
  ],
  saved: 0.35,
}

function comparingServer(...extraAnswers: Answer[]) {
  return studioServer(
    {},
    answer(listScores, () => ({ truths: 40, profiles: [], prompts: [], outputs: [] })),
    answer(listAdapters, () => []),
    answer(listProfiles, () => [profile, small]),
    answer(listImprovements, () => ({
      fields: [{ prompt_id: total.prompt_id, truths: 40 }],
      improvements: [],
    })),
    ...extraAnswers,
  )
}

async function openComparisons() {
  const { router } = await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Scores' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Improve' }))
  await userEvent.click(await screen.findByText('LLM profiles', { selector: '.ant-segmented *' }))
  return router
}

test('a comparison that cannot be read says so, and runs show their progress', async () => {
  let isUp = false
  const runningComparison: ComparisonReply = {
    ...doneComparison,
    state: 'running',
    fields_done: 1,
    results: [],
    savings: [],
    saved: null,
  }
  comparingServer(
    answer(listComparisons, () =>
      isUp ? { comparisons: [runningComparison] } : refuse(500, 'The disk is full.'),
    ),
  )
  const router = await openComparisons()
  expect(router.state.location.search).toMatchObject({ improve: 'profiles' })
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
  isUp = true
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('80 of 100 calls, $0.50')).toBeTruthy()
  expect(screen.getByText('1 of 2')).toBeTruthy()
})

test('profiles are compared within a budget, and a recommendation is accepted or refused', async () => {
  let comparisons: ComparisonReply[] = []
  let isRefused = true
  const server = comparingServer(
    answer(listComparisons, () => ({ comparisons })),
    answer(startComparison, () => {
      comparisons = [doneComparison]
      return doneComparison
    }),
    answer(decideComparison, () => {
      if (isRefused) return refuse(409, 'The prompt was changed after the comparison.')
      const results = doneComparison.results.map((result) =>
        result.outcome === 'recommended' ? { ...result, decision: 'accepted' as const } : result,
      )
      comparisons = [{ ...doneComparison, results }]
      return comparisons[0]!
    }),
  )
  await openComparisons()
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Compare profiles' })
  expect(start.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Budget (calls)'), '100')
  await userEvent.click(start)

  expect(server.callsOf(startComparison)[0]?.body).toMatchObject({
    prompt_ids: [total.prompt_id],
    profile_ids: [profile.profile_id, small.profile_id],
    tolerance: 0,
    budget_calls: 100,
    budget_dollars: null,
  })
  expect(await screen.findByText(/^field total by “Small”: 71 % less/)).toBeTruthy()
  const unpricedTable = within(screen.getByRole('table', { name: 'Profiles of code' }))
  expect(unpricedTable.getAllByRole('row')[2]?.textContent).toBe(
    'FirstSmall20 of 20 (84–100%)unknown1.5 s',
  )
  const field = within(screen.getByRole('region', { name: 'total' }))
  expect(field.getAllByRole('row')[1]?.textContent).toBe(
    'FirstCareful (now)20 of 20 (84–100%)$0.011.5 s',
  )
  await userEvent.click(field.getByRole('button', { name: 'Use Small' }))
  expect((await screen.findByRole('alert')).textContent).toContain('was changed after')
  isRefused = false
  const reads = server.callsOf(getProject).length
  await userEvent.click(field.getByRole('button', { name: 'Use Small' }))
  expect(await field.findByText('Accepted.')).toBeTruthy()
  expect(server.callsOf(decideComparison)[1]).toMatchObject({
    params: { tool_id: projectId },
    body: { prompt_id: total.prompt_id, decision: 'accept' },
  })
  expect(server.callsOf(getProject).length).toBeGreaterThan(reads)
})
