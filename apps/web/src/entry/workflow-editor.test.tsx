import * as deployments from '@recto/contract/deployments/deployments'
import * as executions from '@recto/contract/executions/executions'
import * as tools from '@recto/contract/tools/tool-instances'
import * as api from '@recto/contract/workflows/workflows'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../testing/fake-server.ts'
import { startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import {
  apiKey,
  badFile,
  deployment,
  type EditorFixture,
  editorAnswers,
  endOf,
  execution,
  goodFile,
  invoiceTool,
  step,
  workflow,
} from '../testing/workflows.ts'

type Answers = Answer[]
type Person = ReturnType<typeof userEvent.setup>

const address = `/acme/workflows/${workflow.id}`
const emptyFixture = { shown: workflow, source: '', destination: '' } as const

const server = (fixture: EditorFixture = {}, ...extraAnswers: Answers) =>
  fakeServer(startUpAnswers(), editorAnswers(fixture), ...extraAnswers)

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

async function choose(ana: Person, select: string, option: string) {
  await ana.click(await screen.findByRole('combobox', { name: select }))
  await ana.click(await screen.findByTitle(option))
}

test('a workflow that cannot be loaded leads back to the list [WF-028]', async () => {
  server(
    {},
    answer(api.getWorkflow, () => refuse(404, '')),
    answer(api.listWorkflows, () => []),
  )
  const { path } = await open(address)

  expect(await screen.findByText('Failed to load the workflow')).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/acme/workflows'))
})

test('endpoints and tools that cannot be loaded say so [WF-063 WF-087]', async () => {
  server(
    {},
    answer(tools.listTools, () => refuse(500, '')),
    answer(api.listEndpointsOfWorkflow, () => refuse(500, '')),
  )
  await open(address)
  expect(await screen.findByText('Failed to get endpoints')).toBeTruthy()

  server(
    {},
    answer(tools.listTools, () => refuse(500, '')),
  )
  await open(address)
  expect(await screen.findByText('Failed to get the list of tools')).toBeTruthy()
})

test('the types of the ends of a deployed workflow cannot be changed [WF-077 WF-078]', async () => {
  const ana = userEvent.setup()
  server({ canUpdate: false })
  await open(address)
  const select = await screen.findByRole<HTMLInputElement>('combobox', {
    name: 'Where files come from',
  })
  await waitFor(() => expect(select.disabled).toBe(true))

  await ana.hover(select.closest('.ant-select') as Element)

  expect(await screen.findByText('Workflow used in API/Task/ETL deployment')).toBeTruthy()
})

test('a change that is refused says so [WF-085]', async () => {
  const ana = userEvent.setup()
  server(
    emptyFixture,
    answer(api.updateEndpoint, () => refuse(500, '')),
  )
  await open(address)

  await choose(ana, 'Where files come from', 'API')

  expect(await screen.findByText('Failed to update')).toBeTruthy()
})

test('a new source frees the destination and has no connector [WF-075 WF-076 WF-084]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    { ...emptyFixture, destination: 'DATABASE' },
    answer(api.updateEndpoint, () => endOf('SOURCE', 'API')),
  )
  await open(address)

  await choose(ana, 'Where files come from', 'API')

  expect(await screen.findByText('Successfully updated')).toBeTruthy()
  expect(callsOf(api.updateEndpoint).map(({ params, body }) => [params.id, body])).toEqual([
    [endOf('DESTINATION', '').id, { connection_type: '', connector_instance: null }],
    [endOf('SOURCE', '').id, { connection_type: 'API', connector_instance: null }],
  ])
})

test('what cannot run or be deployed yet says why [WF-043]', async () => {
  server({ shown: workflow })
  await open(address)

  expect((await button('Run Workflow')).disabled).toBe(true)
  expect((await button('Deploy as API')).disabled).toBe(true)

  await userEvent.setup().hover(await button('Run Workflow'))
  expect(await screen.findByText('Add a tool first')).toBeTruthy()
})

