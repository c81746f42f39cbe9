import { listDeployments } from '@recto/contract/deployments/deployments'
import { listExecutionLogs } from '@recto/contract/executions/execution-logs'
import * as api from '@recto/contract/executions/executions'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { badFile, execution, executionLog, goodFile } from '../../testing/workflows.ts'

afterEach(() => {
  vi.useRealTimers()
})

type Answers = Answer[]

const pageOf = <Row,>(results: readonly Row[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results: [...results],
})

const ofDeployment = { ...execution, pipeline_name: 'Invoice reader' }

const server = (...extraAnswers: Answers) =>
  fakeServer(
    startUpAnswers(),
    answer(api.listExecutions, () => pageOf([ofDeployment], 25)),
    answer(api.getExecution, () => execution),
    answer(api.listFileExecutions, () => pageOf([goodFile, badFile])),
    ...extraAnswers,
  )

const detail = `/acme/logs/WF/${execution.id}/`

test('a run that waits for people says so, and leads to the review', async () => {
  const waitingState = {
    status: 'EXECUTING' as const,
    successful_files: 0,
    failed_files: 0,
    in_review_files: 2,
    is_waiting_for_review: true,
  }
  server(answer(api.getExecution, () => ({ ...execution, ...waitingState })))
  await open(detail)

  expect(await screen.findByText('In review')).toBeTruthy()
  expect(screen.getByText('until it waited for review')).toBeTruthy()
  expect(screen.getByText('2 files')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open the review' })
  expect(link.getAttribute('href')).toBe('/acme/review')
})

test('logs that cannot be loaded say so', async () => {
  server(answer(api.listExecutions, () => refuse(500, 'The database is away.')))
  await open('/acme/logs')

  expect(await screen.findByText('Failed to load the logs')).toBeTruthy()
  expect(screen.getByText('The database is away.')).toBeTruthy()
})

test('without executions the filter is named as the reason [EX-036]', async () => {
  server(answer(api.listExecutions, () => pageOf([])))
  await open('/acme/logs')

  expect(await screen.findByText('No executions match the filter.')).toBeTruthy()
})

test('each tab asks for its own executions, ten at a time, newest first [EX-001 EX-003 EX-006 EX-007 EX-010 EX-037]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await open('/acme/logs')
  await screen.findByText('Invoice reader')

  for (const tab of ['ETL', 'Workflow', 'Task']) {
    await ana.click(screen.getByRole('tab', { name: `${tab} Sessions` }))
  }

  await waitFor(() => expect(callsOf(api.listExecutions)).toHaveLength(4))
  const queries = callsOf(api.listExecutions).map(({ query }) => query)
  expect(queries.map((query) => query.execution_entity)).toEqual(['API', 'ETL', 'WF', 'TASK'])
  expect(queries[0]).toMatchObject({ page: 1, page_size: 10, ordering: '-created_at' })
})

test('a row tells what ran and how it went, and leads to it [EX-005 EX-034]', async () => {
  const ana = userEvent.setup()
  server()
  const { path } = await open('/acme/logs')
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement

  for (const text of ['Invoice reader', 'Supplier invoices', '1 min 7 s', '1 failed']) {
    expect(within(row).getByText(text)).toBeTruthy()
  }
  expect(within(row).getByText('Completed · 1 of 2 failed')).toBeTruthy()
  await ana.click(within(row).getByRole('link'))

  await waitFor(() => expect(path()).toMatch(`/acme/logs/API/${execution.id}`))
})

test('dates, order and page are asked of the server and kept in the address [EX-004 EX-008 EX-009 EX-038]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  const { router } = await open('/acme/logs?from=2026-06-01&until=2026-06-30')
  await screen.findByText('Invoice reader')

  await ana.click(screen.getByRole('button', { name: 'Time' }))
  await ana.click(await screen.findByTitle('2'))

  await waitFor(() => expect(callsOf(api.listExecutions).at(-1)?.query.page).toBe(2))
  expect(callsOf(api.listExecutions).at(-1)?.query).toEqual({
    execution_entity: 'API',
    page: 2,
    page_size: 10,
    ordering: 'execution_time',
    created_at_after: new Date('2026-06-01T00:00:00'),
    created_at_before: new Date('2026-06-30T23:59:59.999'),
  })
  expect(router.state.location.search).toEqual({
    from: '2026-06-01',
    until: '2026-06-30',
    ordering: 'execution_time',
    page: 2,
  })
})

test('an execution that is not there says so [EX-037]', async () => {
  server(answer(api.getExecution, () => refuse(404, 'There is no such execution.')))
  await open(detail)

  expect(await screen.findByText('There is no such execution.')).toBeTruthy()
})

