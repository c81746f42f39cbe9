import { listExecutionLogs } from '@recto/contract/executions/execution-logs'
import { listRunsOfPipeline } from '@recto/contract/executions/executions'
import { clearCache, clearFileMarker } from '@recto/contract/executions/file-histories'
import { listGroups } from '@recto/contract/organizations/groups'
import { listMembers } from '@recto/contract/organizations/organizations'
import { pipelineSharing } from '@recto/contract/organizations/sharing'
import { listNotificationsOfPipeline } from '@recto/contract/pipelines/notifications'
import * as api from '@recto/contract/pipelines/pipelines'
import { listEndpoints, listWorkflows } from '@recto/contract/workflows/workflows'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { describeSchedule } from '../../shared/schedule/describe-schedule.ts'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import { apiKey, endOf, execution, executionLog, pipeline } from '../../testing/workflows.ts'
import { PipelineListPage } from './PipelineListPage.tsx'

type Answers = Answer[]

const server = (...extraAnswers: Answers) =>
  fakeServer(
    answer(api.listPipelines, () => [pipeline]),
    answer(api.previewSchedule, () => ({ next_run_times: ['2026-06-03T10:00:00.000000Z'] })),
    answer(listEndpoints, () => [endOf('DESTINATION', 'DATABASE')]),
    answer(listWorkflows, () => []),
    ...extraAnswers,
  )

const page = (type: 'ETL' | 'TASK' = 'ETL') => show(<PipelineListPage type={type} />)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const choose = async (item: string) => {
  const ana = userEvent.setup()
  await ana.click(await button('Actions for Nightly'))
  await ana.click(await screen.findByRole('menuitem', { name: item }))
  return ana
}

test('pipelines that cannot be loaded say so, and an empty list offers the first [DP-056]', async () => {
  server(answer(api.listPipelines, () => refuse(500, '')))
  await page()
  expect(await screen.findByText('Error fetching pipelines')).toBeTruthy()

  const { callsOf } = server(answer(api.listPipelines, () => []))
  await page('TASK')
  expect(await screen.findByText('Currently you have no Task Pipelines')).toBeTruthy()
  expect(callsOf(api.listPipelines)[0]?.query.type).toBe('TASK')
})

test('a row tells from where to where it goes, how it fared and when it runs [DP-067 DP-086]', async () => {
  server()
  await page()
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement

  for (const text of ['Nightly', 'Supplier invoices', 'Success', 'Every hour']) {
    expect(within(row).getByText(text)).toBeTruthy()
  }
  expect(row.textContent).toContain('Inbox')
  expect(row.textContent).toContain('Books')
  expect(within(row).getByRole('link', { name: 'Supplier invoices' })).toBeTruthy()
  expect(within(row).getByText(/^Next run /)).toBeTruthy()
})

const noReview = { in_review_files: 0, is_waiting_for_review: false }

test('a run that waits for people is not shown as processing', async () => {
  const last = { execution_id: pipeline.id, status: 'INPROGRESS', timestamp: pipeline.created_at }
  const review = { in_review_files: 2, is_waiting_for_review: true }
  const runs = [{ ...last, ...review, successful_files: 3, failed_files: 0 }]
  const waitingState = { last_run_status: 'INPROGRESS', last_5_run_statuses: runs } as const
  server(answer(api.listPipelines, () => [{ ...pipeline, ...waitingState }]))
  await page()

  expect(await screen.findByText('In review · 2 files')).toBeTruthy()
  expect(screen.queryByText('Processing')).toBeNull()
})

test('a run in which files failed is not shown as well', async () => {
  const last = {
    execution_id: pipeline.id,
    status: 'PARTIAL_SUCCESS',
    timestamp: pipeline.created_at,
  }
  const runs = [{ ...last, ...noReview, successful_files: 3, failed_files: 2 }]
  const partial = { last_run_status: 'PARTIAL_SUCCESS', last_5_run_statuses: runs } as const
  server(answer(api.listPipelines, () => [{ ...pipeline, ...partial }]))
  await page()

  const status = await screen.findByText('Partial success · 2 failed')
  expect(status.getAttribute('data-status')).toBe('PARTIAL')
})

