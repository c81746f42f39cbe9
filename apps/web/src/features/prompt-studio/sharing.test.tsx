import { getSession } from '@recto/contract/organizations/session'
import {
  cloneProject,
  importProject,
  syncPrompts,
} from '@recto/contract/prompt-studio/project-files'
import { getProject, listProjects, type Project } from '@recto/contract/prompt-studio/prompt-studio'
import * as shares from '@recto/contract/prompt-studio/public-shares'
import { omitUndefined } from '@recto/omit-undefined'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import {
  answer,
  type FakeAnswers,
  fakeServer,
  RefusedReply,
  refuse,
} from '../../testing/fake-server.ts'
import { benAtAcme } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import { ProjectListPage } from './ProjectListPage.tsx'
import {
  april,
  listedProject,
  march,
  output,
  profile,
  project,
  projectId,
  showProject,
  studioServer,
  total,
} from './testing/acme-invoices.tsx'

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const copyId = projectId.replace(/1$/, '7')
const shareId = projectId.replace(/1$/, '8')
afterEach(() => vi.restoreAllMocks())

test('a clone whose name is taken is refused beside it, and one that fails says so [PS-352]', async () => {
  let attr: string | null = 'tool_name'
  studioServer(
    {},
    answer(cloneProject, () => refuse(attr ? 400 : 500, attr ? 'It is taken.' : '', { attr })),
  )
  await showProject()
  await press('Clone')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Clone' }))
  expect(await dialog.findByText('It is taken.')).toBeTruthy()
  expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')

  attr = null
  await userEvent.click(dialog.getByRole('button', { name: 'Clone' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to clone project')
})

test('the prompts of a file take the place of those of the project, and a copy is left unless it is unchecked', async () => {
  const server = studioServer(
    {},
    answer(syncPrompts, ({ body }) => ({
      prompts_deleted: 1,
      prompts_created: 2,
      prompts_updated: 0,
      tool_settings_updated: true,
      message: 'Prompts: 0 updated, 2 created, 1 deleted.',
      ...omitUndefined({ backup_tool_name: body.create_copy ? 'Invoices (backup)' : undefined }),
    })),
  )
  await showProject()
  await press('Replace prompts')
  const choose = async (text: string) =>
    fireEvent.change(await screen.findByLabelText('Project file'), {
      target: { files: [new File([text], 'invoices.json')] },
    })
  await choose('{"cut in ha')
  await press('Replace')
  expect(
    await screen.findByText(/^“invoices.json” is not valid JSON, or is incomplete/),
  ).toBeTruthy()
  expect(server.callsOf(syncPrompts)).toEqual([])

  const file = {
    tool_metadata: { tool_name: 'Invoices', description: 'Bills', author: 'Ana' },
    tool_settings: {},
    prompts: [],
    export_metadata: {},
  }
  await choose(JSON.stringify(file))
  await press('Replace')
  expect(
    await screen.findByText(/The copy of the previous version is named “Invoices \(backup\)”/),
  ).toBeTruthy()
  expect(server.callsOf(syncPrompts)[0]?.body).toMatchObject({ create_copy: true })
})

test('a clone is named after its source and opened [PS-348] [PS-349] [PS-351]', async () => {
  const server = studioServer(
    {},
    answer(cloneProject, ({ body }) => project({ tool_id: copyId, tool_name: body.tool_name })),
  )
  const { router } = await showProject()
  await press('Clone')
  await screen.findByText('Enter name for your new clone')
  const dialog = within(screen.getByRole('dialog'))
  expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('Copy of Invoices')
  await userEvent.click(dialog.getByRole('button', { name: 'Clone' }))

  expect(await screen.findByText('Project cloned sucessfully')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/acme/tools/${copyId}`))
  expect(server.callsOf(cloneProject)[0]?.body).toEqual({
    tool_id: projectId,
    tool_name: 'Copy of Invoices',
  })
})

test('a public link that cannot be made or taken back says so [PS-366] [PS-367]', async () => {
  const server = studioServer(
    {},
    answer(shares.startPublicShare, () => refuse(500, '')),
    answer(shares.stopPublicShare, () => refuse(500, '')),
  )
  const { client } = await showProject()
  await press('Public link')
  await press('Share')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to generate share link')
  await press('Cancel')

  server.change({ share_id: shareId })
  await client.invalidateQueries()
  await press('Public link')
  await press('Stop sharing')
  expect(await screen.findByText('Failed to revoke share permissions')).toBeTruthy()
})

test('only its owner shares a project publicly [PS-357]', async () => {
  studioServer({ project: project({ created_by: Number(benAtAcme.user.id) }) })
  await showProject()

  const button = await screen.findByRole('button', { name: 'Public link' })
  expect(button).toHaveProperty('disabled', true)
})

test('a project is asked about before it has a link; then the link is copied, and taken back [PS-358] [PS-363] [PS-364] [PS-365]', async () => {
  const server = studioServer(
    {},
    answer(shares.startPublicShare, () => {
      server.change({ share_id: shareId })
      return { share_id: shareId, share_type: 'PROMPT_STUDIO' as const }
    }),
    answer(shares.stopPublicShare, () => {
      server.change({ share_id: undefined } as Partial<Project>)
      return undefined
    }),
  )
  await showProject()
  await press('Public link')
  await screen.findByText('Share the project publicly?')
  await press('Share')
  expect(await screen.findByText('Project shared sucessfully.')).toBeTruthy()

  await screen.findByText('The project is shared publicly')
  const dialog = within(screen.getByRole('dialog'))
  const link = (dialog.getByLabelText('Public link') as HTMLInputElement).value
  expect(new URL(link).pathname).toBe(`/promptStudio/share/${shareId}`)
  const writeText = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  await userEvent.click(dialog.getByRole('button', { name: /Copy link/ }))
  expect(await screen.findByText('Public Project link copied to clipboard.')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(link)

  await userEvent.click(dialog.getByRole('button', { name: 'Stop sharing' }))
  expect(
    await screen.findByText('Public sharing permissions revoked sucessfully for the project.'),
  ).toBeTruthy()
  expect(server.callsOf(shares.stopPublicShare)[0]?.params).toEqual({ share_id: shareId })
})

test('a file that is no project says why, and one that is becomes one', async () => {
  let isWhole = false
  const server = fakeServer(
    answer(listProjects, () => [listedProject()]),
    answer(importProject, () =>
      isWhole
        ? {
            message: 'Imported.',
            tool_id: copyId,
            needs_adapter_config: false,
            warning: 'Mind it.',
          }
        : refuse(400, '“half.json” cannot be read.', { attr: 'file' }),
    ),
  )
  const { router } = await show(<ProjectListPage />)
  const choose = async () => {
    const input = await screen.findByLabelText('Project file')
    fireEvent.change(input, { target: { files: [new File(['{'], 'half.json')] } })
  }
  await choose()
  expect(await screen.findByText('“half.json” cannot be read.')).toBeTruthy()

  isWhole = true
  await choose()
  expect(await screen.findByText('Imported.')).toBeTruthy()
  expect(await screen.findByText('Mind it.')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/acme/tools/${copyId}`))
  expect(server.callsOf(importProject)).toHaveLength(2)
})

const sessionOfAna = {
  id: 7,
  user_id: 'ana',
  email: 'ana@acme.test',
  organization_id: 'acme',
  role: 'admin',
  provider: '',
}
const signedOut = answer(getSession, () => new RefusedReply(401, { message: 'Unauthorized' }))

/** A share as strangers are answered. */
function sharedServer(...extraAnswers: FakeAnswers) {
  const shared = project({
    share_id: shareId,
    created_by: null,
    modified_by: null,
    organization: 0,
    prompts: [total],
  })
  return fakeServer(
    [
      signedOut,
      answer(shares.getPublicProject, () => shared),
      answer(shares.listPublicDocuments, () => [march, april]),
      answer(shares.listPublicProfiles, () => [profile]),
      answer(shares.listPublicIndexes, () => []),
      answer(shares.listPublicOutputs, () => [output()]),
      answer(shares.readPublicDocument, () => refuse(404, 'Not read.')),
      answer(shares.listPublicAdapters, () => []),
      answer(shares.getPublicChoices, () => ({
        combined_output: {},
        choose_llm: {},
        output_type: {},
        output_processing: {},
        embedding: {},
        retrieval_strategy: {},
        vector_store: {},
      })),
    ],
    ...extraAnswers,
  )
}

test('a link that opens nothing says so and leads to the door [PS-369]', async () => {
  sharedServer(answer(shares.getPublicProject, () => refuse(404, 'No such shared project.')))
  const { path } = await open(`/promptStudio/share/${shareId}`)

  expect(await screen.findByText('No such shared project.')).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/landing'))
})

test('a shared project is read without a session, and nothing of it can be changed [PS-368] [PS-370] [PS-371] [PS-372] [PS-373] [PS-115] [PS-129]', async () => {
  const server = sharedServer()
  await open(`/promptStudio/share/${shareId}?view=raw`)

  const card = within(await screen.findByRole('article', { name: 'total' }))
  expect(card.getByText('What is the total?')).toBeTruthy()
  expect(await card.findByRole('button', { name: /^Show total in the document: / })).toBeTruthy()
  expect(server.callsOf(shares.getPublicProject)[0]?.query).toEqual({ id: shareId })
  expect(server.callsOf(shares.listPublicOutputs)[0]?.query).toMatchObject({
    id: shareId,
    document_manager: march.document_id,
  })

  const isOff = (element: HTMLElement) => (element as HTMLButtonElement).disabled
  expect(isOff(await screen.findByRole('button', { name: 'Manage Documents' }))).toBe(true)
  expect(isOff(await screen.findByRole('button', { name: 'Index document' }))).toBe(true)
  expect(card.queryAllByRole('textbox')).toEqual([])
  expect(card.queryAllByRole('switch')).toEqual([])
  const changeButtons =
    /^(Run|More actions for|Preview|Export|Settings|Public link|Save as|Notes|Prompt|Reorder)/
  expect(screen.queryAllByRole('button', { name: changeButtons })).toEqual([])
  const paper = screen.getByRole('region', { name: 'Document' })
  fireEvent.drop(paper, { dataTransfer: { types: ['Files'], files: [new File(['%'], 'b.pdf')] } })
  expect(screen.queryByText('b.pdf')).toBe(null)

  await press('Next document')
  await waitFor(() =>
    expect(server.callsOf(shares.listPublicOutputs).at(-1)?.query.document_manager).toBe(
      april.document_id,
    ),
  )
  expect(server.callsOf(getProject)).toEqual([])
})

test('[OA-002] the output analyzer of a shared project is read without a session, and leads back to it', async () => {
  const server = sharedServer(answer(shares.listPublicDefaultOutputs, () => ({ total: '5670.0' })))
  const { path } = await open(`/promptStudio/share/${shareId}/outputAnalyzer`)

  expect(await screen.findByText('Invoices: Output Analyzer')).toBeTruthy()
  expect(await screen.findByText(/100\.00/)).toBeTruthy()
  expect(server.callsOf(getProject)).toEqual([])
  const changeButtons = /^(Run|Export|Settings|Manage|Notes|Prompt|Reorder)/
  expect(screen.queryAllByRole('button', { name: changeButtons })).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: 'Back to project' }))
  await waitFor(() => expect(path()).toBe(`/promptStudio/share/${shareId}`))
})

test('a visitor signs up to clone [PS-353]', async () => {
  sharedServer()
  const { path } = await open(`/promptStudio/share/${shareId}`)
  await press('Sign up to Clone')

  await waitFor(() => expect(path()).toBe('/landing'))
})

test('who is signed in clones a shared project into their own organization', async () => {
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  const server = sharedServer(
    answer(getSession, () => sessionOfAna),
    answer(cloneProject, () => project({ tool_id: copyId })),
  )
  await open(`/promptStudio/share/${shareId}`)
  await press('Clone')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Clone' }))

  await waitFor(() => expect(left).toHaveBeenCalledWith(`/acme/tools/${copyId}`))
  expect(server.callsOf(cloneProject)[0]?.body).toEqual({
    share_id: shareId,
    tool_name: 'Copy of Invoices',
  })
})