test('an execution shows when, how long and how many [EX-002 EX-015 EX-016 EX-017]', async () => {
  server()
  await open(detail)

  expect(await screen.findByText('Started')).toBeTruthy()
  expect(screen.getByText('Ran for')).toBeTruthy()
  expect(screen.getByText('Processed files')).toBeTruthy()
  expect(screen.getByText('1 of 2')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  expect(await screen.findByText('invoice.pdf')).toBeTruthy()
  expect(screen.getByText('This PDF is encrypted.')).toBeTruthy()
})

test('an execution shows how long its files were in each stage, waits included', async () => {
  const stages = [
    { stage: 'wait' as const, seconds: 0.02, max_seconds: 0.01, files: 2 },
    { stage: 'read' as const, seconds: 20, max_seconds: 15, files: 2 },
    { stage: 'review' as const, seconds: 5400, max_seconds: 5400, files: 1 },
  ]
  server(answer(api.getExecution, () => ({ ...execution, stages })))
  await open(detail)

  const section = within(await screen.findByRole('region', { name: /Time by stage/ }))
  expect(section.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'StageTimeShareSlowest file',
    'Wait to start< 0.1 s< 1%< 0.1 s',
    'Read20 s< 1%15 s',
    'Review1 h 30 min100%1 h 30 min',
  ])
})

test('an execution shows how many files were not read again', async () => {
  server(answer(api.getExecution, () => ({ ...execution, reused_files: 3 })))
  await open(detail)

  expect(await screen.findByText('1 failed · 3 from earlier results')).toBeTruthy()
})

test('an execution is asked for again every five seconds until it is through [EX-016 EX-020 EX-024]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let status: api.ExecutionStatus = 'EXECUTING'
  const { callsOf } = server(answer(api.getExecution, () => ({ ...execution, status })))
  await open(detail)
  expect(await screen.findByText('Running for')).toBeTruthy()
  const countCalls = () => callsOf(api.getExecution).length
  const callsBefore = countCalls()

  await vi.advanceTimersByTimeAsync(5_000)
  expect(countCalls()).toBe(callsBefore + 1)
  status = 'COMPLETED'
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await screen.findByText('Ran for')).toBeTruthy()
  const callsAfter = countCalls()
  await vi.advanceTimersByTimeAsync(20_000)

  expect(countCalls()).toBe(callsAfter)
})

test('files that were seen at work are looked at again after their execution has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isThrough = false
  server(
    answer(api.getExecution, () => ({ ...execution, status: 'COMPLETED' as const })),
    answer(api.listFileExecutions, () =>
      pageOf([isThrough ? goodFile : { ...goodFile, status: 'EXECUTING' as const }]),
    ),
  )
  await open(detail)
  const row = await screen.findByRole('row', { name: /invoice\.pdf.*Executing/ })
  isThrough = true
  await vi.advanceTimersByTimeAsync(5_000)

  await waitFor(() => expect(row.textContent).toContain('Completed'))
})

test('a file without a message is yet to be processed [EX-013 EX-022 EX-023]', async () => {
  const pendingFile = {
    ...goodFile,
    status: 'PENDING' as const,
    status_msg: '',
    size_in_bytes: 20,
  }
  server(answer(api.listFileExecutions, () => pageOf([pendingFile])))
  await open(detail)

  expect(await screen.findByText('Yet to be processed')).toBeTruthy()
  expect(screen.getByText('20 bytes')).toBeTruthy()
  const result = screen.getByRole<HTMLButtonElement>('button', { name: 'Result for invoice.pdf' })
  expect(result.disabled).toBe(true)
})

test('files of one name are told apart by their folders', async () => {
  const files = ['in/april', 'in/may'].map((folder, index) => ({
    ...goodFile,
    id: goodFile.id.replace(/.$/, String(index)),
    file_path: `${folder}/invoice.pdf`,
  }))
  server(answer(api.listFileExecutions, () => pageOf(files)))
  await open(detail)

  expect(await screen.findByText('in/april')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Result for in/may/invoice.pdf' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Logs for in/april/invoice.pdf' })).toBeTruthy()
})

test('a file that was sent under several names shows all of them', async () => {
  const other_names = ['copy.pdf', 'scan 1.pdf']
  server(answer(api.listFileExecutions, () => pageOf([{ ...goodFile, other_names }])))
  await open(detail)

  expect(await screen.findByText('Also sent as copy.pdf, scan 1.pdf')).toBeTruthy()
})

