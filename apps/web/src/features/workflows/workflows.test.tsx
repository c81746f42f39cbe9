import { workflowSharing } from '@recto/contract/organizations/sharing'
import { countProjects } from '@recto/contract/tools/tool-instances'
import * as api from '@recto/contract/workflows/workflows'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, RefusedReply, refuse } from '../../testing/fake-server.ts'
import { anaAtAcme, benAtAcme } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { editorAnswers, endOf, step, workflow } from '../../testing/workflows.ts'
import { EditorHeader } from './editor/EditorHeader.tsx'
import { endsOf } from './editor/refusals.ts'
import { SidePanel } from './panel/SidePanel.tsx'
import { WorkflowListPage } from './WorkflowListPage.tsx'
import { endFromWire, workflowFromWire } from './workflow.ts'

const bens: api.Workflow = {
  ...workflow,
  id: '00000000-0000-4000-8000-0000000000f2',
  workflow_name: 'Contracts',
  created_by: 9,
  created_by_email: 'ben@acme.test',
}

type Answers = Answer[]

const server = (...extraAnswers: Answers) =>
  fakeServer(
    answer(api.listWorkflows, ({ query }) => (query.created_by ? [workflow] : [workflow, bens])),
    answer(countProjects, () => ({ count: 1 })),
    ...extraAnswers,
  )

const page = (path = '/acme/workflows', signedIn = anaAtAcme) =>
  show(<WorkflowListPage />, { at: path, signedIn })

async function openDialog(ana: ReturnType<typeof userEvent.setup>) {
  await ana.click(await screen.findByRole('button', { name: 'New Workflow' }))
  return screen.findByRole('dialog', { name: 'New workflow' })
}

async function startDeleting(ana: ReturnType<typeof userEvent.setup>) {
  await ana.click(await screen.findByRole('button', { name: 'Delete Supplier invoices' }))
}

test('a list that cannot be loaded says so and is asked again on demand [WF-021]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  server(answer(api.listWorkflows, () => (isDown ? refuse(500, '') : [workflow])))
  await page()
  expect(await screen.findByText('Unable to get workflow list.')).toBeTruthy()

  isDown = false
  await ana.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Supplier invoices')).toBeTruthy()
})

test('without a project the way leads to one first [WF-005 WF-006 PS-397]', async () => {
  const ana = userEvent.setup()
  server(answer(countProjects, () => ({ count: 0 })))
  const { router } = await page()

  await ana.click(await screen.findByRole('button', { name: 'New Workflow' }))

  const hint = await screen.findByRole('dialog', { name: 'Create a Prompt Studio project first' })
  expect(screen.queryByRole('dialog', { name: 'New workflow' })).toBeNull()
  await ana.click(within(hint).getByRole('button', { name: 'Create a project' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/acme/tools'))
})

test('a workflow needs a name, and the server’s objection stands beside it [WF-022]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    answer(api.createWorkflow, () =>
      refuse(400, 'A workflow with this name already exists.', { attr: 'workflow_name' }),
    ),
  )
  await page()
  const dialog = await openDialog(ana)

  await ana.click(within(dialog).getByRole('button', { name: 'Create workflow' }))
  expect(await within(dialog).findByText('Enter a workflow name')).toBeTruthy()
  expect(callsOf(api.createWorkflow)).toEqual([])

  await ana.type(within(dialog).getByLabelText('Name'), 'Contracts')
  await ana.click(within(dialog).getByRole('button', { name: 'Create workflow' }))

  expect(await within(dialog).findByText('A workflow with this name already exists.')).toBeTruthy()
  expect(within(dialog).getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
})

test('a new workflow opens [WF-011 WF-022]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.createWorkflow, () => workflow))
  const { router } = await page()
  const dialog = await openDialog(ana)

  await ana.type(within(dialog).getByLabelText('Name'), 'Supplier invoices')
  await ana.type(within(dialog).getByLabelText('Description'), 'Monthly')
  await ana.click(within(dialog).getByRole('button', { name: 'Create workflow' }))

  await waitFor(() => expect(router.state.location.pathname).toBe(`/acme/workflows/${workflow.id}`))
  expect(callsOf(api.createWorkflow)[0]?.body).toEqual({
    workflow_name: 'Supplier invoices',
    description: 'Monthly',
    is_pipeline_draft: false,
  })
})

