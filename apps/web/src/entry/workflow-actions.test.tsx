import { executeWorkflow } from '@recto/contract/executions/executions'
import { clearCache, clearFileMarker } from '@recto/contract/executions/file-histories'
import { createPipeline, listPipelines, previewSchedule } from '@recto/contract/pipelines/pipelines'
import * as tools from '@recto/contract/tools/tool-instances'
import * as api from '@recto/contract/workflows/workflows'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { DeployWorkflow } from '../features/deployments/deployments.port.tsx'
import { ClearWorkflow } from '../features/executions/executions.port.tsx'
import { DeployPipeline } from '../features/pipelines/pipelines.port.tsx'
import { type Answer, answer, fakeServer, RefusedReply, refuse } from '../testing/fake-server.ts'
import { startUpAnswers } from '../testing/people.ts'
import { open, show } from '../testing/show.tsx'
import {
  type EditorFixture,
  editorAnswers,
  endOf,
  pipeline,
  step,
  workflow,
} from '../testing/workflows.ts'

type Answers = Answer[]

const address = `/acme/workflows/${workflow.id}`

const server = (fixture: EditorFixture = {}, ...extraAnswers: Answers) =>
  fakeServer(startUpAnswers(), editorAnswers(fixture), ...extraAnswers)

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('the cache and the file history are cleared, in the server’s words or with what failed [WF-037 WF-038 WF-045 WF-046 WF-047 WF-048]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  server(
    {},
    answer(clearCache, () => (isDown ? new RefusedReply(403, 'No.') : 'The cache is empty now.')),
    answer(clearFileMarker, () =>
      isDown ? new RefusedReply(500, 'No.') : 'All files are new now.',
    ),
  )
  await open(address)
  const act = async (item: string) => {
    await ana.click(await button('More actions'))
    await ana.click(await screen.findByRole('menuitem', { name: item }))
  }
  const clear = async (item: string, question: string) => {
    await act(item)
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(question)).toBeTruthy()
    await ana.click(within(dialog).getByRole('button', { name: 'Clear' }))
  }
  const clearHistory = () => clear('Clear Processed File History', 'Clear the file history?')
  const emptyCache = () => clear('Clear Cache', 'Clear the cache?')
  await emptyCache()
  expect(await screen.findByText('Failed to clear cache.')).toBeTruthy()
  await clearHistory()
  expect(await screen.findByText('Failed to clear file marker.')).toBeTruthy()

  isDown = false
  await emptyCache()
  expect(await screen.findByText('The cache is empty now.')).toBeTruthy()
  await clearHistory()
  expect(await screen.findByText('All files are new now.')).toBeTruthy()
})

test('a workflow from files to a table becomes an ETL pipeline [WF-040]', async () => {
  const ana = userEvent.setup()
  const connectedEnd = (side: 'SOURCE' | 'DESTINATION', type: 'FILESYSTEM' | 'DATABASE') => ({
    ...endOf(side, type),
    connector_instance: workflow.id,
  })
  const { callsOf } = server(
    {},
    answer(api.listEndpointsOfWorkflow, () => [
      connectedEnd('SOURCE', 'FILESYSTEM'),
      connectedEnd('DESTINATION', 'DATABASE'),
    ]),
    answer(createPipeline, () => pipeline),
    answer(previewSchedule, () => ({ next_run_times: [] })),
    answer(listPipelines, () => [pipeline]),
  )
  await open(address)
  expect((await button('Deploy as Task Pipeline')).disabled).toBe(true)
  await ana.click(await button('Deploy as ETL Pipeline'))
  await ana.type(await screen.findByLabelText('Display name'), 'Nightly')
  expect(screen.queryByLabelText('Workflow')).toBeNull()
  await ana.click(await button('Create'))

  await waitFor(() =>
    expect(callsOf(createPipeline)[0]?.body).toMatchObject({
      workflow: workflow.id,
      pipeline_type: 'ETL',
    }),
  )
  expect(await screen.findByText(/has been deployed as an ETL Pipeline/)).toBeTruthy()
})

