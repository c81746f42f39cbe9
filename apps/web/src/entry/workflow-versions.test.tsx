import * as tools from '@recto/contract/tools/tool-instances'
import {
  compareWorkflow,
  getWorkflowVersion,
  listWorkflowVersions,
  publishWorkflow,
  rollBackWorkflow,
} from '@recto/contract/workflows/workflow-versions'
import * as api from '@recto/contract/workflows/workflows'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer } from '../testing/fake-server.ts'
import { startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import { type EditorFixture, editorAnswers, endOf, step, workflow } from '../testing/workflows.ts'

const address = `/acme/workflows/${workflow.id}`

const server = (fixture: EditorFixture, ...extraAnswers: Answer[]) =>
  fakeServer(startUpAnswers(), editorAnswers(fixture), ...extraAnswers)

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

const version = (number: number, isLive: boolean) => ({
  version: number,
  is_live: isLive,
  restored_from: null,
  created_by_email: 'ana@acme.test',
  created_at: workflow.created_at,
})

const shownWorkflow = { ...workflow, tool_instances: [step] }
const draftWorkflow = { ...shownWorkflow, changes_need_publishing: true }
const highlightChange = { field: 'settings.enable_highlight', before: 'true', after: 'false' }

test('what differs from what is live is shown, published and rolled back', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    { shown: draftWorkflow },
    answer(compareWorkflow, () => ({ changes: [highlightChange] })),
    answer(listWorkflowVersions, () => [version(2, true), version(1, false)]),
    answer(rollBackWorkflow, () => version(3, true)),
    answer(publishWorkflow, () => version(4, true)),
  )
  await open(address)
  expect(await screen.findByText('Version 2 is live. There is 1 unpublished change.')).toBeTruthy()
  await ana.click(await button('Review and publish'))
  expect(await screen.findByText('Tool setting: Highlighting')).toBeTruthy()
  await ana.click(await button('Roll back to version 1'))
  await waitFor(() => expect(callsOf(rollBackWorkflow)[0]?.params).toMatchObject({ version: 1 }))
  await ana.click(await button('Publish'))
  await waitFor(() => expect(callsOf(publishWorkflow)).toHaveLength(1))
})

test('changes that were not published before an update of the program are shown', async () => {
  server(
    { canUpdate: false },
    answer(compareWorkflow, () => ({ changes: [highlightChange] })),
    answer(listWorkflowVersions, () => [version(2, true)]),
  )
  await open(address)
  expect(
    await screen.findByText(
      'Version 2 is live. There is 1 unpublished change, which the next edit makes live.',
    ),
  ).toBeTruthy()
})

test('a deployed workflow says that its changes are live with the next run', async () => {
  server(
    { canUpdate: false },
    answer(listWorkflowVersions, () => [version(2, true)]),
  )
  await open(address)
  expect(
    await screen.findByText('Version 2 is live. Each change is live with the next run.'),
  ).toBeTruthy()
})

test('a deployed workflow that lost its tool says that its runs are refused', async () => {
  server(
    { canUpdate: false, shown: workflow, source: 'API', destination: 'API' },
    answer(listWorkflowVersions, () => [version(2, false)]),
  )
  await open(address)
  expect(
    await screen.findByText('No version is live, so runs are refused. Add a tool first.'),
  ).toBeTruthy()
})

const sourceSchema = {
  type: 'object',
  properties: {
    folders: { type: 'array', title: 'Folders to process' },
    fileNamePattern: { type: 'string', title: 'File name pattern' },
    fileProcessingOrder: {
      type: 'string',
      title: 'Order',
      oneOf: [
        { const: 'unordered', title: 'No particular order' },
        { const: 'oldest_first', title: 'Oldest first' },
      ],
    },
  },
}
const toolSchema = {
  type: 'object',
  properties: {
    challenge_llm: {
      type: 'string',
      title: 'Challenge LLM',
      adapterType: 'LLM',
      adapterIdKey: 'challenge_llm_adapter_id',
    },
    hidden_text_policy: {
      type: 'string',
      title: 'Hidden text',
      enum: ['leave_out', 'off'],
      enumNames: ['Exclude it', 'Do not check'],
    },
  },
}