test('a row offers everything that can be done with it [DP-068]', async () => {
  const ana = userEvent.setup()
  server()
  await page()
  await ana.click(await button('Actions for Nightly'))

  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Edit',
    'Sync Now',
    'Sync Without Earlier Results',
    'Disable',
    'Clear Cache',
    'Clear File History',
    'Manage Keys',
    'Download Postman Collection',
    'Setup Notifications',
    'Execution Logs',
    'Watch',
    'Share',
    'Delete',
  ])
})

test('a schedule without usual words has no summary [DP-087]', () => {
  expect(describeSchedule('5,35 1-3 * 2 *')).toBeUndefined()
  expect(describeSchedule('0 * * * *')).toBe('Every hour')
  expect(describeSchedule('30 9 * * 1-5')).toBe('Monday to Friday at 09:30')
  expect(describeSchedule('15 2 1 * *')).toBe('On day 1 of every month at 02:15')
  expect(describeSchedule('0 4 * * 7')).toBe('Every Sunday at 04:00')
  expect(describeSchedule('*/30 * * * *')).toBe('Every 30 minutes')
})

test.each([
  ['*/30 8-18 * * 1-5', 'Every 30 minutes from 08:00 to 18:30, Monday to Friday'],
  ['*/25 8-18 * * *', 'Every 25 minutes from 08:00 to 18:50'],
  ['15 6-20 * * *', 'Every hour at minute 15 from 06:15 to 20:15'],
  ['0 */4 * * 6', 'Every 4 hours, Saturday'],
  ['*/10 * * * 1,3,5', 'Every 10 minutes, Monday, Wednesday, and Friday'],
  ['5 7 * * 0,6', 'Sunday and Saturday at 07:05'],
])('the schedule %s is said in words: %s', (cron, words) => {
  expect(describeSchedule(cron)).toBe(words)
})

test.each(['*/30 8-18 1 * *', '5,35 8 * * *', '*/30 8,12 * * *', '0 0 * * 1#2', '* * * * *'])(
  'the schedule %s has no usual words',
  (cron) => {
    expect(describeSchedule(cron)).toBeUndefined()
  },
)

test('a pipeline needs a name and a workflow [DP-065 DP-066]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await page()
  await ana.click(await button('New ETL Pipeline'))
  await ana.click(await button('Create'))

  expect(await screen.findByText('Please enter display name')).toBeTruthy()
  expect(screen.getByText('Please select an workflow')).toBeTruthy()
  expect(callsOf(api.createPipeline)).toEqual([])
})

test('a pipeline is made, every hour unless something else is chosen [DP-074 DP-084 DP-085 DP-086 DP-089]', async () => {
  const ana = userEvent.setup()
  let isTaken = true
  const uncheckedPipeline = { ...pipeline, caveat: 'The table “bills” could not be checked.' }
  const { callsOf } = server(
    answer(api.createPipeline, () =>
      isTaken ? refuse(400, 'This name is taken.', { attr: 'pipeline_name' }) : uncheckedPipeline,
    ),
  )
  await page()
  await ana.click(await button('New ETL Pipeline'))
  await ana.type(await screen.findByLabelText('Display name'), 'Nightly')
  await ana.click(screen.getByLabelText('Workflow'))
  await ana.click(await screen.findByTitle('Supplier invoices'))
  expect(await screen.findByText('Every hour (UTC)')).toBeTruthy()
  expect(screen.getByText(/The default is UTC/)).toBeTruthy()
  // The clock of the schedule, wherever the browser is.
  expect(await screen.findByText('Next runs: 6/3/2026, 10:00:00 AM (UTC)')).toBeTruthy()

  await ana.click(await button('Create'))
  expect(await screen.findByText('This name is taken.')).toBeTruthy()
  isTaken = false
  await ana.click(screen.getByRole('checkbox', { name: 'Cheaper, within 24 hours' }))
  await ana.click(await button('Create'))

  expect(await screen.findByText('New Pipeline Created Successfully')).toBeTruthy()
  expect(await screen.findByText('The table “bills” could not be checked.')).toBeTruthy()
  expect(callsOf(api.createPipeline)[1]?.body).toEqual({
    pipeline_name: 'Nightly',
    workflow: pipeline.workflow,
    pipeline_type: 'ETL',
    cron_string: '0 * * * *',
    time_zone: 'UTC',
    cheaper_within_24_hours: true,
    runs_on_arrival: false,
    arrival_delay_seconds: 2,
    arrival_poll_minutes: 5,
    arrival_queue: null,
  })
})

