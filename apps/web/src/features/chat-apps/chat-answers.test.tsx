import * as api from '@recto/contract/chat-apps/chat-apps'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { AppPage } from './AppPage.tsx'
import {
  anaWithApps,
  answerOf,
  appAnswers,
  cannedQuestion,
  history,
  march,
  questionOf,
  replyOf,
} from './testing/asked-app.ts'

type Answers = Answer[]
type Person = ReturnType<typeof userEvent.setup>

const pages = answer(api.listAppDocumentPages, () => ({
  pages: [
    { width: 600, height: 800 },
    { width: 600, height: 800 },
  ],
}))

const visit = (...extraAnswers: Answers) => {
  const server = fakeServer(appAnswers(), pages, ...extraAnswers)
  const address = `/acme/app/invoice-desk?chat=${history.id}`
  const showOptions = { signedIn: anaWithApps, at: address, route: '/$organization/app/$app' }
  return show(<AppPage />, showOptions).then(() => server)
}
const answeredTurns = (changes: Partial<api.ChatAnswer>) =>
  answer(api.listChatMessages, () => [questionOf(1), answerOf(1, changes)])
const transcript = async () => within(await screen.findByRole('region', { name: 'Conversation' }))

test.each([
  ['the mark in the answer', 'Citation 1'],
  ['the list below it', /march\.pdf/],
])('%s opens the page, with what is cited marked on it', async (_, name) => {
  const ana = userEvent.setup()
  const { callsOf } = await visit()
  await ana.click(await (await transcript()).findByRole('button', { name }))
  const drawer = within(await screen.findByRole('dialog'))

  const picture = await drawer.findByRole<HTMLImageElement>('img', { name: 'Page 2 of march.pdf' })
  expect(picture.getAttribute('src')).toMatch(
    new RegExp(`/app/document/${march.id}/page/\\?page=1&width=\\d+$`),
  )
  const band = drawer.getByText('Total 1').parentElement
  expect(band?.style.left).toBe('10%')
  expect(band?.style.top).toBe('10%')
  expect(callsOf(api.listAppDocumentPages)[0]?.params).toEqual({ id: march.id })

  await ana.click(drawer.getByRole('button', { name: 'Previous page' }))
  expect(await drawer.findByRole('img', { name: 'Page 1 of march.pdf' })).toBeTruthy()
  expect(drawer.queryByText('Total 1')).toBeNull()
})

test('a document that has left the app says so', async () => {
  const ana = userEvent.setup()
  await visit(answer(api.listAppDocumentPages, () => refuse(404, 'No such document.')))
  await ana.click(await (await transcript()).findByRole('button', { name: 'Citation 1' }))

  expect(await screen.findByText('This document is no longer in the app')).toBeTruthy()
})

test('passages are quotes, whose marks lead to them', async () => {
  await visit(answeredTurns({ kind: 'passages', message: 'These fit best.\n\n> Total 41.50 [1]' }))
  const mark = await (await transcript()).findByRole('button', { name: 'Citation 1' })

  expect(mark.closest('blockquote')?.textContent).toBe('Total 41.50 1')
})

test('what the documents do not say is said plainly, and an answer without a place says that', async () => {
  const noCitationText = 'This answer does not cite any sources.'
  await visit(
    answer(api.listChatMessages, () => [
      questionOf(1),
      answerOf(1, { kind: 'not-answered', message: 'They do not say.', citations: [] }),
      questionOf(2),
      answerOf(2, { message: 'It is two.', citations: [] }),
    ]),
  )
  const transcriptQueries = await transcript()

  expect(await transcriptQueries.findByText('They do not say.')).toBeTruthy()
  expect(transcriptQueries.getAllByText(noCitationText)).toHaveLength(1)
  expect(transcriptQueries.getByText('It is two.').parentElement?.textContent).toContain(
    noCitationText,
  )
})

test('documents that could not be read are named', async () => {
  await visit(answeredTurns({ unread: [{ file_name: 'april.pdf', reason: 'It is locked.' }] }))

  const transcriptQueries = await transcript()
  expect(
    await transcriptQueries.findByText('Answered without april.pdf: It is locked.'),
  ).toBeTruthy()
})

test('the documents of the app are listed, and open', async () => {
  const ana = userEvent.setup()
  await visit()
  await ana.click(await screen.findByRole('tab', { name: 'Documents' }))
  await ana.click(
    await within(await screen.findByRole('list', { name: 'Documents' })).findByRole('button', {
      name: 'march.pdf',
    }),
  )

  expect(await screen.findByRole('img', { name: 'Page 1 of march.pdf' })).toBeTruthy()
})

async function openCanned(ana: Person) {
  await ana.click(await screen.findByRole('tab', { name: 'Canned Questions' }))
  return within(await screen.findByRole('list', { name: 'Canned questions' }))
}

