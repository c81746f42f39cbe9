import { getSession } from '@recto/contract/organizations/session'
import * as shares from '@recto/contract/prompt-studio/public-shares'
import * as api from '@recto/contract/simple-studio/simple-studio'
import { screen, waitFor, within } from '@testing-library/react'
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
import { open } from '../../testing/show.tsx'
import { april, march, output, profile, project, projectId } from './testing/visited-invoices.ts'

const shareId = projectId.replace(/1$/, '8')
const address = `/simple-prompt-studio/${projectId}`

const read = (status: api.IndexStatus, { document_id, document_name } = march) => ({
  document_id,
  document_name,
  index_status: status,
})

const simple = (changes: Partial<api.SimpleProject> = {}): api.SimpleProject => ({
  tool_id: projectId,
  tool_name: 'Invoices',
  documents: [read('SUCCESS')],
  share_id: shareId,
  expires_at: '2026-03-08T08:00:00.000000Z',
  ...changes,
})

const settings = {
  is_open: true,
  human_check: null,
  keep_days: 7,
  most_documents: 5,
  most_pages: 200,
  most_bytes_of_document: 20 * 1024 * 1024,
}

function visit(...extraAnswers: FakeAnswers) {
  return fakeServer(
    answer(api.getSimpleSettings, () => settings),
    answer(api.getSimpleProject, () => simple()),
    answer(shares.getPublicProject, () => project),
    answer(shares.listPublicDocuments, () => [march, april]),
    answer(shares.listPublicProfiles, () => [profile]),
    answer(shares.listPublicIndexes, () => []),
    answer(shares.listPublicOutputs, () => []),
    answer(shares.listPublicAdapters, () => []),
    answer(shares.readPublicDocument, () => refuse(500, '')),
    answer(shares.listPublicDefaultOutputs, () => ({ total: '' })),
    ...extraAnswers,
  )
}

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const findTexts = (words: RegExp | string) => screen.findAllByText(words)

function expireCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads it from there too.
  document.cookie = 'recto_key=; max-age=0'
}

afterEach(expireCookie)

const uploadTo = async (...names: string[]) => {
  const input = await screen.findByLabelText('Files to upload')
  await userEvent.upload(
    input,
    names.map((name) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })),
  )
}

test('the query goes along to the project, with the key that a cookie has carried [SS-011] [SS-012]', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: a site before this one has set it.
  document.cookie = 'recto_key=fair-2026'
  const server = visit(
    answer(api.createSimpleProject, () => simple({ documents: [] })),
    answer(api.getSimpleProject, () => simple({ documents: [] })),
  )
  const { router, path } = await open('/simple-prompt-studio?utm_source=fair')
  await userEvent.type(await screen.findByLabelText('Project name (document type)'), 'Invoices')
  await press('Continue')

  await waitFor(() => expect(path()).toBe(address))
  expect(router.state.location.search).toEqual({ utm_source: 'fair', key: 'fair-2026' })
  expect(server.callsOf(api.createSimpleProject)[0]?.body).toEqual({ tool_name: 'Invoices' })
})

test('a page that is opened by its link keeps the key of the cookie too [SS-012]', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: a site before this one has set it.
  document.cookie = 'recto_key=fair-2026'
  visit()
  const { router } = await open(`${address}?document=${march.document_id}`)

  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      document: march.document_id,
      key: 'fair-2026',
    }),
  )
})

test('files are refused by name before they are sent: there already, or too many [SS-026] [SS-028]', async () => {
  const server = visit(
    answer(api.getSimpleProject, () =>
      simple({
        documents: ['march.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((document_name, place) =>
          read('SUCCESS', { ...march, document_name, document_id: idOf(place) }),
        ),
      }),
    ),
    answer(api.uploadSimpleDocument, () => read('YET_TO_START', april)),
  )
  await open(address)
  await uploadTo('march.pdf', 'april.pdf', 'may.pdf')

  await findTexts('march.pdf is already uploaded.')
  await findTexts('A project can have at most 5 documents. may.pdf was not added.')
  await waitFor(() => expect(server.callsOf(api.uploadSimpleDocument)).toHaveLength(1))
})

const idOf = (place: number) => `30000000-0000-4000-8000-00000000010${place}`

test('an upload that fails says so, with the reason [SS-035]', async () => {
  visit(answer(api.uploadSimpleDocument, () => refuse(500, 'The disk is full.')))
  await open(address)
  await uploadTo('april.pdf')

  await findTexts('Failed to upload documents: The disk is full.')
})

test('a document that is deleted is named, and one that cannot be too [SS-036] [SS-037] [SS-046]', async () => {
  let isUp = false
  const server = visit(answer(api.deleteSimpleDocument, () => (isUp ? undefined : refuse(500, ''))))
  await open(address)
  for (const words of ['Failed to delete document: march.pdf', 'Deleted successfully: march.pdf']) {
    await press('Delete march.pdf')
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
    )
    await findTexts(words)
    isUp = true
  }
  expect(server.callsOf(api.deleteSimpleDocument)[0]).toMatchObject({
    params: { id: march.document_id },
    query: { sps_project_id: projectId },
  })
})

test('what is unread is read when the page opens, and a failure is named [SS-022] [SS-038]', async () => {
  const server = visit(
    answer(api.getSimpleProject, () =>
      simple({ documents: [read('YET_TO_START'), read('SUCCESS', april)] }),
    ),
    answer(api.indexSimpleDocument, () => refuse(500, '')),
  )
  await open(address)

  await findTexts('Failed to index document: march.pdf')
  await findTexts('Failed')
  expect(server.callsOf(api.indexSimpleDocument).map(({ body }) => body)).toEqual([
    { document_id: march.document_id, sps_id: projectId },
  ])
})

