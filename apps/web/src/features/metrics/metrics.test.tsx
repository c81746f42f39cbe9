import { getBudget } from '@recto/contract/usage/budget'
import * as api from '@recto/contract/usage/metrics'
import { readUsed, type UsageReport } from '@recto/contract/usage/used'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { divideForChart } from './chart-periods.ts'
import { daysOf } from './metric.ts'
import { noCalls } from './testing/no-usage.ts'

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

const counts = { ...noCalls, pages: 30, files_completed: 8, files_failed: 1, files_stopped: 0 }
const report = (from: string, ...days: string[]): UsageReport => ({
  start_date: from,
  end_date: today,
  average_question_cost: null,
  days: days.map((date) => ({ date, ...counts })),
  models: [],
  projects: [],
  deployments: [{ id: null, name: null, ...counts }],
})

const server = (...extraAnswers: Answers) =>
  fakeServer(
    startUpAnswers(),
    answer(readUsed, () => report(daysOf(30)[0] ?? '', today)),
    answer(getBudget, () => refuse(503, 'The budget is away.')),
    answer(api.readMetricSeries, () => series(one('deployed_api_requests', 1234))),
    answer(api.readRecentActivity, () => ({ activity: [file] })),
    ...extraAnswers,
  )

test('metrics that cannot be loaded say so, and leave the usage', async () => {
  server(answer(api.readMetricSeries, () => refuse(500, 'The database is away.')))
  await open('/acme/usage')

  expect(await screen.findByText('The database is away.')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Pages by day' })).toBeTruthy()
})

test('the former address of the metrics leads to the page that has them', async () => {
  server()
  const { path } = await open('/acme/metrics?days=90')

  await waitFor(() => expect(path()).toMatch('/acme/usage'))
  const table = await screen.findByRole('table', { name: 'Requests and runs by day' })
  expect(within(table).getAllByRole('row')).toHaveLength(31)
  expect(within(table).getByRole('row', { name: `${today} 1,234 0 0` })).toBeTruthy()
  // Nothing was reviewed.
  expect(screen.queryByRole('region', { name: 'Reviews' })).toBeNull()
  expect(screen.getByRole('table', { name: 'Cost by deployment by deployment' })).toBeTruthy()
})

test('the metrics are of the same period, and the last files lead to their executions', async () => {
  const from = daysOf(7)[0] ?? ''
  const { callsOf } = server(answer(readUsed, () => report(from, today)))
  await open(`/acme/usage?from=${from}`)

  const link = await screen.findByRole('link', { name: 'order.pdf' })
  expect(link.getAttribute('href')).toBe(`/acme/logs/API/${file.execution_id}`)
  expect(screen.getByText('2.3 s', { selector: 'td' })).toBeTruthy()
  await screen.findByRole('region', { name: 'Requests and runs' })
  expect(callsOf(api.readMetricSeries)[0]?.query).toMatchObject({
    start_date: new Date(`${from}T00:00:00Z`),
    end_date: new Date(`${today}T23:59:59Z`),
  })
})

test('usage of one model shows nothing that is of all models', async () => {
  const { callsOf } = server()
  await open('/acme/usage?model=large')

  await screen.findByRole('region', { name: 'Pages' })
  expect(callsOf(api.readMetricSeries)).toEqual([])
  expect(callsOf(api.readRecentActivity)).toEqual([])
})

test('a year has a bar for each month', async () => {
  const from = daysOf(365)[0] ?? ''
  const yesterday = daysOf(2)[0] ?? ''
  server(answer(readUsed, () => report(from, yesterday, today)))
  await open(`/acme/usage?from=${from}`)

  const pages = within(await screen.findByRole('table', { name: 'Pages by month' }))
  // The first and the last month may be the same month of two years.
  const months = new Set(daysOf(365).map((day) => day.slice(0, 7)))
  expect(pages.getAllByRole('row')).toHaveLength(1 + months.size)
  const sums = pages.getAllByRole('cell').map((cell) => Number(cell.textContent))
  expect(sums.reduce((sum, value) => sum + value, 0)).toBe(60)
})

test.each([
  ['2026-11-24', '2026-11-30', ['Day', 7, '2026-11-30']],
  ['2026-11-01', '2026-11-30', ['Day', 30, '2026-11-30']],
  ['2026-09-02', '2026-11-30', ['Week', 14, 'Week of 2026-11-30']],
  ['2025-12-01', '2026-11-30', ['Month', 12, '2026-11']],
] as const)('from %s until %s there are bars: %s', (from, until, bars) => {
  const periods = divideForChart(from, until)
  expect([periods.title, periods.names.length, periods.names.at(-1)]).toEqual(bars)
  const sums = periods.sum(
    new Map([
      [from, 2],
      [until, 3],
    ]),
  )
  expect(sums.get(bars[2])).toBe(3)
  expect(sums.get(periods.names[0] ?? '')).toBe(2)
})