async function chooseCanned(ana: Person, action: string) {
  await ana.click(
    await screen.findByRole('button', { name: `Actions for ${cannedQuestion.question}` }),
  )
  await ana.click(await screen.findByRole('menuitem', { name: action }))
  return within(await screen.findByRole('dialog'))
}

test('a click on a canned question asks it [AP-076]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = await visit(answer(api.askApp, () => replyOf(1)))
  const list = await openCanned(ana)
  await ana.click(await list.findByRole('button', { name: cannedQuestion.question }))

  await waitFor(() =>
    expect(callsOf(api.askApp)[0]?.body).toMatchObject({
      message: cannedQuestion.question,
      chat_history_id: history.id,
    }),
  )
})

test('a canned question is added and changed in four rows; one without words is none [AP-068] [AP-069] [AP-070]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = await visit(
    answer(api.createCannedQuestion, () => cannedQuestion),
    answer(api.updateCannedQuestion, () => cannedQuestion),
  )
  await openCanned(ana)
  await ana.click(screen.getByRole('button', { name: 'New question' }))
  const addDialog = within(await screen.findByRole('dialog'))
  const box = addDialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' })
  expect(box.rows).toBe(4)
  await ana.type(box, '   ')
  await ana.click(addDialog.getByRole('button', { name: 'Save' }))
  expect(callsOf(api.createCannedQuestion)).toEqual([])
  await ana.type(box, 'Who owes most?')
  await ana.click(addDialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf(api.createCannedQuestion)).toHaveLength(1))
  const form = callsOf(api.createCannedQuestion)[0]?.body as unknown as FormData
  expect([...form.entries()]).toEqual([
    ['question', 'Who owes most?'],
    ['app_id', cannedQuestion.app_id],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const editDialog = await chooseCanned(ana, 'Edit')
  await ana.type(editDialog.getByRole('textbox', { name: 'Question' }), ' Really?')
  await ana.click(editDialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsOf(api.updateCannedQuestion)[0]?.body).toEqual({
      question: `${cannedQuestion.question} Really?`,
      is_active: true,
    }),
  )
})

test('a canned question that is deleted says so [AP-068] [AP-071]', async () => {
  const ana = userEvent.setup()
  await visit(answer(api.deleteCannedQuestion, () => undefined))
  await openCanned(ana)
  const dialog = await chooseCanned(ana, 'Delete')
  await ana.click(dialog.getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Question deleted successfully!')).toBeTruthy()
})

test('a save that fails closes the dialog without a word [AP-075]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = await visit(answer(api.updateCannedQuestion, () => refuse(500, 'No disk.')))
  await openCanned(ana)
  const dialog = await chooseCanned(ana, 'Edit')
  await ana.type(dialog.getByRole('textbox', { name: 'Question' }), '!')
  await ana.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(api.updateCannedQuestion)).toHaveLength(1)
  expect(screen.queryByText('No disk.')).toBeNull()
})

test('the Markdown of a model is rendered, but neither its HTML nor its pictures', async () => {
  const message = [
    '## Totals',
    '| Document | Total |',
    '| --- | --- |',
    '| march.pdf | **41.50** [1] |',
    '',
    '- one [site](javascript:alert(1))',
    '- <img src="https://tracker.example/a.png" onerror="alert(1)">',
    '- ![a picture](https://tracker.example/b.png)',
  ].join('\n')
  await visit(answeredTurns({ message }))
  const conversation = await transcript()
  const cells = await conversation.findAllByRole('cell')

  expect(cells.map(({ textContent }) => textContent)).toEqual(['march.pdf', '41.50 1'])
  expect(within(cells[1] as HTMLElement).getByRole('button', { name: 'Citation 1' })).toBeTruthy()
  expect(conversation.queryByRole('img', { name: /a picture/ })).toBeNull()
  expect(document.querySelector('.chat-answer img')).toBeNull()
  expect(conversation.getByText(/onerror/)).toBeTruthy()
  expect(document.querySelector('.chat-answer a')?.getAttribute('href') ?? '').not.toMatch(/script/)
  expect(conversation.queryByRole('heading', { name: 'Totals' })).toBeNull()
})

test('a conversation is exported with the citations of its answers', async () => {
  const ana = userEvent.setup()
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:saved'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  await visit(answeredTurns({ message: 'It is one [1].' }))
  await (await transcript()).findByText(/It is one/)
  await ana.click(await screen.findByRole('button', { name: 'Export chat' }))
  const text = await blobs[0]?.text()

  expect(text).toContain(`# ${history.label}`)
  expect(text).toContain('It is one [1].')
  expect(text).toMatch(/- \[1\] march\.pdf, page 2: /)
})