test('an edited workflow says so [WF-012 WF-019]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(answer(api.updateWorkflow, () => workflow))
  await page()

  await ana.click(await screen.findByRole('button', { name: 'Edit Supplier invoices' }))
  await ana.type(await screen.findByLabelText('Name'), ' 2')
  await ana.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Workflow updated successfully')).toBeTruthy()
  expect(callsOf(api.updateWorkflow)[0]?.body.workflow_name).toBe('Supplier invoices 2')
})

test('a workflow in use stays, and nothing is asked to delete it [WF-014 WF-015 WF-016]', async () => {
  const ana = userEvent.setup()
  const names = { api_names: ['Invoice reader'], pipelines: ['Nightly'] }
  const { callsOf } = server(answer(api.canUpdateWorkflow, () => ({ can_update: false, ...names })))
  await page()

  await startDeleting(ana)

  expect(
    await screen.findByText(
      'Cannot delete this Workflow, since it is used in one or many of the API/ETL/Task pipelines',
    ),
  ).toBeTruthy()
  const uses = screen.getByRole('list', { name: 'Used by' })
  expect(
    within(uses)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Invoice reader', 'Nightly'])
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(callsOf(api.deleteWorkflow)).toEqual([])
})

test('a check that fails keeps the workflow [WF-086]', async () => {
  const ana = userEvent.setup()
  server(answer(api.canUpdateWorkflow, () => refuse(500, '')))
  await page()

  await startDeleting(ana)

  expect(await screen.findByText('Failed to get can update status')).toBeTruthy()
})

test('a refused deletion names the workflow [WF-020]', async () => {
  const ana = userEvent.setup()
  server(
    answer(api.canUpdateWorkflow, () => ({ can_update: true })),
    answer(api.deleteWorkflow, () => new RefusedReply(500, undefined)),
  )
  await page()
  await startDeleting(ana)

  await ana.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText(`Unable to delete workflow ${workflow.id}`)).toBeTruthy()
})

test('a deleted workflow leaves the list [WF-013 WF-018]', async () => {
  const ana = userEvent.setup()
  let storedWorkflows = [workflow]
  server(
    answer(api.listWorkflows, () => storedWorkflows),
    answer(api.canUpdateWorkflow, () => ({ can_update: true })),
    answer(api.deleteWorkflow, () => {
      storedWorkflows = []
      return undefined
    }),
  )
  await page()
  await startDeleting(ana)

  await ana.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Workflow deleted successfully')).toBeTruthy()
  expect(await screen.findByText('You have no workflows yet')).toBeTruthy()
})

test('whoever deletes a workflow says what becomes of its documents in review', async () => {
  const ana = userEvent.setup()
  let inReviewCount = 3
  const { callsOf } = server(
    answer(api.canUpdateWorkflow, () => ({ can_update: true, in_review_count: inReviewCount })),
    answer(api.deleteWorkflow, () => undefined),
  )
  await page()
  await startDeleting(ana)
  expect(
    await screen.findByText('3 documents of this workflow are in review. What becomes of them?'),
  ).toBeTruthy()
  const keep = screen.getByRole<HTMLInputElement>('radio', { name: /^Keep in review/ })
  expect(keep.checked).toBe(true)
  await ana.click(screen.getByRole('radio', { name: /^Take out of review/ }))
  await ana.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(callsOf(api.deleteWorkflow)).toHaveLength(1))
  expect(callsOf(api.deleteWorkflow)[0]?.query).toEqual({ in_review: 'withdraw' })

  inReviewCount = 0
  await startDeleting(ana)
  await screen.findByRole('button', { name: 'Delete' })
  expect(screen.queryByRole('radio', { name: /^Keep in review/ })).toBeNull()
})

test('only its creator or an admin may delete a workflow [WF-024]', async () => {
  server()
  await page('/acme/workflows?owner=all', { ...anaAtAcme, role: 'user' })
  const mayDelete = (name: string) =>
    !(screen.getByRole('button', { name: `Delete ${name}` }) as HTMLButtonElement).disabled

  await screen.findByText('Contracts')

  expect([mayDelete('Supplier invoices'), mayDelete('Contracts')]).toEqual([true, false])
})

test('the list shows the own workflows, and everyone’s on demand; the address keeps it [WF-001 WF-002 WF-004]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  const { router } = await page()
  await screen.findByText('Supplier invoices')
  expect(screen.queryByText('Contracts')).toBeNull()

  await ana.click(screen.getByText('Organization Workflows'))

  expect(await screen.findByText('Contracts')).toBeTruthy()
  expect(callsOf(api.listWorkflows).map(({ query }) => query.created_by)).toEqual([7, undefined])
  expect(router.state.location.search).toEqual({ owner: 'all' })
})

