import { acceptFields, proposeFields } from '@recto/contract/prompt-studio/field-proposals'
import { uploadDocuments } from '@recto/contract/prompt-studio/prompt-documents'
import {
  createProject,
  deleteProject,
  listProjects,
  patchProject,
} from '@recto/contract/prompt-studio/prompt-studio'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { benAtAcme, startUpAnswers } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import { ProjectListPage } from './ProjectListPage.tsx'
import { listedProject, project, projectId, studioServer } from './testing/acme-invoices.tsx'

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))

test('a list that cannot be loaded says so and can be tried again [PS-047]', async () => {
  let isUp = false
  fakeServer(
    answer(listProjects, () => (isUp ? [listedProject()] : refuse(500, 'The disk is full.'))),
  )
  await show(<ProjectListPage />)

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load')
  expect(alert.textContent).toContain('The disk is full.')
  isUp = true
  await press('Try again')
  expect(await screen.findByRole('link', { name: 'Invoices' })).toBeTruthy()
  expect(screen.getByText('1 prompt')).toBeTruthy()
})

test('an empty list offers the first project [PS-029] [PS-033]', async () => {
  fakeServer(answer(listProjects, () => []))
  await show(<ProjectListPage />)

  expect(await screen.findByText('No tools to display')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /New Project/ })).toHaveLength(2)
})

test('empty fields are refused beside themselves before the server is asked [PS-031] [PS-035] [PS-036] [PS-037]', async () => {
  const server = fakeServer(answer(listProjects, () => []))
  await show(<ProjectListPage />)
  await userEvent.click((await screen.findAllByRole('button', { name: /New Project/ }))[0]!)

  const dialog = await screen.findByRole('dialog', { name: 'Create new Prompt Studio project' })
  await userEvent.clear(within(dialog).getByLabelText('Author or organization'))
  await userEvent.clear(within(dialog).getByLabelText('Description'))
  await press('Create project')
  expect(await screen.findByText('Please enter project name')).toBeTruthy()
  expect(screen.getByText('Please enter Author/Org name')).toBeTruthy()
  expect(screen.getByText('Please enter description')).toBeTruthy()
  expect(server.callsOf(createProject)).toEqual([])
})

test('a name that is taken is refused beside its field, until it is changed [PS-039]', async () => {
  fakeServer(
    answer(listProjects, () => []),
    answer(createProject, () =>
      refuse(400, 'A project of this name exists already.', { attr: 'tool_name', code: 'unique' }),
    ),
  )
  await show(<ProjectListPage />)
  await userEvent.click((await screen.findAllByRole('button', { name: /New Project/ }))[0]!)
  const name = await screen.findByLabelText('Project name')
  await userEvent.type(name, 'Invoices')
  await userEvent.type(screen.getByLabelText('Description'), 'Totals')
  await press('Create project')

  expect(await screen.findByText('A project of this name exists already.')).toBeTruthy()
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(name, ' 2')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('false'))
})

