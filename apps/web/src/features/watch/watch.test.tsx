import * as api from '@recto/contract/watch/watch'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'

const ownerId = '6f2d0000-0000-4000-8000-00000000000a'
const projectId = '6f2d0000-0000-4000-8000-00000000000b'
const executionId = '6f2d0000-0000-4000-8000-00000000000c'
const idOf = (number: number) => `6f2d0000-0000-4000-8000-0000000000${10 + number}`
const today = new Date().toISOString().slice(0, 10)

const text = '“total” is empty in 31% of the last 42 documents; it was 4% before (2% to 8%).'
const alarm: api.WatchAlarmReply = {
  id: idOf(0),
  field: 'total',
  measure: 'empty',
  before: { mean: 0.04, low: 0.02, high: 0.08, documents: 200 },
  after: { mean: 0.31, low: 0.19, high: 0.46, documents: 42 },
  text,
  since: '2026-11-01T10:00:00.000000Z',
  raised_at: '2026-11-02T10:00:00.000000Z',
  ended_at: null,
  end_reason: null,
  ended_by: null,
  documents: [
    { file_id: idOf(1), execution_id: executionId, file_name: 'bill.pdf' },
    { file_id: idOf(2), execution_id: null, file_name: null },
  ],
}

const watchReply: api.WatchReply = {
  name: 'Bills',
  documents: 242,
  min_documents: 50,
  max_documents: 2000,
  project_id: projectId,
  may_change: true,
  series: [
    {
      field: null,
      measure: 'review',
      mean: 0.1,
      band: { low: 0, high: 0.25 },
      days: [{ date: today, value: 0.2, documents: 40 }],
    },
    {
      field: 'total',
      measure: 'empty',
      mean: 0.04,
      band: { low: 0, high: 0.1 },
      days: [{ date: today, value: 0.31, documents: 42 }],
    },
  ],
  alarms: [alarm],
}

const server = (...answers: Answer[]) =>
  fakeServer(
    startUpAnswers(),
    answer(api.watchDeployment, () => watchReply),
    ...answers,
  )

test('a watch that cannot be loaded says so, and one without documents says what it is for', async () => {
  server(answer(api.watchDeployment, () => refuse(404, 'No such API deployment.')))
  await open(`/acme/watch/api/${ownerId}`)
  expect(await screen.findByText('No such API deployment.')).toBeTruthy()
})

test('too few documents are counted, and none are explained', async () => {
  server(
    answer(api.watchPipeline, () => ({ ...watchReply, documents: 37, alarms: [] })),
    answer(api.watchDeployment, () => ({ ...watchReply, documents: 0, series: [], alarms: [] })),
  )
  await open(`/acme/watch/pipeline/${ownerId}`)
  expect(await screen.findByText(/Not enough documents for alarms yet: 37 of 50/)).toBeTruthy()
  expect(screen.getByText('No measure has left its band.')).toBeTruthy()
  await open(`/acme/watch/api/${ownerId}`)
  expect(await screen.findByText('No documents were read yet')).toBeTruthy()
})

test('the address names the field, and the table of a chart says what is outside its band', async () => {
  server()
  await open(`/acme/watch/api/${ownerId}?field=total`)
  const table = await screen.findByRole('table', { name: 'Empty by day' })
  expect(within(table).getByRole('row', { name: `${today} 31% 42 Outside` })).toBeTruthy()
  expect(within(table).getByText('Usual: 0% to 10%')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Sent to review by day' })).toBeNull()
})

test('an alarm shows its documents, adds them to the project, and is acknowledged', async () => {
  let isAcknowledged = false
  const endedAlarm = {
    ...alarm,
    ended_at: '2026-11-03T10:00:00.000000Z',
    end_reason: 'acknowledged' as const,
    ended_by: 'ana',
  }
  server(
    answer(api.watchDeployment, () => ({
      ...watchReply,
      alarms: isAcknowledged ? [endedAlarm] : [alarm],
    })),
    answer(api.addDeploymentExpectedValues, () => ({
      project_id: projectId,
      documents: [
        { file_id: idOf(1), outcome: 'added' as const, document_id: idOf(3) },
        { file_id: idOf(2), outcome: 'gone' as const, document_id: null },
      ],
    })),
    answer(api.acknowledgeDeploymentAlarm, () => {
      isAcknowledged = true
      return endedAlarm
    }),
  )
  await open(`/acme/watch/api/${ownerId}`)
  const article = await screen.findByRole('article', { name: text })
  await userEvent.click(within(article).getByText('2 documents behind it'))
  expect(within(article).getByRole('link', { name: 'bill.pdf' }).getAttribute('href')).toContain(
    `/acme/logs/API/${executionId}`,
  )
  expect(within(article).getByText(/1 more that are no longer stored/)).toBeTruthy()

  await userEvent.click(within(article).getByRole('button', { name: 'Add to expected values' }))
  const status = await within(article).findByRole('status')
  expect(status.textContent).toContain('1 document added to the project')
  expect(status.textContent).toContain('1 document no longer stored.')

  await userEvent.click(within(article).getByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText('No measure has left its band.')).toBeTruthy()
  expect(screen.getByText(/Acknowledged by ana/)).toBeTruthy()
})

test('who may not change the deployment sees the alarm alone', async () => {
  server(answer(api.watchDeployment, () => ({ ...watchReply, may_change: false })))
  await open(`/acme/watch/api/${ownerId}`)
  const button = await screen.findByRole('button', { name: 'Acknowledge' })
  expect(button).toHaveProperty('disabled', true)
})
