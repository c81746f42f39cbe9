import * as connectors from '@recto/contract/connectors/connectors'
import { listRunsOfWorkflow } from '@recto/contract/executions/executions'
import * as api from '@recto/contract/pipelines/pipelines'
import { createToolInstance, listTools } from '@recto/contract/tools/tool-instances'
import * as flows from '@recto/contract/workflows/workflows'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { books, bucket, drive } from '../../../testing/connectors.ts'
import { type Answer, answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { endOf, invoiceTool, pipeline, step, workflow } from '../../../testing/workflows.ts'
import { GuidedPipelinePage } from './GuidedPipelinePage.tsx'

const catalogue: connectors.CatalogueConnector[] = [bucket, books].map((connector) => ({
  ...drive,
  id: connector.connector_id,
  name: connector.connector_name,
  connector_mode: connector.connector_mode,
}))

const schemaOf = (names: readonly string[]) => ({
  type: 'object',
  required: [],
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', title: name }])),
})

const ends = [endOf('SOURCE', ''), endOf('DESTINATION', '')]

const schemas = answer(flows.getEndSchema, ({ query }) =>
  schemaOf(query.type === 'src' ? ['fileNamePattern', 'maxFiles'] : ['table', 'columnMode']),
)

const server = (...extraAnswers: Answer[]) =>
  fakeServer(
    answer(connectors.listConnectors, () => [bucket, books]),
    answer(connectors.listSupportedConnectors, () => catalogue),
    answer(connectors.listFiles, () => []),
    answer(listTools, () => [invoiceTool]),
    answer(flows.listWorkflows, () => []),
    answer(api.listPipelines, () => []),
    answer(api.previewSchedule, () => ({
      next_run_times: ['2026-11-29T02:00:00.000000Z', '2026-11-30T02:00:00.000000Z'],
    })),
    schemas,
    answer(flows.createWorkflow, ({ body }) => ({ ...workflow, ...body })),
    answer(flows.listEndpointsOfWorkflow, () => ends),
    answer(flows.updateEndpoint, () => endOf('SOURCE', 'FILESYSTEM')),
    answer(createToolInstance, () => step),
    answer(api.createPipeline, ({ body }) => ({
      ...pipeline,
      pipeline_name: body.pipeline_name,
      caveat: 'It was not checked whether the connector may create the table.',
    })),
    ...extraAnswers,
  )

const page = (search = '') => show(<GuidedPipelinePage />, { at: `/acme/pipelines/new${search}` })
const region = (name: RegExp) => screen.findByRole('region', { name })
const create = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Create the/ })

async function chooseAll() {
  const ana = userEvent.setup()
  await ana.click(
    await within(await region(/^Source/)).findByRole('radio', { name: /Invoices in/ }),
  )
  await ana.click(await within(await region(/^Tool/)).findByRole('radio', { name: /Invoices/ }))
  await ana.click(await within(await region(/^Destination/)).findByRole('radio', { name: /Books/ }))
  return ana
}

test('what is chosen is in the address, and nothing is saved before it is previewed or created', async () => {
  const { callsOf } = server()
  const { router } = await page()
  expect((await create()).disabled).toBe(true)
  expect(screen.getAllByText(/^Still missing: a source, a tool, a destination/)).toHaveLength(2)
  await chooseAll()

  expect(router.state.location.search).toMatchObject({
    source: bucket.id,
    tool: invoiceTool.function_name,
    destination: books.id,
  })
  // The table is named after the tool.
  expect(await screen.findByDisplayValue('invoices')).toBeTruthy()
  expect((await create()).disabled).toBe(false)
  expect(callsOf(flows.createWorkflow)).toEqual([])
})

test('makes the calls of the long way, with the schedule that was chosen', async () => {
  const { callsOf } = server()
  await page()
  const ana = await chooseAll()
  await ana.click(screen.getByRole('radio', { name: 'Every night' }))
  fireEvent.change(screen.getByLabelText('Time of the nightly run'), { target: { value: '03:30' } })
  expect(await screen.findByText('Every day at 03:30. Next runs:')).toBeTruthy()
  await ana.click(screen.getByRole('checkbox', { name: 'Cheaper, within 24 hours' }))
  await ana.click(await create())

  expect(await screen.findByText('“Invoices” is set up')).toBeTruthy()
  expect(callsOf(flows.createWorkflow)[0]?.body).toMatchObject({
    workflow_name: 'Invoices',
    is_pipeline_draft: true,
  })
  const [source, destination] = callsOf(flows.updateEndpoint)
  expect(source?.body).toEqual({
    connection_type: 'FILESYSTEM',
    connector_instance: bucket.id,
    configuration: {},
  })
  expect(destination?.body).toMatchObject({
    connection_type: 'DATABASE',
    connector_instance: books.id,
    configuration: { table: 'invoices', columnMode: 'Write each field to a column' },
  })
  expect(callsOf(createToolInstance)[0]?.body).toMatchObject({
    workflow_id: workflow.id,
    tool_id: invoiceTool.function_name,
  })
  expect(callsOf(api.createPipeline)[0]?.body).toMatchObject({
    pipeline_name: 'Invoices',
    pipeline_type: 'ETL',
    workflow: workflow.id,
    cron_string: '30 3 * * *',
    cheaper_within_24_hours: true,
  })
  expect(await screen.findByText(/It was not checked whether the connector/)).toBeTruthy()
})

