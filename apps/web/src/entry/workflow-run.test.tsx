import * as executions from '@recto/contract/executions/executions'
import { logsEventOf, type SessionMessage } from '@recto/contract/server/sockets'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { LiveConnection } from '../shared/live/live-connection.ts'
import { createStore } from '../shared/store/create-store.ts'
import { answer, fakeServer, refuse } from '../testing/fake-server.ts'
import { startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import { badFile, editorAnswers, execution, goodFile, workflow } from '../testing/workflows.ts'

/** The page is loaded while the workflow runs, or after it. */
const address = `/acme/workflows/${workflow.id}?run=${execution.id}&stage=tool`
const runningExecution = {
  ...execution,
  status: 'EXECUTING' as const,
  successful_files: 0,
  failed_files: 0,
}
const pageOf = (results: executions.FileExecution[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})
const unread = [goodFile, badFile].map((file) => ({ ...file, status: 'PENDING' as const }))
const noResult = answer(executions.getFileResult, ({ params }) => ({
  file_name: params.file_id,
  file_path: null,
  status: 'PENDING' as const,
  error: null,
  output: null,
  metadata: null,
  metrics: null,
}))

/** The channel of Ana's session. */
function heard() {
  const hearers = new Set<(data: unknown) => void>()
  const line: LiveConnection = {
    isOpen: createStore(true),
    subscribe(event, hear) {
      if (event === logsEventOf('channel-of-ana')) hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
  const tell = (message: SessionMessage) =>
    act(async () => {
      for (const hear of hearers) hear(message)
    })
  return { line, tell }
}

const progressMessage = (execution_id: string): SessionMessage => ({
  type: 'LOG',
  level: 'INFO',
  stage: 'TOOL',
  log: 'done',
  timestamp: 1,
  cost_type: null,
  cost_units: null,
  cost_value: null,
  step: null,
  iteration: null,
  iteration_total: null,
  file_execution_id: null,
  execution_id,
  organization_id: 'acme',
})

test('files that were not there yet when the page was loaded anew are asked for until they are', async () => {
  let looks = 0
  fakeServer(
    startUpAnswers(),
    editorAnswers(),
    answer(executions.getExecution, () => execution),
    answer(executions.listFileExecutions, () => pageOf(looks++ === 0 ? [] : [goodFile, badFile])),
    noResult,
  )
  await open(address)

  expect(await screen.findByText('1 of 2 failed')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^locked\.pdf/ })).toBeTruthy()
})

test('a run is followed by what its session is told, from the source to the destination [WF-101 WF-102 WF-103 WF-104]', async () => {
  const { line, tell } = heard()
  let present: executions.WholeExecution = runningExecution
  let files: executions.FileExecution[] = unread
  const { callsOf } = fakeServer(
    startUpAnswers(),
    editorAnswers(),
    answer(executions.getExecution, () => present),
    answer(executions.listFileExecutions, () => pageOf(files)),
    noResult,
  )
  await open(address, {}, line)
  expect(await screen.findByText('Processing: 0 of 2')).toBeTruthy()

  present = { ...runningExecution, successful_files: 1, step: { at: 'TOOL', is_through: false } }
  files = [goodFile, ...unread.slice(1)]
  const callsBefore = callsOf(executions.getExecution).length
  await tell(progressMessage(workflow.id))
  expect(callsOf(executions.getExecution)).toHaveLength(callsBefore)
  await tell(progressMessage(execution.id))
  expect(await screen.findByText('Processing: 1 of 2')).toBeTruthy()
  expect(screen.getByText('Processing files…')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^invoice\.pdf/ }).textContent).toContain('Completed')

  present = execution
  files = [goodFile, badFile]
  const message = '1 of 2 files succeeded'
  await tell({
    type: 'UPDATE',
    component: 'WORKFLOW',
    state: 'END_WORKFLOW',
    message,
    timestamp: 2,
  })
  expect(await screen.findByText('1 of 2 failed')).toBeTruthy()
  expect(screen.getByText('1 result')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^locked\.pdf/ }).textContent).toContain('Error'),
  )
})

test('files that wait for their delivery are shown as read, and failed ones as failed', async () => {
  const step = { at: 'TOOL', is_through: true } as const
  fakeServer(
    startUpAnswers(),
    editorAnswers(),
    noResult,
    answer(executions.listFileExecutions, () => pageOf([...unread.slice(0, 1), badFile])),
    answer(executions.getExecution, () => ({ ...runningExecution, failed_files: 1, step })),
  )
  await open(address)

  const rowOf = (name: RegExp) => screen.findByRole('button', { name })
  expect((await rowOf(/^invoice\.pdf/)).textContent).toContain('Read')
  expect((await rowOf(/^invoice\.pdf/)).textContent).not.toContain('Pending')
  expect((await rowOf(/^locked\.pdf/)).textContent).toContain('Error')
})

test.each([
  ['with the run in its address', `?run=${execution.id}&stage=tool`],
  ['without it', ''],
])('a run by steps goes on after the page is loaded anew %s [WF-100]', async (_, search) => {
  const ana = userEvent.setup()
  const status = 'EXECUTING' as const
  const waitingExecution = {
    ...execution,
    status,
    step: { at: 'SOURCE', is_through: true },
  } as const
  const rawExecution = {
    ...execution,
    execution_time: 1,
    execution_type: 'STEP',
    task_id: null,
    execution_log_id: null,
  } as const
  const { callsOf } = fakeServer(
    startUpAnswers(),
    editorAnswers(),
    noResult,
    answer(executions.listFileExecutions, () => pageOf([])),
    answer(executions.executeWorkflow, () => refuse(500, 'Not now.')),
    answer(executions.listRunsOfWorkflow, () => [
      { ...rawExecution, id: workflow.id },
      { ...rawExecution, status },
    ]),
    answer(executions.getExecution, () => waitingExecution),
  )
  await open(`/acme/workflows/${workflow.id}${search}`)

  expect(await screen.findByText('Files received. Next: processing.')).toBeTruthy()
  for (const name of ['Next step', 'Execute remaining steps', 'Stop execution']) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false)
  }
  await ana.click(screen.getByRole('button', { name: 'Next step' }))
  await waitFor(() => expect(callsOf(executions.executeWorkflow)).toHaveLength(1))
  const body: unknown = callsOf(executions.executeWorkflow)[0]?.body
  const sentFields = body instanceof FormData ? Object.fromEntries(body) : {}
  expect(sentFields).toMatchObject({ execution_id: execution.id, execution_action: 'NEXT' })
})