test('a run that cannot be asked for says why, and asks nobody [SS-032] [SS-033] [SS-034]', async () => {
  const server = visit(answer(api.getSimpleProject, () => simple({ documents: [read('FAILED')] })))
  await open(address)
  await press('Run total')
  await findTexts('Document needs to be index before running the prompt')

  await userEvent.clear(screen.getByLabelText('Prompt for total'))
  await press('Run total')
  await findTexts('Prompt cannot be empty')
  await userEvent.clear(screen.getByLabelText('Name of total'))
  await press('Run total')
  await findTexts('Field name cannot be empty')
  expect(server.callsOf(api.runSimplePrompt)).toEqual([])
  expect(server.callsOf(api.changeSimplePrompt)).toEqual([])
})

test('a run that fails names its document, and one that goes well shows its value [SS-039]', async () => {
  let isUp = false
  visit(
    answer(api.runSimplePrompt, () => (isUp ? [output] : refuse(500, 'The model is away.'))),
    answer(shares.listPublicOutputs, () => (isUp ? [output] : [])),
  )
  await open(address)
  await press('Run total')
  await findTexts('Failed to generate output for march.pdf: The model is away.')
  isUp = true
  await press('Run total')

  await within(screen.getByRole('region', { name: 'Value for total' })).findByText(/^5.?670/)
})

test('a document that cannot be shown says so [SS-040]', async () => {
  visit()
  await open(address)

  await screen.findByRole('heading', { name: 'Failed to load file' })
})

test('what is for experts is not there [SS-016]', async () => {
  visit()
  await open(address)
  await screen.findByRole('article', { name: 'total' })

  for (const name of [/Value Required/, /Manage Documents/, /Prompt Studio settings/, /Export/]) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByText(profile.profile_name)).toBeNull()
})

test('with a human check, an upload and a run send a token of their own each [SS-030]', async () => {
  let count = 0
  const renderedOptions: unknown[] = []
  vi.stubGlobal('turnstile', {
    render(_place: HTMLElement, options: { callback(token: string): void; sitekey: string }) {
      renderedOptions.push(options.sitekey)
      count += 1
      queueMicrotask(() => options.callback(`token ${count}`))
      return 'widget'
    },
    execute: () => undefined,
    reset: () => undefined,
  })
  const server = visit(
    answer(api.getSimpleSettings, () => ({
      ...settings,
      human_check: { kind: 'turnstile' as const, site_key: 'of-the-site' },
    })),
    answer(api.uploadSimpleDocument, () => read('SUCCESS', april)),
    answer(api.runSimplePrompt, () => [output]),
  )
  await open(address)
  await press('Run total')
  await waitFor(() => expect(server.callsOf(api.runSimplePrompt)).toHaveLength(1))
  await uploadTo('april.pdf')
  await waitFor(() => expect(server.callsOf(api.uploadSimpleDocument)).toHaveLength(1))

  expect(server.callsOf(api.runSimplePrompt)[0]?.body.recaptcha_token).toBe('token 1')
  const form = server.callsOf(api.uploadSimpleDocument)[0]?.body as unknown as FormData
  expect(form.get('recaptcha_token')).toBe('token 2')
  expect(renderedOptions).toEqual(['of-the-site', 'of-the-site'])
  vi.unstubAllGlobals()
})

test('Create App leads a visitor to an account, and back with the dialog open [SS-010]', async () => {
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => undefined)
  const server = visit(
    answer(getSession, () => new RefusedReply(401, { message: 'Unauthorized' })),
    answer(api.keepSimpleProject, () => ({ tool_id: shareId, is_new: true })),
  )
  await open(address)
  await press(/Create App/)
  await press('Sign up or sign in')

  const back = encodeURIComponent(`${address}?create=app`)
  expect(left).toHaveBeenCalledWith(`/landing?next=${back}`)
  expect(server.callsOf(api.keepSimpleProject)).toEqual([])
})

test('Create App takes the project along for a member, and says what fails [SS-010]', async () => {
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => undefined)
  let isUp = false
  const server = visit(
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: 'acme',
      role: 'admin' as const,
      provider: '',
    })),
    answer(api.keepSimpleProject, () =>
      isUp ? { tool_id: shareId, is_new: true } : refuse(500, 'The disk is full.'),
    ),
  )
  await open(`${address}?create=app`)
  await findTexts(/^The project will be added to/)
  const reopenedDialog = within(screen.getByRole('dialog', { name: 'Create App' }))
  await userEvent.click(reopenedDialog.getByRole('button', { name: 'Create App' }))
  await reopenedDialog.findByText('The disk is full.')
  isUp = true
  await userEvent.click(reopenedDialog.getByRole('button', { name: 'Create App' }))

  await waitFor(() => expect(left).toHaveBeenCalledWith(`/acme/tools/${shareId}`))
  expect(server.callsOf(api.keepSimpleProject)[1]?.body).toEqual({ sps_id: projectId })
})

test('where visitors are not let in, the page says so', async () => {
  visit(answer(api.getSimpleSettings, () => ({ ...settings, is_open: false })))
  await open('/simple-prompt-studio')

  await screen.findByRole('heading', { name: 'The simple prompt studio is not available' })
})

test('a project that is not there offers a new one [SS-013]', async () => {
  visit(answer(api.getSimpleProject, () => refuse(404, 'No such project.')))
  await open(address)

  const link = await screen.findByRole('link', { name: 'Create New Project' })
  expect(link.getAttribute('href')).toBe('/simple-prompt-studio')
  expect(screen.getByText('404')).toBeTruthy()
})
