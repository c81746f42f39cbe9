import { listGroups } from '@recto/contract/organizations/groups'
import { listMembers } from '@recto/contract/organizations/organizations'
import {
  adapterSharing,
  connectorSharing,
  deploymentSharing,
  pipelineSharing,
  projectSharing,
  type Sharing,
  workflowSharing,
} from '@recto/contract/organizations/sharing'
import { listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { listWorkflows } from '@recto/contract/workflows/workflows'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { benAtAcme } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { ShareDialog } from './ShareDialog.tsx'

const id = '11111111-1111-4111-8111-111111111111'
const ana = { id: 7, email: 'ana@acme.test' }
const ben = { id: 8, email: 'ben@acme.test' }
const cleo = { id: 10, email: 'cleo@acme.test' }
const invoices: Sharing = {
  id,
  name: 'Invoices',
  created_by: ana,
  co_owners: [ana],
  shared_users: [],
  shared_groups: [],
  shared_to_org: false,
}

function server(people = [ana, ben], ...extraAnswers: Answer[]) {
  return fakeServer(
    answer(projectSharing.read, () => invoices),
    answer(listMembers, () => ({
      message: 'success' as const,
      members: people.map(({ id: key, email }) => ({
        id: String(key),
        email,
        role: 'recto_user',
        is_admin: false,
        is_service_account: false,
      })),
      count: people.length,
    })),
    answer(listGroups, () => []),
    ...extraAnswers,
  )
}

const isChoice = (element: HTMLElement) => element.matches('.ant-select-item-option')

let isClosed = false

async function openDialog() {
  isClosed = false
  await show(
    <ShareDialog
      id={id}
      name="Invoices"
      noun="project"
      endpoints={projectSharing}
      lists={[listProjects]}
      onClose={() => {
        isClosed = true
      }}
    />,
  )
  await screen.findByRole('button', { name: 'Apply' })
  return userEvent.setup()
}

test('a refusal stands in the dialog, which stays', async () => {
  server(
    [ana, ben],
    answer(projectSharing.share, () => refuse(403, 'You may not share it.')),
  )
  const user = await openDialog()

  await user.click(screen.getByRole('button', { name: 'Apply' }))

  expect((await screen.findByRole('alert')).textContent).toContain('You may not share it.')
  expect(isClosed).toBe(false)
})

test('[US-070] who is alone is not offered to share with everyone', async () => {
  server([ana])
  await openDialog()

  expect(screen.queryByText('Share with everyone in current org')).toBeNull()
})

test('[US-071] cancelling shares nothing', async () => {
  const fakeApi = server()
  const user = await openDialog()

  await user.click(screen.getByLabelText('Share with everyone in current org'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))

  expect(isClosed).toBe(true)
  expect(fakeApi.callsOf(projectSharing.share)).toEqual([])
})

test('[US-068, US-069, PS-355, PS-356] people are picked, and the owner is no choice', async () => {
  const fakeApi = server(
    [ana, ben],
    answer(projectSharing.share, () => undefined),
  )
  const user = await openDialog()

  fireEvent.mouseDown(screen.getByLabelText('Users'))
  expect(await screen.findByTitle('ben@acme.test')).toBeTruthy()
  const choices = screen.getAllByTitle(/@acme.test/).filter(isChoice)
  expect(choices.map(({ title }) => title)).toEqual(['ben@acme.test'])
  await user.click(screen.getByTitle('ben@acme.test'))
  await user.click(screen.getByRole('button', { name: 'Apply' }))

  await waitFor(() => expect(isClosed).toBe(true))
  expect(fakeApi.callsOf(projectSharing.share)[0]?.body).toEqual({
    shared_users: [8],
    shared_groups: [],
    shared_to_org: false,
  })
})

test('[US-070, US-071, PS-355] with everyone, at once', async () => {
  const fakeApi = server(
    [ana, ben],
    answer(projectSharing.share, () => undefined),
  )
  const user = await openDialog()

  await user.click(screen.getByLabelText('Share with everyone in current org'))
  expect(screen.queryByLabelText('Users')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Apply' }))

  await waitFor(() => expect(fakeApi.callsOf(projectSharing.share)).toHaveLength(1))
  expect(fakeApi.callsOf(projectSharing.share)[0]?.body.shared_to_org).toBe(true)
})

test('whose it is, its owners say: another one comes before the first goes', async () => {
  const fakeApi = server(
    [ana, ben],
    answer(projectSharing.addOwner, () => ({ id, co_owners: [ana, ben] })),
    answer(projectSharing.share, () => undefined),
    answer(projectSharing.removeOwner, () => refuse(400, 'The last owner cannot be removed.')),
  )
  const user = await openDialog()

  fireEvent.mouseDown(screen.getByLabelText('Owners'))
  const options = await screen.findAllByTitle(/@acme.test/)
  for (const option of options.filter(isChoice)) await user.click(option)
  await user.click(screen.getByRole('button', { name: 'Apply' }))

  expect((await screen.findByRole('alert')).textContent).toContain(
    'The last owner cannot be removed.',
  )
  expect(fakeApi.callsOf(projectSharing.addOwner)[0]?.body).toEqual({ user_id: 8 })
  expect(fakeApi.callsOf(projectSharing.share)).toHaveLength(1)
  expect(fakeApi.callsOf(projectSharing.removeOwner)[0]?.params).toEqual({ id, user_id: 7 })
  expect(isClosed).toBe(false)
})

const group = { id: 3, name: 'Accounting' }
const fullGroup = {
  ...group,
  description: '',
  created_by: 7,
  member_count: 1,
  created_at: '2026-06-03T09:15:20.123456Z',
  modified_at: '2026-06-03T09:15:20.123456Z',
}
const kinds = {
  adapter: adapterSharing,
  connector: connectorSharing,
  project: projectSharing,
  workflow: workflowSharing,
  deployment: deploymentSharing,
  pipeline: pipelineSharing,
} as const

type Case = {
  readonly noun: keyof typeof kinds
  readonly sharing: Partial<Sharing>
  readonly isInGroup?: boolean
}

/** Shows Ben, who is no owner, the dialog of a resource of Ana. */
async function openAsBen({ noun, sharing, isInGroup = false }: Case) {
  const fakeApi = server(
    [ana, ben, cleo],
    answer(listGroups, ({ query }) => (query.member && !isInGroup ? [] : [fullGroup])),
    answer(kinds[noun].read, () => ({ ...invoices, ...sharing })),
    answer(kinds[noun].share, () => undefined),
  )
  await show(
    <ShareDialog
      id={id}
      name="Invoices"
      noun={noun}
      endpoints={kinds[noun]}
      lists={[]}
      onClose={() => {}}
    />,
    { signedIn: benAtAcme },
  )
  expect(await screen.findByText('Owner: ana@acme.test')).toBeTruthy()
  expect(screen.queryByLabelText('Owners')).toBeNull()
  expect(screen.queryByLabelText('Share with everyone in current org')).toBeNull()
  return fakeApi
}

const listedPeople = () =>
  within(screen.getByRole('list', { name: 'Shared with' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

for (const noun of ['adapter', 'connector'] as const) {
  test(`whoever may only use the ${noun}, by name or by group, sees with whom it is shared [AD-062]`, async () => {
    const sharing = { shared_users: [ben, cleo], shared_groups: [group] }
    await openAsBen({ noun, sharing, isInGroup: true })

    expect(listedPeople()).toEqual(['ben@acme.test', 'cleo@acme.test', 'Accounting (group)'])
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    expect(
      screen.getByText(/^Only the owner and admins can change who this .+ is shared with\.$/),
    ).toBeTruthy()
  })
}

for (const noun of ['project', 'workflow', 'deployment', 'pipeline'] as const) {
  test(`whoever the ${noun} is shared with adds people, and removes nobody`, async () => {
    const sharing = { shared_users: [cleo], shared_groups: [group] }
    const fakeApi = await openAsBen({ noun, sharing, isInGroup: true })
    const user = userEvent.setup()
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
    expect(listedPeople()).toEqual(['cleo@acme.test', 'Accounting (group)'])
    expect(apply.disabled).toBe(true)

    fireEvent.mouseDown(screen.getByLabelText('Add users'))
    await screen.findByTitle('ben@acme.test')
    const choices = screen.getAllByTitle(/@acme.test/).filter(isChoice)
    expect(choices.map(({ title }) => title)).toEqual(['ben@acme.test'])
    await user.click(screen.getByTitle('ben@acme.test'))
    await user.click(apply)

    await waitFor(() => expect(fakeApi.callsOf(kinds[noun].share)).toHaveLength(1))
    expect(fakeApi.callsOf(kinds[noun].share)[0]?.body).toEqual({
      shared_users: [10, 8],
      shared_groups: [3],
    })
  })

  test(`whoever the ${noun} is not shared with changes nothing, and learns why`, async () => {
    await openAsBen({ noun, sharing: { shared_to_org: true, shared_groups: [group] } })

    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    expect(
      screen.getByText(/^Only the owner, admins and people this .+ is shared with can share it\.$/),
    ).toBeTruthy()
  })
}

const deployRight = {
  users: [],
  groups: [],
  private_parts: [
    { type: 'tool' as const, name: 'Secret notes' },
    { type: 'adapter' as const, name: 'Costly model' },
  ],
  refusal: null,
}

async function openWorkflow(sharing: Partial<Sharing>, signedIn?: typeof benAtAcme) {
  const fakeApi = server(
    [ana, ben, cleo],
    answer(workflowSharing.read, () => ({ ...invoices, shared_to_org: true, ...sharing })),
    answer(workflowSharing.share, () => undefined),
  )
  await show(
    <ShareDialog
      namesPeopleWhenOpen
      id={id}
      name="Invoices"
      noun="workflow"
      endpoints={workflowSharing}
      lists={[listWorkflows]}
      onClose={() => {}}
    />,
    signedIn && { signedIn },
  )
  await screen.findByRole('dialog')
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
  return fakeApi
}

/** Clicks Apply and returns what is sent. */
async function applyTo(fakeApi: Awaited<ReturnType<typeof openWorkflow>>) {
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(fakeApi.callsOf(workflowSharing.share)).toHaveLength(1))
  return fakeApi.callsOf(workflowSharing.share)[0]?.body
}

test('the owner of a workflow lets somebody deploy it who may not use all its parts', async () => {
  const fakeApi = await openWorkflow({ deploying: deployRight })
  const user = userEvent.setup()

  expect(screen.getByText(/tool “Secret notes”, adapter “Costly model”/)).toBeTruthy()
  fireEvent.mouseDown(screen.getByLabelText('People who may deploy'))
  await user.click(await screen.findByTitle('ben@acme.test'))
  expect(await applyTo(fakeApi)).toEqual({
    shared_users: [],
    shared_groups: [],
    shared_to_org: true,
    deploying: { users: [8], groups: [] },
  })
})

test('the owner of a workflow closes it to everyone but the people they choose', async () => {
  const fakeApi = await openWorkflow({})
  const user = userEvent.setup()
  await user.click(screen.getByRole('radio', { name: 'Share with selected users' }))
  fireEvent.mouseDown(screen.getByLabelText('Users'))
  await user.click(await screen.findByTitle('ben@acme.test'))
  expect(await applyTo(fakeApi)).toEqual({
    shared_users: [8],
    shared_groups: [],
    shared_to_org: false,
  })
})

test('nobody is picked for what everyone can deploy', async () => {
  await openWorkflow({ deploying: { ...deployRight, private_parts: [] } })
  expect(screen.getByText(/Everyone in the organization can deploy it/)).toBeTruthy()
  expect(screen.queryByLabelText('People who may deploy')).toBeNull()
})

test('who only runs a workflow sees what is not shared, and picks nobody to deploy it', async () => {
  await openWorkflow({ deploying: deployRight }, benAtAcme)

  expect(screen.getByText(/tool “Secret notes”/)).toBeTruthy()
  expect(screen.queryByLabelText('People who may deploy')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
})

test('whoever shares a workflow further leaves as it is who may deploy it', async () => {
  const fakeApi = await openWorkflow({ deploying: deployRight, shared_users: [ben] }, benAtAcme)
  const user = userEvent.setup()

  expect(screen.getByText(/tool “Secret notes”/)).toBeTruthy()
  expect(screen.queryByLabelText('People who may deploy')).toBeNull()
  fireEvent.mouseDown(screen.getByLabelText('Add users'))
  await user.click(await screen.findByTitle('cleo@acme.test'))
  expect(await applyTo(fakeApi)).toEqual({
    shared_users: [8, 10],
    shared_groups: [],
  })
})