test('what has no words is said to have none [DP-087]', async () => {
  const ana = userEvent.setup()
  server(answer(api.listPipelines, () => [{ ...pipeline, cron_string: '5,35 1-3 * 2 *' }]))
  await page()
  expect(await screen.findByText('Summary not available.')).toBeTruthy()

  await choose('Edit')
  const summaries = await screen.findAllByText('Summary not available.')
  expect(summaries).toHaveLength(2)
  await ana.clear(await screen.findByLabelText('Cron expression'))
  await ana.type(screen.getByLabelText('Cron expression'), '0 4 * * *')
  expect(await screen.findByText('Every day at 04:00 (UTC)')).toBeTruthy()
})

test('a cron expression that the server refuses is left as it was typed, with the reason at its field', async () => {
  const reason = 'One of the five cron fields has an invalid value.'
  server(
    answer(api.listPipelines, () => [{ ...pipeline, cron_string: '5,35 1-3 * 2 *' }]),
    answer(api.previewSchedule, ({ query }) =>
      query.cron_string === '99 * * * *'
        ? refuse(400, reason, { attr: 'cron_string' })
        : { next_run_times: ['2026-06-03T10:00:00.000000Z'] },
    ),
  )
  await page()
  await choose('Edit')
  const field = await screen.findByLabelText('Cron expression')
  // The dialog takes the focus when it has opened, at the latest, and what is typed would go astray.
  fireEvent.change(field, { target: { value: '99 * * * *' } })

  expect(await screen.findByText(reason)).toBeTruthy()
  const shownField = await screen.findByLabelText<HTMLInputElement>('Cron expression')
  expect(shownField.value).toBe('99 * * * *')
  expect(shownField.getAttribute('aria-invalid')).toBe('true')
})

test('a pipeline is changed [DP-075]', async () => {
  const { callsOf } = server(answer(api.updatePipeline, () => pipeline))
  await page()
  const ana = await choose('Edit')
  await ana.type(await screen.findByLabelText('Display name'), ' run')
  await ana.click(await button('Save'))

  expect(await screen.findByText('Pipeline Updated Successfully')).toBeTruthy()
  expect(callsOf(api.updatePipeline)[0]?.body.pipeline_name).toBe('Nightly run')
})

test('a pipeline is deleted after a question [DP-076]', async () => {
  const { callsOf } = server(answer(api.deletePipeline, () => undefined))
  await page()
  const ana = await choose('Delete')
  expect(callsOf(api.deletePipeline)).toEqual([])
  await ana.click(await button('Delete'))

  expect(await screen.findByText('Pipeline Deleted Successfully')).toBeTruthy()
})

test('a run is started without earlier results', async () => {
  const { callsOf } = server(answer(api.executePipeline, () => refuse(500, '')))
  await page()
  await choose('Sync Without Earlier Results')

  expect(await screen.findByText('Failed to sync.')).toBeTruthy()
  expect(callsOf(api.executePipeline)[0]?.body).toEqual({
    pipeline_id: pipeline.id,
    pipeline_type: 'ETL',
    use_earlier_results: false,
  })
})

