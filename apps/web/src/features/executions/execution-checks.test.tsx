import {
  type DestinationCall,
  listDestinationCalls,
  repeatDestinationCall,
} from '@recto/contract/executions/destination-calls'
import * as api from '@recto/contract/executions/executions'
import { type CheckOutcome, getExecutionChecks } from '@recto/contract/prompt-studio/checks'
import { screen, waitFor, within } from '@testing-library/react'
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

const pageOf = <Row,>(results: readonly Row[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results: [...results],
})

test('calls of an HTTP endpoint are listed, and one that was given up is sent again', async () => {
  const ana = userEvent.setup()
  const next = '00000000-0000-4000-8000-0000000000e9'
  const call: DestinationCall = {
    id: '00000000-0000-4000-8000-0000000000c1',
    file_id: goodFile.id,
    file_name: 'invoice.pdf',
    item_number: 3,
    idempotency_key: 'abcdefabcdefabcdef',
    state: 'DELIVERED',
    attempts: 1,
    status_code: 202,
    error: null,
    created_at: '2026-11-30T05:00:00Z',
    last_attempt_at: '2026-11-30T05:00:00Z',
  }
  const deadCall: DestinationCall = {
    ...call,
    id: '00000000-0000-4000-8000-0000000000c2',
    file_name: 'refused.pdf',
    item_number: null,
    state: 'DEAD',
    status_code: 400,
    error: 'The server returned 400',
  }
  const { callsOf } = fakeServer(
    startUpAnswers(),
    answer(api.listFileExecutions, () => pageOf([goodFile])),
    answer(api.getExecution, () => ({ ...execution, sends_calls: true })),
    answer(listDestinationCalls, () => pageOf([call, deadCall])),
    answer(repeatDestinationCall, () => ({ execution_id: next })),
  )
  const { path } = await open(`/acme/logs/WF/${execution.id}/`)
  await ana.click(await screen.findByRole('button', { name: 'Calls' }))
  expect(
    await screen.findByRole('row', { name: /invoice\.pdf, item 3.*Delivered.*202/ }),
  ).toBeTruthy()
  expect(screen.getByRole('row', { name: /refused\.pdf.*Failed.*returned 400/ })).toBeTruthy()
  await ana.click(screen.getByRole('checkbox', { name: 'Failed calls only' }))
  await waitFor(() => expect(callsOf(listDestinationCalls).at(-1)?.query.state).toBe('DEAD'))

  await ana.click(screen.getByRole('button', { name: 'Resend refused.pdf' }))
  await waitFor(() => expect(path()).toMatch(`/acme/logs/WF/${next}`))
  expect(callsOf(repeatDestinationCall)[0]?.params.call_id).toBe(deadCall.id)
})