test('the search narrows the list by name [WF-003]', async () => {
  const ana = userEvent.setup()
  server()
  await page('/acme/workflows?owner=all')
  await screen.findByText('Contracts')

  await ana.type(screen.getByLabelText('Search workflows'), 'suppl')

  await waitFor(() => expect(screen.queryByText('Contracts')).toBeNull())
  expect(screen.getByText('Supplier invoices')).toBeTruthy()
})

test('an empty list explains itself and offers the first step [WF-023]', async () => {
  server(answer(api.listWorkflows, () => []))
  await page('/acme/workflows?owner=all')

  expect(await screen.findByText('There are no workflows yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New Workflow' })).toHaveLength(2)
})

const deployedAnswer = answer(api.canUpdateWorkflow, () => ({ can_update: false }))
const refusal = 'This workflow is deployed, so only the owner or an admin can change it'

test('another’s workflow is not deleted, and not changed while it is deployed; the dialog says why', async () => {
  const ben = userEvent.setup()
  server(deployedAnswer)
  await page('/acme/workflows?owner=all', benAtAcme)

  const deletion = await screen.findByRole('button', { name: 'Delete Supplier invoices' })
  expect(deletion.getAttribute('aria-description')).toBe(
    'Only the owner or an admin can delete this workflow',
  )
  expect(deletion.hasAttribute('disabled')).toBe(true)
  await ben.click(screen.getByRole('button', { name: 'Edit Supplier invoices' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit workflow' })
  expect(await within(dialog).findByText(refusal)).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
})

test('another’s deployed workflow takes no other tool', async () => {
  fakeServer(editorAnswers({ canUpdate: false }))
  const displayedWorkflow = workflowFromWire(workflow)
  await show(
    <SidePanel workflow={displayedWorkflow} isToolSelected={false} tab="tools" onTab={() => {}} />,
    {
      signedIn: benAtAcme,
    },
  )

  const add = await screen.findByRole('button', { name: 'Add Invoices' })
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(true))
})

test('the tool of an own workflow is changed also while it is deployed', async () => {
  fakeServer(editorAnswers({ canUpdate: false }))
  const displayedWorkflow = workflowFromWire({ ...workflow, tool_instances: [] })
  await show(
    <SidePanel workflow={displayedWorkflow} isToolSelected={false} tab="tools" onTab={() => {}} />,
  )

  const add = await screen.findByRole('button', { name: 'Add Invoices' })
  expect(add.hasAttribute('disabled')).toBe(false)
})

const DeployRefusal = ({
  refusals,
}: {
  readonly refusals: { readonly api: string | undefined }
}) => <p>{refusals.api ?? 'Can be deployed'}</p>
const Nothing = () => null

function showHeader(signedIn = benAtAcme) {
  const ends = endsOf([endOf('SOURCE', 'API'), endOf('DESTINATION', 'API')].map(endFromWire))
  if (!ends) throw new Error('A workflow has two ends.')
  const parts = { Run: Nothing, More: Nothing, Deploy: DeployRefusal }
  const shownWorkflow = workflowFromWire({ ...workflow, tool_instances: [step] })
  return show(<EditorHeader workflow={shownWorkflow} ends={ends} parts={parts} />, { signedIn })
}

test('who only runs a workflow learns from its deploy buttons what is missing', async () => {
  const refusal =
    'You cannot deploy this workflow, because you may not use the tool “Secret notes”.'
  fakeServer(
    answer(api.canUpdateWorkflow, () => ({ can_update: true })),
    answer(workflowSharing.read, () => ({
      id: workflow.id,
      name: workflow.workflow_name,
      created_by: null,
      co_owners: [],
      shared_users: [],
      shared_groups: [],
      shared_to_org: true,
      deploying: { users: [], groups: [], private_parts: [], refusal },
    })),
  )
  await showHeader()

  expect(await screen.findByText(refusal)).toBeTruthy()
})

test('an admin is not asked for: the deploy buttons are theirs', async () => {
  const { callsOf } = fakeServer()
  await showHeader(anaAtAcme)

  expect(await screen.findByText('Can be deployed')).toBeTruthy()
  expect(callsOf(workflowSharing.read)).toEqual([])
})