test('a run that cannot begin is a failure of now [DP-071 DP-082]', async () => {
  server(answer(api.executePipeline, () => refuse(500, '')))
  await page()
  await choose('Sync Now')

  expect(await screen.findByText('Failed to sync.')).toBeTruthy()
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement
  expect(within(row).getByText('Failure')).toBeTruthy()
  expect(within(row).getByText('just now')).toBeTruthy()
})

test('a run that begins shows how it stands with the server, turning [DP-062 DP-069 DP-070 DP-079]', async () => {
  let status: 'SUCCESS' | 'INPROGRESS' = 'SUCCESS'
  const listedPipeline = () => ({ ...pipeline, last_run_status: status })
  const { callsOf } = server(
    answer(api.listPipelines, () => [listedPipeline()]),
    answer(api.executePipeline, () => {
      status = 'INPROGRESS'
      return {
        pipeline: listedPipeline(),
        execution: {
          workflow_id: pipeline.workflow,
          execution_id: pipeline.id,
          created_at: pipeline.created_at,
          status: 'PENDING' as const,
          execution_status: 'PENDING' as const,
          log_id: null,
          error: null,
          result: null,
        },
      }
    }),
  )
  await page()
  await choose('Sync Now')

  expect(await screen.findByText('Pipeline Sync Initiated')).toBeTruthy()
  expect(await screen.findByText('Processing')).toBeTruthy()
  expect(callsOf(api.executePipeline)[0]?.body).toEqual({
    pipeline_id: pipeline.id,
    pipeline_type: 'ETL',
  })
})

test('the status is asked for again [DP-058 DP-072]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.getPipeline, () => pipeline))
  await page()
  await ana.click(await button('Refresh the status of Nightly'))

  await waitFor(() => expect(callsOf(api.listPipelines)).toHaveLength(2))
  expect(callsOf(api.getPipeline)[0]?.params).toEqual({ id: pipeline.id })
})

test('a pipeline is switched off and on [DP-061 DP-073 DP-080 DP-081 DP-083]', async () => {
  const ana = userEvent.setup()
  let active = true
  let isDown = true
  const { callsOf } = server(
    answer(api.listPipelines, () => [{ ...pipeline, active }]),
    answer(api.patchPipeline, ({ body }) => {
      if (isDown) return refuse(500, '')
      active = body.active ?? active
      return { ...pipeline, active }
    }),
  )
  await page()
  const toggle = () => screen.findByRole('switch', { name: 'Nightly is active' })
  await ana.click(await toggle())
  expect(await screen.findByText('Failed to update pipeline status.')).toBeTruthy()

  isDown = false
  await ana.click(await toggle())
  expect(await screen.findByText('Pipeline Disabled Successfully')).toBeTruthy()
  await ana.click(await toggle())
  expect(await screen.findByText('Pipeline Enabled Successfully')).toBeTruthy()
  expect(callsOf(api.patchPipeline).at(-1)?.body).toMatchObject({ active: true })
})

test.each([
  {
    item: 'Clear Cache',
    endpoint: clearCache,
    title: 'Clear the cache?',
    kept: /The file history is kept/,
    done: 'Pipeline Cache Cleared Successfully',
  },
  {
    item: 'Clear File History',
    endpoint: clearFileMarker,
    title: 'Clear the file history?',
    kept: /Past executions keep their results/,
    done: 'Pipeline File History Cleared Successfully',
  },
])(
  '*$item* says what it clears and what it keeps, and waits for an answer [DP-077 DP-078]',
  async (clear) => {
    const { callsOf } = server(
      answer(clearCache, () => 'Cleared.'),
      answer(clearFileMarker, () => 'Cleared.'),
    )
    await page()
    const ana = await choose(clear.item)
    const dialog = await screen.findByRole('dialog', { name: clear.title })
    expect(within(dialog).getByText(clear.kept)).toBeTruthy()
    await ana.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsOf(clear.endpoint)).toEqual([])

    await choose(clear.item)
    await ana.click(await button('Clear'))
    expect(await screen.findByText(clear.done)).toBeTruthy()
    expect([...callsOf(clearCache), ...callsOf(clearFileMarker)]).toHaveLength(1)
    expect(callsOf(clear.endpoint)).toHaveLength(1)
  },
)