test('a workflow from files to files becomes a task pipeline, and no other [WF-041]', async () => {
  server(
    {},
    answer(api.listEndpointsOfWorkflow, () => [
      { ...endOf('SOURCE', 'FILESYSTEM'), connector_instance: workflow.id },
      { ...endOf('DESTINATION', 'FILESYSTEM'), connector_instance: workflow.id },
    ]),
  )
  await open(address)

  const task = await button('Deploy as Task Pipeline')
  await waitFor(() => expect(task.disabled).toBe(false))
  expect((await button('Deploy as ETL Pipeline')).disabled).toBe(true)
  expect((await button('Deploy as API')).disabled).toBe(true)
})

test('a workflow that fetches its files is run without earlier results', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    {},
    answer(api.listEndpointsOfWorkflow, () => [
      { ...endOf('SOURCE', 'FILESYSTEM'), connector_instance: workflow.id },
      { ...endOf('DESTINATION', 'FILESYSTEM'), connector_instance: workflow.id },
    ]),
    answer(executeWorkflow, () => refuse(400, 'The tool no longer exists.')),
  )
  await open(address)
  const run = await button('Run without earlier results')
  await waitFor(() => expect(run.disabled).toBe(false))
  await ana.click(run)

  expect(await screen.findByText('The tool no longer exists.')).toBeTruthy()
  expect(callsOf(executeWorkflow)[0]?.body).toEqual({
    workflow_id: workflow.id,
    use_earlier_results: false,
  })
})

test('what has no id is neither cleared nor deployed [WF-044]', async () => {
  const ana = userEvent.setup()
  const nameless = {
    id: '',
    name: '',
    description: '',
    step: undefined,
  } as unknown as ComponentProps<typeof DeployWorkflow>['workflow']
  const { callsOf } = fakeServer()
  await show(
    <>
      <ClearWorkflow workflow={nameless} />
      <DeployWorkflow workflow={nameless} refusal={undefined} />
      <DeployPipeline type="ETL" workflow={nameless} refusal={undefined} />
    </>,
  )
  await ana.click(await button('More actions'))
  await ana.click(await screen.findByRole('menuitem', { name: 'Clear Cache' }))
  await waitFor(() => expect(screen.getAllByText('Invalid workflow id')).toHaveLength(1))
  await ana.click(await button('More actions'))
  await ana.click(await screen.findByRole('menuitem', { name: 'Clear Processed File History' }))
  await waitFor(() => expect(screen.getAllByText('Invalid workflow id')).toHaveLength(2))
  await ana.click(await button('Deploy as API'))
  await ana.click(await button('Deploy as ETL Pipeline'))

  await waitFor(() => expect(screen.getAllByText('Invalid workflow id').length).toBeGreaterThan(2))
  expect(callsOf(clearCache)).toEqual([])
})

test('a tool that needs no project has its bins typed one by one [WF-049 WF-065]', async () => {
  const ana = userEvent.setup()
  const properties = {
    classificationBins: {
      type: 'array',
      title: 'Classification bins',
      minItems: 2,
      uniqueItems: true,
      items: { type: 'string', minLength: 1 },
    },
  }
  const { callsOf } = server(
    {},
    answer(tools.getToolSettingsSchema, () => ({ type: 'object', properties })),
    answer(tools.updateToolInstance, () => step),
  )
  await open(address)
  await ana.click(await button('Settings for Invoices'))

  const bins = await screen.findByRole('combobox', { name: /Classification bins/ })
  await ana.type(bins, 'Invoice{Enter}')
  await ana.click(await button('Save'))
  expect(await screen.findByText('At least 2 entries are needed.')).toBeTruthy()
  await ana.type(bins, 'Delivery note{Enter}')
  await ana.click(await button('Save'))

  expect(await screen.findByText('Updated tool settings.')).toBeTruthy()
  expect(callsOf(tools.updateToolInstance)[0]?.body.metadata).toMatchObject({
    classificationBins: ['Invoice', 'Delivery note'],
  })
})
