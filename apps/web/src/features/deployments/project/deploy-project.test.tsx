import * as api from '@recto/contract/deployments/deployments'
import { createToolInstance } from '@recto/contract/tools/tool-instances'
import {
  exportTool,
  getExport,
  listRegistry,
  type RegisteredTool,
} from '@recto/contract/tools/tools'
import * as flows from '@recto/contract/workflows/workflows'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import {
  apiKey,
  deployment,
  endOf,
  invoiceTool,
  step,
  workflow,
} from '../../../testing/workflows.ts'
import { curlRun } from '../snippets/snippets.ts'
import { DeployProject } from './DeployProject.tsx'

const project = { id: '10000000-0000-4000-8000-000000000001', name: 'Invoices of suppliers 2026' }
const timestamp = workflow.created_at

const tool: RegisteredTool = {
  prompt_registry_id: invoiceTool.function_name,
  name: project.name,
  description: '',
  icon: '',
  url: '',
  custom_tool: project.id,
  tool_property: {},
  tool_spec: {},
  shared_to_org: false,
  shared_users: [],
  organization: 3,
  created_by: 7,
  modified_by: 7,
  created_at: timestamp,
  modified_at: timestamp,
  tool_metadata: {
    name: project.name,
    description: '',
    author: '',
    tool_id: project.id,
    tool_settings: {},
    outputs: [],
  },
}

type ServerState = {
  workflows?: flows.Workflow[]
  deployments?: api.DeploymentListItem[]
  keys?: api.DeploymentKey[]
}
type Answers = Answer[]

/** A server that keeps what is made of the project. */
function server(
  { workflows = [], deployments = [], keys = [] }: ServerState = {},
  ...extraAnswers: Answers
) {
  const ends = new Map([endOf('SOURCE', ''), endOf('DESTINATION', '')].map((end) => [end.id, end]))
  const fake = fakeServer(
    answer(getExport, () => undefined),
    answer(exportTool, () => ({ message: 'Custom tool exported successfully.' })),
    answer(listRegistry, () => [tool]),
    answer(flows.listWorkflows, () => [...workflows]),
    answer(flows.createWorkflow, ({ body }) => {
      const createdWorkflow = { ...workflow, workflow_name: body.workflow_name }
      workflows.push(createdWorkflow)
      return createdWorkflow
    }),
    answer(createToolInstance, () => {
      workflows[0] = { ...(workflows[0] ?? workflow), tool_instances: [step] }
      return step
    }),
    answer(flows.listEndpointsOfWorkflow, () => [...ends.values()]),
    answer(flows.updateEndpoint, ({ params, body }) => {
      const end = ends.get(params.id) ?? endOf('SOURCE', '')
      const changedEnd = { ...end, connection_type: body.connection_type ?? end.connection_type }
      ends.set(params.id, changedEnd)
      return changedEnd
    }),
    answer(api.listDeployments, () => [...deployments]),
    answer(api.createDeployment, ({ body }) => {
      const { display_name, api_name } = body
      deployments.push({ ...deployment, display_name, api_name })
      keys.push(apiKey)
      const { id, api_endpoint, description } = deployment
      const key = apiKey.api_key
      return {
        id,
        api_endpoint,
        description,
        display_name,
        api_name,
        api_key: key,
        is_active: 'True',
      }
    }),
    answer(api.listDeploymentKeys, () => [...keys]),
    answer(api.createDeploymentKey, () => apiKey),
    ...extraAnswers,
  )
  const countCreated = () =>
    [
      exportTool,
      flows.createWorkflow,
      createToolInstance,
      flows.updateEndpoint,
      api.createDeployment,
    ].map((endpoint) => fake.callsOf(endpoint).length)
  return { ...fake, made: countCreated }
}

