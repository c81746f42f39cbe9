import { getUserProfile } from '@recto/contract/organizations/session'
import { listNotificationsOfBudget } from '@recto/contract/pipelines/notifications'
import * as budgets from '@recto/contract/usage/budget'
import { readMetricSeries, readRecentActivity } from '@recto/contract/usage/metrics'
import * as api from '@recto/contract/usage/used'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { ana, startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { noCalls } from './testing/no-usage.ts'

type Answers = Answer[]

const counts = {
  ...noCalls,
  calls: 12,
  unpriced_calls: 2,
  total_tokens: 4500,
  input_tokens: 4000,
  cached_tokens: 1000,
  output_tokens: 500,
  reasoning_tokens: 100,
  cost_in_dollars: 1.5,
  saved_by_cache: 0.5,
  layout_answers: 2,
  saved_by_layouts: 0.2,
}
const projectId = '6f2d0000-0000-4000-8000-00000000000a'
const files = { pages: 30, files_completed: 8, files_failed: 1, files_stopped: 0 }
const usageReport: api.UsageReport = {
  start_date: '2026-11-01',
  end_date: '2026-11-03',
  average_question_cost: 0.1,
  days: [{ date: '2026-11-02', ...counts, ...files }],
  models: [{ model: 'large', ...counts }],
  projects: [{ id: projectId, name: 'Bills', ...counts, ...files }],
  deployments: [
    { id: 'aaaa-12345678', name: null, ...counts, ...files },
    { id: null, name: null, ...counts, ...files, cost_in_dollars: 0.25 },
  ],
}
const budget: budgets.MonthlyBudget = {
  dollars: 2,
  warn_percent: 50,
  stops_calls: true,
  is_stopped: false,
  month: {
    starts_at: '2026-11-01T00:00:00.000000Z',
    ends_at: '2026-12-01T00:00:00.000000Z',
    calls: 12,
    unpriced_calls: 2,
    total_tokens: 4500,
    cost_in_dollars: 1.5,
  },
}

const server = (...extraAnswers: Answers) =>
  fakeServer(
    startUpAnswers(),
    answer(api.readUsed, () => usageReport),
    answer(budgets.getBudget, () => budget),
    answer(readRecentActivity, () => ({ activity: [] })),
    answer(readMetricSeries, () => ({
      start_date: budget.month.starts_at,
      end_date: budget.month.ends_at,
      granularity: 'day' as const,
      source: 'daily',
      series: [],
    })),
    ...extraAnswers,
  )

test('usage and a budget that cannot be loaded say so', async () => {
  server(
    answer(api.readUsed, () => refuse(500, 'The database is away.')),
    answer(budgets.getBudget, () => refuse(500, 'So is the budget.')),
  )
  await open('/acme/usage')

  expect(await screen.findByText('The database is away.')).toBeTruthy()
  expect(await screen.findByText('So is the budget.')).toBeTruthy()
})

test('days without any use say what would be here', async () => {
  const emptyReport = { days: [], models: [], projects: [], deployments: [] }
  server(answer(api.readUsed, () => ({ ...usageReport, ...emptyReport })))
  await open('/acme/usage')

  expect(await screen.findByText('No usage in this period')).toBeTruthy()
})

test('each chart has its table, and models, projects and deployments have theirs', async () => {
  server()
  await open('/acme/usage?from=2026-11-01&until=2026-11-03')

  const status = await screen.findByRole('table', { name: 'Documents by status by day' })
  expect(within(status).getByRole('row', { name: '2026-11-02 8 1 0' })).toBeTruthy()
  expect(within(status).getAllByRole('row')).toHaveLength(4)
  const models = screen.getByRole('table', { name: 'Cost by model by model' })
  expect(within(models).getByRole('row', { name: 'large $1.50' })).toBeTruthy()
  const projects = screen.getByRole('table', { name: 'Usage by project' })
  expect(
    within(projects).getByRole('row', { name: 'Bills 30 12 3,000 1,000 400 100 $1.50 $0.70' }),
  ).toBeTruthy()
  const deployments = screen.getByRole('table', { name: 'Usage by deployment' })
  expect(within(deployments).getByText('Deleted or not shared with you (12345678)')).toBeTruthy()
  expect(within(deployments).getByText('Prompt Studio')).toBeTruthy()
  expect(
    screen.getByText(/does not include calls to models without a known price \(2\)/),
  ).toBeTruthy()
})

test('savings say what they come from, and what is an estimate says so', async () => {
  server()
  await open('/acme/usage?from=2026-11-01&until=2026-11-03')

  const savings = await screen.findByRole('table', { name: 'Savings' })
  expect(
    within(savings).getByText('1,000 of 4,000 input tokens were read from a cache.'),
  ).toBeTruthy()
  expect(
    within(savings).getByText(
      '2 questions answered without a call. Estimated: a question has cost $0.10 on average.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('Saved (estimate)')).toBeTruthy()
  const byDay = screen.getByRole('table', { name: 'Saved by day' })
  expect(
    within(byDay).getByRole('row', { name: '2026-11-02 $0.50 $0.00 $0.00 $0.20' }),
  ).toBeTruthy()
  const tokens = screen.getByRole('table', { name: 'Tokens by day' })
  expect(within(tokens).getByRole('row', { name: '2026-11-02 3,000 1,000 400 100' })).toBeTruthy()
})

test('savings without any known price are unknown, not zero', async () => {
  const unpricedCounts = { ...counts, saved_by_layouts: null }
  const days = [{ date: '2026-11-02', ...unpricedCounts, ...files }]
  server(answer(api.readUsed, () => ({ ...usageReport, average_question_cost: null, days })))
  await open('/acme/usage')

  const savings = await screen.findByRole('table', { name: 'Savings' })
  expect(within(savings).getByText('Unknown')).toBeTruthy()
  // The table lists only what was used: the caches, which have a price, and the layouts.
  expect(within(savings).getAllByRole('row')).toHaveLength(3)
})

test('where nothing was saved, the page says so in one sentence instead of a table of zeros', async () => {
  const zeroSavings = {
    ...counts,
    cached_tokens: 0,
    saved_by_cache: 0,
    layout_answers: 0,
    saved_by_layouts: 0,
  }
  server(
    answer(api.readUsed, () => ({
      ...usageReport,
      days: [{ date: '2026-11-02', ...zeroSavings, ...files }],
    })),
  )
  await open('/acme/usage')

  expect(await screen.findByText(/^Nothing was saved in this period\./)).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Savings' })).toBeNull()
  expect(screen.queryByText(/tokens were read from a cache/)).toBeNull()
  expect(screen.queryByRole('table', { name: 'Saved by day' })).toBeNull()
  expect(screen.getByRole('table', { name: 'Cost by day' })).toBeTruthy()
})

test('what was saved is unknown as a whole where no part of it has a price', async () => {
  const unpricedCounts = {
    ...counts,
    cached_tokens: 0,
    saved_by_cache: 0,
    saved_by_layouts: null,
  }
  server(
    answer(api.readUsed, () => ({
      ...usageReport,
      average_question_cost: null,
      days: [{ date: '2026-11-02', ...unpricedCounts, ...files }],
    })),
  )
  await open('/acme/usage')

  const title = await screen.findByText('Saved', { selector: 'dt' })
  expect(title.nextElementSibling?.textContent).toBe('Unknown')
})

test('a filter is in the address, of the page and of the file, and can be cleared', async () => {
  const { callsOf } = server()
  await open(`/acme/usage?from=2026-11-01&project=${projectId}&model=large`)
  const link = await screen.findByRole('link', { name: 'Export CSV' })

  expect(link.getAttribute('href')).toContain('start_date=2026-11-01&model=large&project=')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  expect(callsOf(api.readUsed).map(({ query }) => query)).toContainEqual({
    start_date: '2026-11-01',
    project: projectId,
    model: 'large',
  })
})

test('the days are in the address, of the page and of the file', async () => {
  const { callsOf } = server()
  await open('/acme/usage?from=2026-11-01&until=2026-11-03')
  const link = await screen.findByRole('link', { name: 'Export CSV' })

  expect(callsOf(api.readUsed).map(({ query }) => query)).toEqual([
    { start_date: '2026-11-01', end_date: '2026-11-03' },
  ])
  expect(link.getAttribute('href')).toContain(
    '/acme/metrics/used/export/?start_date=2026-11-01&end_date=2026-11-03',
  )
})

test('an admin changes the budget, a refusal stands at its field, and it is said that calls are stopped', async () => {
  const hand = userEvent.setup()
  let current = budget
  const { callsOf } = server(
    answer(budgets.getBudget, () => current),
    answer(budgets.setBudget, ({ body }) => {
      if (body.dollars === 3) return refuse(400, 'That is too much.', { attr: 'dollars' })
      current = { ...budget, ...body, is_stopped: true }
      return current
    }),
    answer(listNotificationsOfBudget, () => []),
  )
  await open('/acme/usage')
  expect(await screen.findByText(/of \$2.00 spent \(75%\)/)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Change budget' }))
  const field = await screen.findByLabelText('Dollars per month')
  await hand.clear(field)
  await hand.type(field, '3')
  await hand.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('That is too much.')).toBeTruthy()
  await hand.clear(field)
  await hand.type(field, '1.5')
  await hand.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Paid calls are stopped')).toBeTruthy()
  expect(callsOf(budgets.setBudget).at(-1)?.body).toEqual({
    dollars: 1.5,
    warn_percent: 50,
    stops_calls: true,
  })
  await hand.click(screen.getByRole('button', { name: 'Manage notifications' }))
  expect(await screen.findByText('Notifications for the monthly budget')).toBeTruthy()
})

test('others see the budget and change nothing', async () => {
  const user = { ...ana, is_admin: false }
  server(answer(getUserProfile, () => ({ user })))
  await open('/acme/usage')

  expect(await screen.findByText('Budget for November 2026')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change budget' })).toBeNull()
})