test('a new project is said to be added and opened at once [PS-040] [PS-045] [PS-048]', async () => {
  const server = fakeServer(
    answer(listProjects, () => []),
    answer(createProject, ({ body }) => project({ tool_name: body.tool_name })),
  )
  const { router } = await show(<ProjectListPage />)
  await userEvent.click((await screen.findAllByRole('button', { name: /New Project/ }))[0]!)
  await userEvent.type(await screen.findByLabelText('Project name'), 'Invoices')
  const description = screen.getByLabelText('Description')
  // Nobody has to think of one before there is a project.
  expect(description).toHaveProperty('value', 'Extracts structured data from documents')
  await userEvent.clear(description)
  await userEvent.type(description, 'Totals')
  await press('Create project')

  expect(await screen.findByText('Added Successfully')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/acme/tools/${projectId}`))
  expect(server.callsOf(createProject)[0]?.body).toMatchObject({
    tool_name: 'Invoices',
    author: 'Ana Lima',
    description: 'Totals',
  })
})

test('the search narrows the cards once typing has rested [PS-030] [PS-034]', async () => {
  fakeServer(
    answer(listProjects, () => [
      listedProject(),
      listedProject(project({ tool_id: projectId.replace(/1$/, '9'), tool_name: 'Contracts' })),
    ]),
  )
  await show(<ProjectListPage />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)

  await userEvent.type(screen.getByLabelText('Search projects'), 'contr')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(screen.getByRole('link', { name: 'Contracts' })).toBeTruthy()
})

test('a project in use stays, and the dialog says why [PS-041]', async () => {
  fakeServer(
    answer(listProjects, () => [listedProject()]),
    answer(deleteProject, () => refuse(500, 'The workflow “Monthly” uses its tool.')),
  )
  await show(<ProjectListPage />)
  await press('Delete Invoices')
  await press('Delete')

  expect(await screen.findByText('The workflow “Monthly” uses its tool.')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Delete Invoices?' })).toBeTruthy()
})

test('a deletion that fails without a reason says that it failed [PS-044]', async () => {
  fakeServer(
    answer(listProjects, () => [listedProject()]),
    answer(deleteProject, () => refuse(500, '')),
  )
  await show(<ProjectListPage />)
  await press('Delete Invoices')
  await press('Delete')

  expect(await screen.findByText('Failed to Delete')).toBeTruthy()
})

test('a project is edited in a dialog that holds its description to 200 characters [PS-032] [PS-038] [PS-046] [PS-048]', async () => {
  const server = fakeServer(
    answer(listProjects, () => [listedProject()]),
    answer(patchProject, ({ body }) => project({ description: body.description ?? '' })),
  )
  await show(<ProjectListPage />)
  await press('Edit Invoices')
  expect(await screen.findByText('Edit Prompt Studio project')).toBeTruthy()
  const description = screen.getByLabelText('Description')
  expect(description.getAttribute('maxlength')).toBe('200')
  await userEvent.clear(description)
  await userEvent.click(description)
  await userEvent.paste('d'.repeat(250))
  await press('Save')

  expect(await screen.findByText('Updated Successfully')).toBeTruthy()
  expect(server.callsOf(patchProject)[0]?.body.description).toBe('d'.repeat(200))
})

test('the list lies at its address, and leads into a project at its own [PS-028] [PS-058]', async () => {
  studioServer(
    {},
    startUpAnswers(),
    answer(listProjects, () => [listedProject()]),
  )
  const { path } = await open('/acme/tools')
  await userEvent.click(await screen.findByRole('link', { name: 'Invoices' }))

  await waitFor(() => expect(path()).toBe(`/acme/tools/${projectId}`))
  expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Prompts' })).toBeTruthy()
})

test('a deleted project leaves the list [PS-107] [PS-048]', async () => {
  let projects = [listedProject()]
  fakeServer(
    answer(listProjects, () => projects),
    answer(deleteProject, () => {
      projects = []
      return undefined
    }),
  )
  await show(<ProjectListPage />)
  await press('Delete Invoices')
  await press('Delete')

  expect(await screen.findByText('Invoices - Deleted successfully')).toBeTruthy()
  expect(await screen.findByText('No tools to display')).toBeTruthy()
})

test('another’s project is not deleted', async () => {
  fakeServer(answer(listProjects, () => [listedProject()]))
  await show(<ProjectListPage />, { signedIn: benAtAcme })

  const deletion = await screen.findByRole('button', { name: 'Delete Invoices' })
  expect(deletion.hasAttribute('disabled')).toBe(true)
})

test('the projects are also a list, in which several are deleted at once', async () => {
  let projects = ['Invoices', 'Receipts', 'Orders'].map((name, index) => ({
    ...listedProject(),
    tool_id: `00000000-0000-4000-8000-00000000000${index}`,
    tool_name: name,
  }))
  fakeServer(
    answer(listProjects, () => projects),
    answer(deleteProject, ({ params }) => {
      projects = projects.filter(({ tool_id }) => tool_id !== params.tool_id)
      return undefined
    }),
  )
  await show(<ProjectListPage />)

  await userEvent.click(await screen.findByRole('radio', { name: 'List' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Invoices' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Orders' }))
  const toolbar = screen.getByRole('toolbar', { name: 'Selected projects' })
  await userEvent.click(within(toolbar).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 projects?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('2 of 2 projects deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Receipts' })).toBeTruthy()
})

test('a document that is dropped becomes a project with the fields that it suggests and their values', async () => {
  const field = { key: 'total', prompt: 'What is the total?', enforce_type: 'number' as const }
  const server = fakeServer(
    answer(listProjects, () => [listedProject()]),
    answer(createProject, ({ body }) =>
      body.tool_name === 'Invoices (2)'
        ? refuse(400, 'The name is taken.', { attr: 'tool_name' })
        : project(),
    ),
    answer(uploadDocuments, () => ({
      data: [{ document_id: projectId, document_name: 'march.pdf', tool: projectId }],
    })),
    answer(proposeFields, () => ({ fields: [{ ...field, value: 41.5, evidence: [] }], known: 0 })),
    answer(acceptFields, () => ({ prompts: [], taken: [] })),
  )
  const { router } = await show(<ProjectListPage />)
  const line = await screen.findByRole('button', { name: /Drop a document of your own here/ })
  fireEvent.drop(line, { dataTransfer: { files: [new File(['%PDF-'], 'Invoices.pdf')] } })

  await waitFor(() => expect(router.state.location.pathname).toBe(`/acme/tools/${projectId}`))
  // A project of the name of the file exists already, and another one that only its owner sees.
  expect(server.callsOf(createProject).map(({ body }) => body.tool_name)).toEqual([
    'Invoices (2)',
    'Invoices (3)',
  ])
  expect(server.callsOf(acceptFields)[0]?.body).toEqual({ document_id: projectId, fields: [field] })
})

test('a file that cannot be read is refused before a project is made of it', async () => {
  const server = fakeServer(answer(listProjects, () => [listedProject()]))
  await show(<ProjectListPage />)
  const line = await screen.findByRole('button', { name: /Drop a document of your own here/ })
  fireEvent.drop(line, { dataTransfer: { files: [new File(['MZ'], 'evil.exe')] } })

  expect(await screen.findByText('Only PDF files are allowed')).toBeTruthy()
  expect(server.callsOf(createProject)).toEqual([])
})