test('files are found by status and by name [EX-026 EX-027]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await open(detail)
  await screen.findByText('invoice.pdf')

  await ana.click(screen.getByRole('combobox', { name: 'Status' }))
  await ana.click(await screen.findByTitle('Error'))
  await ana.type(screen.getByLabelText('Search files'), 'lock')

  await waitFor(() =>
    expect(callsOf(api.listFileExecutions).at(-1)?.query).toMatchObject({
      status: ['ERROR'],
      file_name: 'lock',
      page: 1,
    }),
  )
  expect(callsOf(api.listFileExecutions).map(({ query }) => query.file_name)).not.toContain('loc')
})

test('columns are shown and hidden, and stay so [EX-018]', async () => {
  const ana = userEvent.setup()
  server()
  await open(detail)
  await screen.findByRole('columnheader', { name: 'Size' })

  await ana.click(screen.getByRole('button', { name: 'Columns' }))
  await ana.click(await screen.findByRole('checkbox', { name: 'Size' }))

  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull())
  expect(JSON.parse(localStorage.getItem('hiddenFileColumns') ?? '')).toContain('size')
})

const lines = {
  items: [
    { name: 'Paper', price: 4 },
    { name: 'Ink', price: 9 },
  ],
}
const usage = {
  model_name: 'gpt-4o',
  cost_in_dollars: '0.0125',
  input_tokens: 800,
  output_tokens: 20,
}

test('the result of a file shows values with their pages, what they cost, and all as JSON', async () => {
  const ana = userEvent.setup()
  server(
    answer(api.getFileResult, () => ({
      file_name: 'invoice.pdf',
      file_path: null,
      status: 'COMPLETED' as const,
      error: null,
      output: { ...lines, seller: null },
      metadata: {
        extraction_llm: [{ ...usage, total_tokens: 820 }],
        evidence_data: {
          items: [
            { name: [{ page: 0, boxes: [], quote: 'Paper', match: 'exact' }], price: null },
            { name: null, price: null },
          ],
        },
        explanations: { seller: 'The document has no matching label.' },
      },
      metrics: null,
    })),
  )
  const { router } = await open(detail)

  await ana.click(await screen.findByRole('button', { name: 'Result for invoice.pdf' }))
  const drawer = await screen.findByRole('dialog')

  expect(await within(drawer).findByText('Found on page 1: “Paper”')).toBeTruthy()
  const notFoundButton = within(drawer).getByRole('button', { name: /^not found/ })
  expect(notFoundButton.textContent).toBe('not found The document has no matching label.')
  expect(within(drawer).getByRole('columnheader', { name: 'price' })).toBeTruthy()
  expect(within(drawer).getAllByText('not found in the document').length).toBeGreaterThan(0)
  const [paper] = within(drawer).getAllByRole('cell')
  expect(paper?.textContent).not.toContain('not found')
  expect(within(drawer).getByText('820 tokens · $0.0125')).toBeTruthy()
  expect(router.state.location.search).toEqual({ file: goodFile.id })

  await ana.click(within(drawer).getByText('JSON'))
  expect(drawer.querySelector('pre')?.textContent).toBe(
    JSON.stringify({ ...lines, seller: null }, null, 2),
  )
})

test('a value that was not found is told from one that could not be read, with the reason', async () => {
  server(
    answer(api.getFileResult, () => ({
      file_name: 'invoice.pdf',
      file_path: null,
      status: 'COMPLETED' as const,
      error: '“total”: The model refused to answer.',
      output: { number: null, total: null },
      metadata: { errors: { total: 'The model refused to answer.' } },
      metrics: null,
    })),
  )
  await open(`${detail}?file=${goodFile.id}`)

  const drawer = await screen.findByRole('dialog')
  const shownOf = async (key: string) =>
    (await within(drawer).findByText(key, { selector: 'dt' })).nextElementSibling?.textContent

  expect(await shownOf('number')).toBe('not found')
  expect(await shownOf('total')).toBe('could not be extracted: The model refused to answer.')
})

test('a file that failed shows its reason in place of values', async () => {
  server(
    answer(api.getFileResult, () => ({
      file_name: 'locked.pdf',
      file_path: null,
      status: 'ERROR' as const,
      error: 'This PDF is encrypted.',
      output: null,
      metadata: null,
      metrics: null,
    })),
  )
  await open(`${detail}?file=${badFile.id}`)

  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText('No values were extracted')).toBeTruthy()
  expect(within(drawer).getByText('This PDF is encrypted.')).toBeTruthy()
})

test('a file of which some values failed shows the others, and which failed', async () => {
  server(
    answer(api.getFileResult, () => ({
      file_name: 'invoice.pdf',
      file_path: null,
      status: 'COMPLETED' as const,
      error: '“total”: The model is away.',
      output: { number: 'A-17', total: null },
      metadata: { errors: { total: 'The model is away.' } },
      metrics: null,
    })),
  )
  await open(`${detail}?file=${goodFile.id}`)

  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText('A-17')).toBeTruthy()
  expect(within(drawer).getByRole('alert').textContent).toContain('“total”: The model is away.')
})