test('a table that is refused is named at its field, and the next attempt goes on with the same draft', async () => {
  let isRefused = true
  const { callsOf } = server(
    answer(flows.updateEndpoint, ({ body }) =>
      isRefused && body.connection_type === 'DATABASE'
        ? refuse(400, 'The name is too long.', { attr: 'configuration.table' })
        : endOf('SOURCE', 'FILESYSTEM'),
    ),
  )
  const { router } = await page()
  const ana = await chooseAll()
  await ana.click(await create())

  expect(
    await within(await region(/^Destination/)).findByText('The name is too long.'),
  ).toBeTruthy()
  expect(callsOf(api.createPipeline)).toEqual([])
  expect(router.state.location.search).toMatchObject({ draft: workflow.id })
  expect(screen.getByText(/^Saved as a draft\./)).toBeTruthy()

  isRefused = false
  await ana.click(await create())
  expect(await screen.findByText('“Invoices” is set up')).toBeTruthy()
  expect(callsOf(flows.createWorkflow)).toHaveLength(1)
  expect(callsOf(createToolInstance)).toHaveLength(1)
  // The source was saved by the first attempt.
  expect(callsOf(flows.updateEndpoint)).toHaveLength(3)
})

test('a name that is taken is said at its field', async () => {
  server(
    answer(api.createPipeline, () =>
      refuse(400, 'A pipeline with this name already exists.', { attr: 'pipeline_name' }),
    ),
  )
  await page()
  const ana = await chooseAll()
  await ana.click(await create())

  const schedule = await region(/^Name and schedule/)
  const message = await within(schedule).findByText('A pipeline with this name already exists.')
  const name = within(schedule).getByLabelText('Name of the pipeline')
  expect(name.getAttribute('aria-describedby')).toBe(message.id)
})

test('a suggested name that another pipeline has gets a number', async () => {
  server(answer(api.listPipelines, () => [{ ...pipeline, pipeline_name: 'Invoices' }]))
  await page()
  await chooseAll()
  expect(await screen.findByDisplayValue('Invoices 2')).toBeTruthy()
})

test('a draft is shown as it was left, and one that was set up is none any more', async () => {
  const draft = { ...workflow, is_pipeline_draft: true, tool_instances: [step] }
  const connectedEnds = [
    {
      ...endOf('SOURCE', 'FILESYSTEM'),
      connector_instance: bucket.id,
      configuration: { fileNamePattern: 'INV-*' },
    },
    endOf('DESTINATION', ''),
  ]
  server(
    answer(flows.getWorkflow, () => draft),
    // The address of a workflow also fits that of the schemas.
    schemas,
    answer(flows.listEndpointsOfWorkflow, () => connectedEnds),
    answer(listRunsOfWorkflow, () => []),
  )
  await page(`?draft=${workflow.id}`)
  expect(await screen.findByDisplayValue('INV-*')).toBeTruthy()
  expect(screen.getByDisplayValue('Supplier invoices')).toBeTruthy()
  expect(screen.getAllByText('Still missing: a destination.')).toHaveLength(2)

  server(
    answer(flows.getWorkflow, () => workflow),
    answer(listRunsOfWorkflow, () => []),
  )
  await page(`?draft=${workflow.id}`)
  expect(await screen.findByText(/^This pipeline has been set up\./)).toBeTruthy()
})

test('a failed list of connectors can be loaded again', async () => {
  let isDown = true
  server(
    answer(connectors.listConnectors, () =>
      isDown ? refuse(500, 'The database is busy.') : [bucket, books],
    ),
  )
  await page()
  const source = await region(/^Source/)
  expect(await within(source).findByText('The database is busy.')).toBeTruthy()
  isDown = false
  fireEvent.click(within(source).getByRole('button', { name: /again/i }))
  await waitFor(() =>
    expect(within(source).getByRole('radio', { name: /Invoices in/ })).toBeTruthy(),
  )
})