test('ends that do not fit together are named at once, and by what cannot be done [WF-043 WF-072]', async () => {
  server({ source: 'FILESYSTEM', destination: 'API' })
  await open(address)
  const reason = 'A workflow must use API as both source and destination, or as neither.'

  expect((await screen.findByRole('alert')).textContent).toBe(reason)
  const destination = screen.getByRole('article', { name: 'Destination' })
  expect(within(destination).getByTitle('API')).toBeTruthy()
  const runButton = await button('Run Workflow')
  expect(runButton.disabled).toBe(true)
  await userEvent.setup().hover(runButton)
  expect(await screen.findByRole('tooltip', { name: reason })).toBeTruthy()
})

test('the editor has its stages in order, and help that is off [WF-025 WF-026 WF-027 WF-029 WF-031 WF-032 WF-033 WF-034]', async () => {
  server(emptyFixture)
  await open(address)

  expect(await screen.findByRole('heading', { name: 'Supplier invoices' })).toBeTruthy()
  expect(
    screen.getByText('Select a workflow stage to see input and output data here.'),
  ).toBeTruthy()
  expect((await button('Help')).disabled).toBe(true)
  expect(screen.getAllByRole('article').map((stage) => stage.getAttribute('aria-label'))).toEqual([
    'Source',
    'No tool yet',
    'Destination',
  ])
  const isOff = (name: string) =>
    screen.getByRole('tab', { name }).getAttribute('aria-disabled') === 'true'
  expect([isOff('Tools'), isOff('Tool Settings'), isOff('Workflow Template')]).toEqual([
    false,
    true,
    true,
  ])
  expect(screen.getByRole('link', { name: 'Back to workflows' }).getAttribute('href')).toBe(
    '/acme/workflows',
  )
})

test('a run is begun in the ways that there are, and none is named that has no use [WF-089]', async () => {
  server()
  await open(address)
  const steps = await screen.findByRole('region', { name: 'Step by step' })

  expect(
    within(steps)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Start step execution', 'Next step', 'Execute remaining steps', 'Stop execution'])
  expect(screen.queryByRole('button', { name: /generat/i })).toBeNull()
})

test('a tool is added by a click, and by dropping it [WF-049 WF-053 WF-055 WF-064]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    emptyFixture,
    answer(tools.createToolInstance, () => step),
  )
  await open(address)

  await ana.click(await button('Add Invoices'))
  await waitFor(() => expect(callsOf(tools.createToolInstance)).toHaveLength(1))
  const dataTransfer = { getData: () => invoiceTool.function_name }
  fireEvent.drop(await button(/No tool yet/), { dataTransfer })

  await waitFor(() => expect(callsOf(tools.createToolInstance)).toHaveLength(2))
  for (const { body } of callsOf(tools.createToolInstance)) {
    expect(body).toEqual({ workflow_id: workflow.id, tool_id: invoiceTool.function_name })
  }
})

test('an order of the steps that is not kept says so [WF-061]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    emptyFixture,
    answer(tools.createToolInstance, () => step),
    answer(tools.reorderToolInstances, () => refuse(500, '')),
  )
  await open(address)

  await ana.click(await button('Add Invoices'))

  expect(await screen.findByText('Failed to re-order the tools.')).toBeTruthy()
  expect(callsOf(tools.reorderToolInstances)[0]?.body).toEqual({
    workflow_id: workflow.id,
    tool_instances: [step.id],
  })
})

test('the search of the tools waits until the typing rests [WF-050]', async () => {
  const ana = userEvent.setup()
  server(emptyFixture)
  await open(address)

  await ana.type(await screen.findByLabelText('Search tools'), 'contr')

  expect(await screen.findByText('No results for “contr”.')).toBeTruthy()
})

test('a step is removed, or says that it was not [WF-057 WF-060 WF-062]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  server(
    {},
    answer(tools.deleteToolInstance, () => (isDown ? refuse(500, '') : undefined)),
  )
  await open(address)

  await ana.click(await button('Remove Invoices'))
  expect(await screen.findByText('Failed to delete the tool instance')).toBeTruthy()
  isDown = false
  await ana.click(await button('Remove Invoices'))

  expect(await screen.findByText('Successfully deleted the tool instance')).toBeTruthy()
})