test('the table of logs scrolls below its heading [EX-011]', async () => {
  server()
  await open('/acme/logs')

  const table = await screen.findByRole('table', { name: 'Executions' })
  expect(table.parentElement?.style.maxHeight).toBe('550px')
})

test('the runs of one deployment alone are asked for where the address names it', async () => {
  const { callsOf } = server(answer(listDeployments, () => []))
  await open(`/acme/logs?entity=API&of=${execution.id}`)

  expect(await screen.findByText('One deployment')).toBeTruthy()
  expect(callsOf(api.listExecutions)[0]?.query.pipeline_id).toBe(execution.id)
})

test('status and text are asked of the server, and kept in the address until all filters are cleared', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  const { router } = await open('/acme/logs?status=ERROR&page=2')
  await screen.findByText('Invoice reader')
  expect(callsOf(api.listExecutions)[0]?.query).toMatchObject({ status: ['ERROR'] })

  await ana.type(screen.getByRole('searchbox', { name: 'Search executions' }), 'time-out')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ status: 'ERROR', search: 'time-out' }),
  )
  await waitFor(() =>
    expect(callsOf(api.listExecutions).at(-1)?.query).toMatchObject({
      status: ['ERROR'],
      search: 'time-out',
      page: 1,
    }),
  )

  await ana.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(screen.getByRole('searchbox', { name: 'Search executions' })).toHaveProperty('value', '')
})

test('an execution and each of its files have their logs, by severity [EX-014 EX-019 EX-028 EX-032]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(listExecutionLogs, () => pageOf([executionLog])))
  await open(detail)
  await ana.click(await screen.findByRole('button', { name: 'View Logs' }))
  expect(await screen.findByText('Processed “invoice.pdf” in 5.4 seconds.')).toBeTruthy()
  expect(screen.getByText('Tool')).toBeTruthy()

  await ana.click(screen.getByLabelText('Level'))
  const options = await screen.findAllByRole('option')
  expect(options.length).toBeGreaterThan(0)
  for (const level of ['INFO', 'WARN', 'DEBUG', 'ERROR']) {
    expect(screen.getByTitle(level)).toBeTruthy()
  }
  await ana.click(screen.getByTitle('WARN'))
  await waitFor(() => expect(callsOf(listExecutionLogs).at(-1)?.query.log_level).toBe('WARN'))

  await ana.click(screen.getByRole('button', { name: 'Close' }))
  await ana.click(await screen.findByRole('button', { name: 'Logs for locked.pdf' }))
  expect(await screen.findByText('File logs')).toBeTruthy()
  await waitFor(() =>
    expect(callsOf(listExecutionLogs).at(-1)?.query.file_execution_id).toBe(badFile.id),
  )
})

test('the files that failed are run again, in an execution of their own', async () => {
  const ana = userEvent.setup()
  const next = '00000000-0000-4000-8000-0000000000e9'
  server(answer(api.rerunFailedFiles, () => ({ execution_id: next, total_files: 1 })))
  const { path } = await open(detail)
  await ana.click(await screen.findByRole('button', { name: 'Retry 1 failed file' }))

  await waitFor(() => expect(path()).toMatch(`/acme/logs/WF/${next}`))
})

test('a run of which files failed says so, and is not shown as a success', async () => {
  server()
  await open(detail)

  const tag = (await screen.findByText('Completed · 1 of 2 failed')).closest('.status-tag')
  expect(tag?.getAttribute('data-status')).toBe('PARTIAL')
  expect(await screen.findByRole('row', { name: /invoice\.pdf.*Completed/ })).toBeTruthy()
})

test('a run whose calls wait in a batch says how many are answered, by when and what was saved', async () => {
  const batch = {
    deadline: '2026-11-30T05:00:00Z',
    calls: 12,
    answered_calls: 4,
    waiting_calls: 7,
    sent_calls: 5,
    single_calls: 1,
    saved_in_dollars: 0.25,
  }
  const runningExecution = { ...execution, status: 'EXECUTING' as const, batch }
  server(answer(api.getExecution, () => runningExecution))
  await open(detail)

  const card = (await screen.findByText('Waiting for a batch')).parentElement as HTMLElement
  expect(card.textContent).toContain('4 of 12 answered')
  expect(card.textContent).toMatch(/by .+ at the latest · 2 not sent yet · 1 at the usual/)
  expect(card.textContent).toContain('$0.25 saved')
})