test('a run is started from the row, and not of a pipeline that is disabled [DP-068]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    answer(api.listPipelines, () => [
      pipeline,
      { ...pipeline, id: pipeline.id.replace('51', '52'), pipeline_name: 'Idle', active: false },
    ]),
    answer(api.executePipeline, () => refuse(500, '')),
  )
  await page()

  expect((await button('Sync Now: Idle')).disabled).toBe(true)
  await ana.click(await button('Sync Now: Nightly'))
  await waitFor(() =>
    expect(callsOf(api.executePipeline).map(({ body }) => body)).toEqual([
      { pipeline_id: pipeline.id, pipeline_type: 'ETL' },
    ]),
  )
})

test('its keys and its notifications have dialogs of their own [DP-039 DP-092]', async () => {
  const ana = userEvent.setup()
  server(
    answer(api.listPipelineKeys, () => [{ ...apiKey, api: null, pipeline: pipeline.id }]),
    answer(listNotificationsOfPipeline, () => []),
  )
  await page()
  await choose('Manage Keys')
  expect(await screen.findByText('Keys for Nightly')).toBeTruthy()
  expect(await screen.findByText('Initial API key')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Close' }))
  await choose('Setup Notifications')
  expect(await screen.findByText('Notifications for Nightly')).toBeTruthy()
})

test('it is shared by the dialog that all things are shared by', async () => {
  const ana = { id: 7, email: 'ana@acme.test' }
  const shared = { created_by: ana, co_owners: [ana], shared_users: [], shared_groups: [] }
  server(
    answer(pipelineSharing.read, ({ params: { id } }) => ({
      ...shared,
      id,
      name: 'Nightly',
      shared_to_org: false,
    })),
    answer(listMembers, () => ({ message: 'success' as const, members: [], count: 0 })),
    answer(listGroups, () => []),
  )
  await page()
  await choose('Share')

  expect(await screen.findByRole('dialog', { name: 'Share Nightly' })).toBeTruthy()
})

test('each type has a page at an address of its own [DP-002 DP-003]', async () => {
  const { callsOf } = server(...startUpAnswers())
  await open('/acme/etl')
  expect(await screen.findByRole('heading', { name: 'ETL Pipelines' })).toBeTruthy()
  await open('/acme/task')
  expect(await screen.findByRole('heading', { name: 'Task Pipelines' })).toBeTruthy()

  await waitFor(() =>
    expect(callsOf(api.listPipelines).map(({ query }) => query.type)).toEqual(
      expect.arrayContaining(['ETL', 'TASK']),
    ),
  )
})

test('its runs are listed, ten on a page, each with its logs [DP-063 DP-064 DP-090 DP-091]', async () => {
  const run = {
    ...execution,
    execution_time: 7.25,
    execution_type: 'COMPLETE' as const,
    task_id: null,
    execution_log_id: null,
  }
  const { callsOf } = server(
    answer(listRunsOfPipeline, () => ({ count: 1, next: null, previous: null, results: [run] })),
    answer(listExecutionLogs, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [executionLog],
    })),
  )
  await page()
  const ana = await choose('Execution Logs')
  expect(await screen.findByText('Execution Logs for Nightly')).toBeTruthy()
  expect(await screen.findByText('7.3 s')).toBeTruthy()
  await ana.click(await button(`View logs for ${execution.id}`))

  expect(await screen.findByText('Processed “invoice.pdf” in 5.4 seconds.')).toBeTruthy()
  expect(callsOf(listRunsOfPipeline)[0]).toMatchObject({
    params: { id: pipeline.id },
    query: { page: 1, page_size: 10 },
  })
  expect(callsOf(listExecutionLogs)[0]?.query).toMatchObject({ page: 1, page_size: 10 })
})
