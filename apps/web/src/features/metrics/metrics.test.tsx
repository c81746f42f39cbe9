import * as api from '@recto/contract/usage/metrics'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { daysOf } from './metric.ts'

type Answers = Answer[]

const today = daysOf(1)[0] ?? ''
const timestamp = `${today}T00:00:00.000000Z`
const labels = { project: 'default', tag: null }
const one = (metric_name: api.MetricName, value: number) => ({
  metric_name,
  metric_type: 'counter' as const,
  ...labels,
  total_value: value,
  total_count: value,
  data: [{ timestamp, value, count: value }],
})
const series = (...all: api.MetricSeries['series']) => ({
  start_date: timestamp,
  end_date: timestamp,
  granularity: 'day' as const,
  source: 'daily',
  series: all,
})
const file = {
  id: '6f2d0000-0000-4000-8000-000000000001',
  type: 'api' as const,
  file_name: 'order.pdf',
  execution_id: '6f2d0000-0000-4000-8000-000000000002',
  workflow_name: 'Orders',
  status: 'COMPLETED',
  created_at: timestamp,
  execution_time: 2.25,
  total_tokens: 1200,
  cost: 0.25,
}

const server = (...extraAnswers: Answers) =>
  fakeServer(
    startUpAnswers(),
    answer(api.readMetricSeries, () =>
      series(one('documents_processed', 1234), one('llm_usage', 0.5)),
    ),
    answer(api.readRecentActivity, () => ({ activity: [file] })),
    ...extraAnswers,
  )

test('metrics that cannot be loaded say so, and can be asked for again', async () => {
  server(answer(api.readMetricSeries, () => refuse(500, 'The database is away.')))
  await open('/acme/metrics')

  expect(await screen.findByText('The database is away.')).toBeTruthy()
})

test('where nothing was counted it is said what would be here', async () => {
  server(answer(api.readMetricSeries, () => series()))
  await open('/acme/metrics')

  expect(await screen.findByText('No metrics yet')).toBeTruthy()
})

test('numbers stand in cards, and each chart has its table for those who listen or want to read it', async () => {
  const ana = userEvent.setup()
  server()
  await open('/acme/metrics')

  expect(await screen.findByText('1,234', { selector: 'dd' })).toBeTruthy()
  expect(screen.getByText('$0.50', { selector: 'dd' })).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Documents and pages by day' })
  expect(within(table).getAllByRole('row')).toHaveLength(31)
  expect(within(table).getByRole('row', { name: `${today} 1,234 0 0` })).toBeTruthy()
  const cost = screen.getByRole('region', { name: 'Model cost' })
  await ana.click(within(cost).getByRole('button', { name: 'Show as table' }))
  expect(within(cost).getByRole('button', { name: 'Show as chart' })).toBeTruthy()
  expect(within(cost).getByRole('row', { name: `${today} $0.50` })).toBeTruthy()
})

test('the period is in the address, and the last files lead to their executions', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await open('/acme/metrics?days=90')
  const link = await screen.findByRole('link', { name: 'order.pdf' })
  await ana.click(screen.getByText('7 days'))

  expect(link.getAttribute('href')).toBe(`/acme/logs/API/${file.execution_id}`)
  expect(await screen.findByText('2.3', { selector: 'td' })).toBeTruthy()
  const startDates = callsOf(api.readMetricSeries).map(({ query }) => query?.start_date)
  expect(startDates).toEqual([90, 7].map((days) => new Date(`${daysOf(days)[0]}T00:00:00Z`)))
})
