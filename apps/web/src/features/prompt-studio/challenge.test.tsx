import { listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer } from '../../testing/fake-server.ts'
import { challengeFromWire, scoreOf, verdictOf } from './challenge.ts'
import { output, project, showProject, studioServer } from './testing/acme-invoices.tsx'

const entry = (changes: object) => ({
  type: 'extraction',
  title: 'Extraction by reader',
  model: 'reader',
  status: 'success',
  result: '12',
  timestamp: '2026-03-01T08:00:00.000Z',
  ...changes,
})
const challengeLog = {
  file_name: 'march.pdf',
  result: 41.5,
  runs: [
    entry({}),
    entry({ type: 'challenge', title: 'Challenge by judge', score: 2, result: 'That is net.' }),
    entry({ title: 'Re-Extraction by reader', result: '{"net":35,"gross":41.5}' }),
    entry({ type: 'challenge', title: 'Re-Challenge by judge', result: 'Right.' }),
    entry({ type: 'result', title: 'Result', score: 5, result: '41.5' }),
  ],
}

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))

test('[PS-306][PS-307] an answer that was not judged has no log to open', async () => {
  studioServer({ project: project({ enable_challenge: true }), outputs: [output()] })
  await showProject()
  const icon = await screen.findByRole('button', { name: /^LLMChallenge log for total/ })
  expect(icon.hasAttribute('disabled')).toBe(true)
  await userEvent.hover(icon)
  expect((await screen.findByRole('tooltip')).textContent).toBe('No LLMChallenge Log Available')
  expect(challengeFromWire(null)).toBeUndefined()
  expect(challengeFromWire({ runs: [] })).toBeUndefined()
})

test('[PS-300][PS-301] a score above 2 has passed, and a run that went well without one counts as 5', () => {
  const run = (score: number | undefined, isDone = true) => ({ score, isDone })
  expect(scoreOf(run(undefined))).toBe(5)
  expect(scoreOf(run(undefined, false))).toBeUndefined()
  expect([1, 2, 3, 5].map((score) => verdictOf(run(score)))).toEqual([
    'Failed',
    'Failed',
    'Passed',
    'Passed',
  ])
  expect(verdictOf(run(undefined))).toBe('Passed')
  expect(verdictOf(run(undefined, false))).toBe('Failed')
})

test('[PS-303][PS-304][PS-305] the log lists context, runs, result and tokens, and shows what is selected', async () => {
  studioServer(
    { project: project({ enable_challenge: true }) },
    answer(listPromptOutputs, ({ query }) => [
      output({
        challenge_data: challengeLog,
        context: query.include_context === 'false' ? [] : ['Net 35.00', 'Gross 41.50'],
      }),
    ]),
  )
  await showProject()
  await screen.findByText('5,670')
  await press(/^LLMChallenge log for total/)
  const dialog = within(await screen.findByRole('dialog'))
  const steps = within(dialog.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')

  expect(dialog.getByText('march.pdf')).toBeTruthy()
  expect(steps.map((step) => step.textContent)).toEqual([
    'Input Context',
    'Extraction by reader',
    'Challenge by judgeScore: 2Failed',
    'Re-Extraction by reader',
    'Re-Challenge by judgeScore: 5Passed',
    'ResultScore: 5Passed',
  ])
  expect(dialog.getByLabelText('Tokens').textContent).toContain('Total tokens1,234')
  const stepRegion = dialog.getByRole('region', { name: 'Selected step' })
  expect(await within(stepRegion).findByText(/Net 35\.00\s+Gross 41\.50/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Re-Extraction by reader' }))
  expect(stepRegion.textContent).toBe('Re-Extraction by reader{\n  "net": 35,\n  "gross": 41.5\n}')
  expect(screen.getByRole('dialog').style.width).toBe('92vw')
  const [, close] = dialog.getAllByRole('button', { name: 'Close' })
  await userEvent.click(close ?? document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
})
