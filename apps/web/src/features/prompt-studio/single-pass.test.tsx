import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import {
  listRuns,
  type StudioRun,
  startPasses,
  startRuns,
} from '@recto/contract/prompt-studio/studio-runs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, RefusedReply } from '../../testing/fake-server.ts'
import {
  april,
  march,
  output,
  profile,
  project,
  prompt,
  run,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const table = prompt(2, { prompt_key: 'rows', enforce_type: 'table' })
const date = prompt(3, { prompt_key: 'date' })
const singlePassProject = project({
  single_pass_extraction_mode: true,
  prompts: [total, table, date],
})
const pass = (changes: Partial<StudioRun> = {}) => run({ kind: 'all', prompt_id: null, ...changes })
const quick = {
  ...profile,
  profile_id: april.document_id,
  profile_name: 'Quick',
  is_default: false,
}
const card = async (name: string) => within(await screen.findByRole('article', { name }))
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))

/** The prompt alone gives 5670, a single pass gives 12. */
const outputs = answer(listPromptOutputs, ({ query }) => [
  query.is_single_pass_extract
    ? output({ is_single_pass_extract: true, output: '12.0', confidence: 0.4 })
    : output(),
])

test('[PS-289] a single pass without a default profile is refused', async () => {
  const own = { ...total, profile_manager: quick.profile_id, follows_default_profile: false }
  studioServer({ project: { ...singlePassProject, prompts: [own] }, profiles: [quick] })
  await showProject()
  // Its own profile has its name, though a pass does not use it.
  expect(await (await card('total')).findByTitle('Quick')).toBeTruthy()
  await press(/Run single pass/)
  expect(await screen.findByText('LLM Profile is not selected')).toBeTruthy()
})

test('[PS-288] a pass that is refused, or fails, says so in each of its cards', async () => {
  studioServer(
    { project: singlePassProject },
    answer(startPasses, () => new RefusedReply(502, undefined)),
  )
  await showProject()
  await userEvent.click((await card('total')).getByRole('button', { name: 'Run total' }))
  const failure = await (await card('total')).findByRole('alert')
  expect(failure.textContent).toContain('Failed to run single pass extraction')
})

test('what a pass left out is told in its card after a reload, and the others keep their values', async () => {
  studioServer(
    { project: singlePassProject },
    outputs,
    answer(listRuns, () => ({
      runs: [
        pass({
          state: 'done',
          failed_prompts: [{ prompt_id: date.prompt_id, error: 'The model said nothing to it.' }],
        }),
      ],
    })),
  )
  await showProject()
  const failure = await (await card('date')).findByRole('alert')
  expect(failure.textContent).toContain('The model said nothing to it.')
  expect(await (await card('total')).findByText('12')).toBeTruthy()
  expect((await card('total')).queryByRole('alert')).toBeNull()
})

test('[PS-188] [PS-291] in single-pass mode the cards show and run the pass, under the default profile', async () => {
  let state: 'running' | 'done' = 'running'
  const server = studioServer(
    { project: singlePassProject, profiles: [quick, profile] },
    outputs,
    answer(startPasses, () => ({ runs: [pass({ state: 'waiting', started_at: null })] })),
    answer(listRuns, () => ({
      runs: state === 'done' || server.callsOf(startPasses).length === 0 ? [] : [pass()],
    })),
    answer(listDefaultOutputs, () => ({ total: '12.0' })),
  )
  await showProject()
  const promptCard = await card('total')
  expect(await promptCard.findByText('12')).toBeTruthy()
  expect(promptCard.getAllByRole('region')).toHaveLength(1)
  expect(promptCard.getByText('40%')).toBeTruthy()

  await userEvent.click(promptCard.getByRole('button', { name: 'Run total' }))
  expect(await (await card('date')).findByText(/Running ·/)).toBeTruthy()
  state = 'done'
  expect(await screen.findByRole('button', { name: /Run single pass/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Run all/ })).toBeNull()
  expect(server.callsOf(startPasses).map(({ body }) => body)).toEqual([
    { document_ids: [march.document_id] },
  ])
  expect(server.callsOf(startRuns)).toEqual([])
  await userEvent.click(screen.getByRole('tab', { name: 'Combined Output' }))
  await screen.findByRole('region', { name: 'Combined output' })
  expect(server.callsOf(listDefaultOutputs)[0]?.query.is_single_pass_extract).toBe('true')
})

test('a table is no part of a pass: it is run by itself, and shows what that gave', async () => {
  const rows = output({ prompt_id: table.prompt_id, output: '[{"name":"Tea"}]' })
  const server = studioServer(
    { project: singlePassProject },
    answer(listPromptOutputs, ({ query }) => (query.is_single_pass_extract ? [] : [rows])),
    answer(startPasses, () => ({ runs: [] })),
  )
  await showProject()
  expect(await (await card('rows')).findByText('Tea')).toBeTruthy()
  expect((await card('total')).getByText('Yet to process')).toBeTruthy()
  await press('Run rows')
  expect(server.callsOf(startRuns).map(({ body }) => body.prompt_ids)).toEqual([[table.prompt_id]])
  expect(server.callsOf(startPasses)).toEqual([])
})