const startedExecution = {
  workflow_id: workflow.id,
  execution_id: execution.id,
  created_at: execution.created_at,
  status: 'PENDING',
  execution_status: 'PENDING',
  log_id: null,
  error: null,
  result: null,
} as const

type Outcome = {
  readonly execution_status?: executions.ExecutionStatus
  readonly error?: string
}

const runAnswers = (outcome: Outcome) => [
  answer(executions.executeWorkflow, ({ body }) =>
    (body as unknown) instanceof FormData
      ? {
          ...startedExecution,
          ...outcome,
          status: outcome.execution_status ?? startedExecution.status,
        }
      : startedExecution,
  ),
  answer(executions.getExecution, () => execution),
  answer(executions.listFileExecutions, () => ({
    count: 2,
    next: null,
    previous: null,
    results: [goodFile, badFile],
  })),
  answer(executions.getFileResult, ({ params }) => ({
    file_name: goodFile.file_name,
    file_path: null,
    status: params.file_id === goodFile.id ? ('COMPLETED' as const) : ('ERROR' as const),
    error: params.file_id === goodFile.id ? null : badFile.execution_error,
    output: params.file_id === goodFile.id ? { total: 41.5, buyer: null } : null,
    metadata: {
      evidence_data: {
        total: [{ page: 1, boxes: [[0, 0, 1, 1]], quote: '41,50', match: 'normalised' }],
        buyer: null,
      },
    },
    metrics: null,
  })),
]