async function openDialog(openedProject = project) {
  await show(<DeployProject project={openedProject} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Deploy as API' }))
  const dialog = within(await screen.findByRole('dialog'))
  // It looks first whether the project is deployed already.
  await waitFor(() => {
    const action = dialog.getByRole<HTMLButtonElement>('button', { name: /^(Deploy|Update)$/ })
    expect(action.disabled).toBe(false)
  })
  return dialog
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const line = async () =>
  (await screen.findByRole('region', { name: 'cURL' })).querySelector('pre')?.textContent
const address = new URL(`/${deployment.api_endpoint}`, window.location.origin).href
const command = curlRun({ address, key: apiKey.api_key })

test('names that cannot be are refused before anything is made', async () => {
  const fake = server()
  const dialog = await openDialog()
  const name = dialog.getByLabelText<HTMLInputElement>('API name')
  expect(name.value).toBe('invoices_of_suppliers_2026')
  await userEvent.clear(name)
  await userEvent.type(name, 'a b')
  await press('Deploy')
  expect(
    await dialog.findByText('Only letters, numbers, hyphen and underscores are allowed'),
  ).toBeTruthy()
  expect(fake.made()).toEqual([0, 0, 0, 0, 0])
})

test('prompts that were not run are warned of, and deployed all the same when that is wanted', async () => {
  const fake = server(
    {},
    answer(exportTool, ({ body }) =>
      body.force_export
        ? { message: 'Custom tool exported successfully.' }
        : refuse(500, 'Some prompt(s) were not run.', { code: 'warning' }),
    ),
  )
  await openDialog()
  await press('Deploy')
  expect((await screen.findByRole('alert')).textContent).toContain('were not run')
  expect(fake.made()).toEqual([1, 0, 0, 0, 0])
  await press('Deploy anyway')
  expect(await line()).toBe(command)
})

test('an address that is taken is said at its field; broken off in the middle, it goes on and nothing is made twice', async () => {
  let refusals = [
    refuse(400, 'An API deployment with this API name already exists.', { attr: 'api_name' }),
    refuse(503, 'The disk is full.'),
  ]
  const serverState: ServerState = {}
  const fake = server(
    serverState,
    answer(api.createDeployment, ({ body }) => {
      const [refusal, ...otherRefusals] = refusals
      refusals = otherRefusals
      if (refusal) return refusal
      const { display_name, api_name } = body
      const { id, api_endpoint, description } = deployment
      return {
        id,
        api_endpoint,
        description,
        display_name,
        api_name,
        api_key: apiKey.api_key,
        is_active: 'True',
      }
    }),
    answer(api.listDeploymentKeys, () => [apiKey]),
  )
  const dialog = await openDialog()
  await press('Deploy')
  expect(
    await dialog.findByText('An API deployment with this API name already exists.'),
  ).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('API name'), '_2')
  await press('Continue')
  expect(await dialog.findByText('The disk is full.')).toBeTruthy()
  expect(dialog.getByLabelText('Failed')).toBeTruthy()
  await press('Continue')

  expect(await line()).toBe(command)
  expect(fake.made()).toEqual([1, 1, 1, 2, 3])
  expect(fake.callsOf(api.createDeployment).at(-1)?.body).toMatchObject({
    workflow: workflow.id,
    display_name: 'Invoices of suppliers 2026',
    api_name: 'invoices_of_suppliers_2026_2',
  })
})

test('a workflow that was begun before a reload is gone on with', async () => {
  const emptyWorkflow = { ...workflow, workflow_name: project.name }
  const fake = server({ workflows: [emptyWorkflow] })
  await openDialog()
  await press('Deploy')
  expect(await line()).toBe(command)
  expect(fake.made()).toEqual([1, 0, 1, 2, 1])
})

test('a project that is deployed keeps its workflow, address and key; only the tool is exported anew, shared as it was', async () => {
  const whole = { ...workflow, tool_instances: [step] }
  const fake = server(
    { workflows: [whole], deployments: [deployment], keys: [apiKey] },
    answer(getExport, () => ({
      name: project.name,
      shared_to_org: false,
      prompt_studio_users: [],
      shared_users: [{ id: 9, username: 'ben' }],
    })),
    answer(flows.listEndpointsOfWorkflow, () => [
      endOf('SOURCE', 'API'),
      endOf('DESTINATION', 'API'),
    ]),
  )
  const dialog = await openDialog()
  expect(await dialog.findByText(deployment.display_name)).toBeTruthy()
  expect(dialog.queryByLabelText('API name')).toBeNull()
  await press('Update')
  expect(await line()).toBe(command)
  expect(fake.made()).toEqual([1, 0, 0, 0, 0])
  expect(fake.callsOf(exportTool)[0]?.body).toMatchObject({ user_id: [9] })
})

test('a project whose name has no Latin letter is updated, and a refusal is shown', async () => {
  const whole = { ...workflow, tool_instances: [step] }
  let refusals = [refuse(400, 'The name is not allowed.', { attr: 'display_name' })]
  const fake = server(
    { workflows: [whole], deployments: [deployment], keys: [apiKey] },
    answer(exportTool, () => {
      const [refusal] = refusals
      refusals = []
      return refusal ?? { message: 'Custom tool exported successfully.' }
    }),
    answer(flows.listEndpointsOfWorkflow, () => [
      endOf('SOURCE', 'API'),
      endOf('DESTINATION', 'API'),
    ]),
  )
  await openDialog({ ...project, name: 'Счета поставщиков' })
  await press('Update')
  expect((await screen.findByRole('alert')).textContent).toContain('The name is not allowed.')
  await press('Continue')
  expect(await line()).toBe(command)
  expect(fake.made()).toEqual([2, 0, 0, 0, 0])
})

test('what was switched off stays so, and it is said', async () => {
  const whole = { ...workflow, tool_instances: [step] }
  const fake = server({ workflows: [whole], deployments: [{ ...deployment, is_active: false }] })
  await openDialog()
  await press('Deploy')
  expect((await screen.findByRole('alert')).textContent).toContain('which is not active')
  await waitFor(() => expect(fake.made()[4]).toBe(0))
})