test('a version is viewed next to what is live, in the words of its forms', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    { canUpdate: false },
    answer(api.getEndpointSettings, ({ params }) => ({
      status: 200 as const,
      schema: params.id === endOf('SOURCE', 'API').id ? sourceSchema : null,
    })),
    answer(tools.getToolSettingsSchema, () => toolSchema),
    answer(listWorkflowVersions, () => [version(2, true), version(1, false)]),
    answer(getWorkflowVersion, () => ({
      ...version(1, false),
      settings: [
        { field: 'destination.includeAgent', value: 'false', live: 'false' },
        { field: 'source.folders', value: '["in"]', live: '["in","more"]' },
        { field: 'source.connection', value: 'FILESYSTEM', live: 'API' },
        { field: 'source.fileProcessingOrder', value: 'oldest_first', live: 'unordered' },
        { field: 'source.fileNamePattern', value: 'true', live: 'leave_out' },
        { field: 'settings.challenge_llm', value: 'Judge', live: '' },
        { field: 'settings.challenge_llm_adapter_id', value: workflow.id, live: null },
        { field: 'settings.hidden_text_policy', value: 'leave_out', live: 'off' },
        { field: 'settings.useCache', value: 'true', live: null },
        { field: 'tool.version', value: '1', live: '2' },
      ],
    })),
  )
  await open(address)
  await ana.click(await button('Versions'))
  await ana.click(await button('View version 1'))
  const table = await screen.findByRole('table', { name: 'Settings of version 1' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'SettingVersion 1Live',
    'Source: Folders to processinin, more',
    'Source: typeFile SystemAPI',
    'Source: OrderOldest firstNo particular order',
    'Source: File name patterntrueleave_out',
    'Tool setting: Challenge LLMJudge-',
    'Tool setting: Hidden textExclude itDo not check',
    'Tool setting: Use cacheYes-',
    'Version of the prompts12',
    'Destination: Include agentNothe same',
  ])
  expect(callsOf(getWorkflowVersion)[0]?.params).toMatchObject({ version: 1 })
})

test('changes are made to need publishing, and not any more only after a confirmation', async () => {
  const ana = userEvent.setup()
  let currentWorkflow = { ...shownWorkflow, changes_need_publishing: false }
  const { callsOf } = server(
    { canUpdate: false },
    answer(api.getWorkflow, () => currentWorkflow),
    answer(compareWorkflow, () => ({
      changes: currentWorkflow.changes_need_publishing ? [highlightChange] : [],
    })),
    answer(listWorkflowVersions, () => [version(1, true)]),
    answer(api.patchWorkflow, ({ body }) => {
      currentWorkflow = { ...currentWorkflow, ...body } as typeof currentWorkflow
      return currentWorkflow
    }),
  )
  await open(address)
  await ana.click(await button('Versions'))
  await ana.click(await screen.findByRole('switch', { name: 'Changes need publishing' }))
  expect(await screen.findByText('Version 1 is live. There is 1 unpublished change.')).toBeTruthy()
  await ana.click(await screen.findByRole('switch', { name: 'Changes need publishing' }))
  expect(await screen.findByText('Make the draft live?')).toBeTruthy()
  expect(callsOf(api.patchWorkflow)).toHaveLength(1)
  await ana.click(await button('Make it live'))

  await waitFor(() =>
    expect(callsOf(api.patchWorkflow).map(({ body }) => body)).toEqual([
      { changes_need_publishing: true },
      { changes_need_publishing: false },
    ]),
  )
})

test('the tool of a deployed workflow is removed only after a confirmation', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    { canUpdate: false },
    answer(tools.deleteToolInstance, () => undefined),
  )
  await open(address)
  await ana.click(await button('Remove Invoices'))
  expect(
    await screen.findByText(
      'The workflow is deployed. Its runs are refused until it has another tool.',
    ),
  ).toBeTruthy()
  expect(callsOf(tools.deleteToolInstance)).toEqual([])
  await ana.click(await button('Remove'))
  await waitFor(() => expect(callsOf(tools.deleteToolInstance)).toHaveLength(1))
})

test('the tool of a draft is removed at once, because what is live stays', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    { canUpdate: false, shown: draftWorkflow },
    answer(tools.deleteToolInstance, () => undefined),
  )
  await open(address)
  await ana.click(await button('Remove Invoices'))
  await waitFor(() => expect(callsOf(tools.deleteToolInstance)).toHaveLength(1))
})
