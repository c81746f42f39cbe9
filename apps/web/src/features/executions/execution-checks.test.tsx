import * as api from '@recto/contract/executions/executions'
import { type CheckOutcome, getExecutionChecks } from '@recto/contract/prompt-studio/checks'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { execution, goodFile } from '../../testing/workflows.ts'

const report = `/acme/logs/WF/${execution.id}/checks/`
const emptyPage = {
  confirmed: 0,
  contradicted: 0,
  not_judged: 0,
  files: 0,
  page_size: 50,
  results: [],
}

const check = (changes: Partial<CheckOutcome>): CheckOutcome => ({
  name: 'Sum',
  expression: 'net + tax == total',
  across: null,
  outcome: 'confirmed',
  fields: ['total'],
  reason: null,
  documents: [],
  ...changes,
})

test('the report of a run is reached from it, and tells each file with what contradicts it', async () => {
  const otherDocument = {
    name: 'first.pdf',
    execution_id: execution.id,
    file_id: goodFile.id,
    document_id: null,
  }
  const repeatedCheck = check({
    name: 'Same document',
    expression: null,
    across: 'same_document',
    outcome: 'contradicted',
    reason: '“first.pdf” has the same number.',
    documents: [otherDocument],
  })
  fakeServer(
    startUpAnswers(),
    answer(api.getExecution, () => execution),
    answer(api.listFileExecutions, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [goodFile],
    })),
    answer(getExecutionChecks, () => ({
      ...emptyPage,
      confirmed: 1,
      contradicted: 1,
      files: 1,
      results: [
        {
          file_id: goodFile.id,
          file_name: 'invoice.pdf',
          file_path: null,
          checks: [check({}), repeatedCheck],
        },
      ],
    })),
  )
  await open(`/acme/logs/WF/${execution.id}/`)
  await userEvent.click(await screen.findByRole('button', { name: 'Checks' }))

  const file = within(await screen.findByRole('region', { name: 'invoice.pdf' }))
  expect(file.getByText('“first.pdf” has the same number.')).toBeTruthy()
  expect(file.getByRole('link', { name: 'first.pdf' }).getAttribute('href')).toContain(goodFile.id)
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures).toEqual(['1', '0', '1'])
})

test('a run without checks says so, and one that cannot be loaded too', async () => {
  let isDown = true
  fakeServer(
    startUpAnswers(),
    answer(getExecutionChecks, () => (isDown ? refuse(500, 'The database is away.') : emptyPage)),
  )
  await open(report)
  expect(await screen.findByText('Failed to load the checks')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('No checks were run')).toBeTruthy()
})