async function run(ana: Person) {
  await ana.click(await button('Run Workflow'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Run Supplier invoices')).toBeTruthy()
  const next = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Continue' })
  expect(next.disabled).toBe(true)
  const input = within(dialog).getByLabelText(/Choose files/)
  await ana.upload(input, [new File(['%PDF'], 'invoice.pdf'), new File(['%PDF'], 'locked.pdf')])
  await ana.click(next)
}

test('a run that fails says why [WF-095 WF-096]', async () => {
  const ana = userEvent.setup()
  server(
    {},
    answer(executions.executeWorkflow, () => refuse(400, 'The tool no longer exists.')),
  )
  await open(address)
  await run(ana)
  expect(await screen.findByText('The tool no longer exists.')).toBeTruthy()
})

test('an execution that ends in an error raises it [WF-095]', async () => {
  const ana = userEvent.setup()
  server({}, ...runAnswers({ execution_status: 'ERROR', error: 'Every file failed.' }))
  await open(address)
  await run(ana)

  expect(await screen.findByText('Every file failed.')).toBeTruthy()
})

test('a run is made, gets its files, and shows what was read and where [WF-030 WF-035 WF-090 WF-091 WF-097 WF-098 WF-101 WF-102 WF-103 WF-104]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server({}, ...runAnswers({ execution_status: 'COMPLETED' }))
  const { router } = await open(address)
  await run(ana)

  expect(await screen.findByText('41.5')).toBeTruthy()
  expect(screen.getByText('Found in a different format on page 2: “41,50”')).toBeTruthy()
  expect(screen.getByText('not found')).toBeTruthy()
  expect(screen.getByText('2 files')).toBeTruthy()
  expect(screen.getByText('1 of 2 failed')).toBeTruthy()
  expect(screen.getByText('1 result')).toBeTruthy()
  expect(router.state.location.search).toEqual({ run: execution.id, stage: 'tool' })

  const [first, second] = callsOf(executions.executeWorkflow)
  expect(first?.body).toEqual({ workflow_id: workflow.id })
  const form = second?.body as unknown as FormData
  expect([form.get('workflow_id'), form.get('execution_id')]).toEqual([workflow.id, execution.id])
  expect(form.getAll('files').map((file) => (file as File).name)).toEqual([
    'invoice.pdf',
    'locked.pdf',
  ])

  await ana.click(screen.getByRole('button', { name: /^locked\.pdf/ }))
  expect(await screen.findByText('This PDF is encrypted.')).toBeTruthy()
})

test('a run goes on step by step, and each control says that it is at work [WF-036 WF-088 WF-092 WF-099]', async () => {
  const ana = userEvent.setup()
  let step: executions.WholeExecution['step']
  const slow = Promise.withResolvers<void>()
  const actionOf = (body: unknown) =>
    body instanceof FormData ? body.get('execution_action') : null
  const executingStatus = { execution_status: 'EXECUTING' } as const
  const { callsOf } = server(
    {},
    ...runAnswers(executingStatus),
    answer(executions.executeWorkflow, async ({ body }) => {
      const action = actionOf(body)
      if (action === 'NEXT') await slow.promise
      if (action !== null) step = { at: action === 'START' ? 'SOURCE' : 'TOOL', is_through: true }
      return {
        workflow_id: workflow.id,
        execution_id: execution.id,
        created_at: execution.created_at,
        status: 'EXECUTING' as const,
        log_id: null,
        error: null,
        result: null,
        ...executingStatus,
      }
    }),
    answer(executions.getExecution, () => ({ ...execution, status: 'EXECUTING' as const, step })),
  )
  await open(address)
  expect((await button('Next step')).disabled).toBe(true)

  await ana.click(await button('Start step execution'))
  const dialog = await screen.findByRole('dialog')
  const file = new File(['%PDF'], 'invoice.pdf')
  await ana.upload(within(dialog).getByLabelText(/Choose files/), [file])
  await ana.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Files received. Next: processing.')).toBeTruthy()
  await waitFor(async () => expect((await button('Next step')).disabled).toBe(false))
  await ana.click(await button('Next step'))
  expect(await button(/loading Next step/)).toBeTruthy()
  slow.resolve()

  expect(await screen.findByText('Files processed. Next: delivery.')).toBeTruthy()
  for (const name of ['Execute remaining steps', 'Stop execution']) {
    await waitFor(async () => expect((await button(name)).disabled).toBe(false))
    await ana.click(await button(name))
  }
  await waitFor(() =>
    expect(callsOf(executions.executeWorkflow).map(({ body }) => actionOf(body))).toEqual([
      null,
      'START',
      'NEXT',
      'CONTINUE',
      'STOP',
    ]),
  )
})

test('only one run goes on at a time [WF-100]', async () => {
  const runningExecution = {
    ...execution,
    status: 'EXECUTING' as const,
    successful_files: 0,
    failed_files: 0,
  }
  server(
    {},
    ...runAnswers({}),
    answer(executions.getExecution, () => runningExecution),
  )
  await open(`${address}?run=${execution.id}&stage=tool`)

  expect(await screen.findByText('Processing: 0 of 2')).toBeTruthy()
  expect((await button('loading Run Workflow')).disabled).toBe(true)
})

test('deploying from the editor does not ask for the workflow, and tells where it went [DP-016 WF-039 WF-042]', async () => {
  const ana = userEvent.setup()
  let isDeployed = false
  const { callsOf } = server(
    {},
    answer(deployments.listDeployments, () => (isDeployed ? [deployment] : [])),
    answer(deployments.listDeploymentKeys, () => [apiKey]),
    answer(deployments.createDeployment, ({ body }) => {
      isDeployed = true
      return { ...body, is_active: 'True', id: deployment.id, api_key: 'k', api_endpoint: 'e' }
    }),
  )
  await open(address)

  await ana.click(await button('Deploy as API'))
  await ana.type(await screen.findByLabelText('Display name'), 'Invoice reader')
  expect(screen.queryByLabelText('Workflow')).toBeNull()
  await ana.click(await button('Deploy'))

  expect(await screen.findByText('New API created successfully')).toBeTruthy()
  const banner = await screen.findByRole('status', { name: 'Deployments' })
  expect(banner.textContent).toContain('This Workflow has been deployed as an API')
  const link = within(banner).getByRole('link', { name: 'See the API deployments' })
  expect(link.getAttribute('href')).toBe('/acme/api')
  expect(banner.textContent).toContain(`Bearer ${apiKey.api_key}`)
  expect(callsOf(deployments.createDeployment)[0]?.body).toMatchObject({
    workflow: workflow.id,
    api_name: 'invoice_reader',
  })
})
