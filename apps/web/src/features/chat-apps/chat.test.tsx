import * as api from '@recto/contract/chat-apps/chat-apps'
import { getSession } from '@recto/contract/organizations/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { modules } from '../../entry/modules.ts'
import { type LiveConnection, LiveConnectionContext } from '../../shared/live/live-connection.ts'
import { type Answer, answer, fakeServer, RefusedReply, refuse } from '../../testing/fake-server.ts'
import { anaAtAcme, startUpAnswers } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import { AppPage } from './AppPage.tsx'
import {
  anaWithApps,
  answerOf,
  app,
  appAnswers,
  cannedQuestion,
  fakeConnection,
  history,
  questionOf,
  replyOf,
} from './testing/asked-app.ts'

type Answers = Answer[]

const server = (...extraAnswers: Answers) => fakeServer(appAnswers(), ...extraAnswers)

type VisitOptions = {
  readonly at?: string
  readonly line?: LiveConnection
  readonly signedIn?: typeof anaAtAcme
}

const visit = ({ at: path = 'invoice-desk', line, signedIn = anaWithApps }: VisitOptions = {}) =>
  show(
    line ? (
      <LiveConnectionContext value={line}>
        <AppPage />
      </LiveConnectionContext>
    ) : (
      <AppPage />
    ),
    { signedIn, at: `/acme/app/${path}`, route: '/$organization/app/$app' },
  )
const chatPath = `invoice-desk?chat=${history.id}`

const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
const transcript = () => screen.findByRole('region', { name: 'Conversation' })
const findInTranscript = async (words: RegExp | string) =>
  within(await transcript()).findByText(words)
const searchOf = ({ router }: Awaited<ReturnType<typeof visit>>) => router.state.location.search

/** An answer that the test itself gives, and what the list says until then and after. */
function slowly(earlierMessages: api.ChatMessage[] = []) {
  const replyPromise = Promise.withResolvers<api.ChatReply | RefusedReply>()
  let messages = earlierMessages
  return {
    list: (...next: api.ChatMessage[]) => {
      messages = next
    },
    end: (reply: api.ChatReply | RefusedReply, ...next: api.ChatMessage[]) => {
      messages = next
      replyPromise.resolve(reply)
    },
    answers: [
      answer(api.createChatHistory, () => ({ ...history, label: 'Question 1?' })),
      answer(api.listChatHistories, () => [history]),
      answer(api.listChatMessages, () => messages),
      answer(api.askApp, () => replyPromise.promise as Promise<api.ChatReply>),
    ],
  }
}

test('the page of an app has its address [AP-037]', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme', flags: { app_deployment: true } }),
    appAnswers(),
  )
  await open('/acme/app/invoice-desk', modules)

  expect(await screen.findByRole('heading', { name: 'Invoice desk', level: 1 })).toBeTruthy()
})

test.each(['invoice-desk', app.id])('%s leads to the app [AP-037] [AP-038]', async (path) => {
  server()
  await visit({ at: path })
  expect(await screen.findByRole('heading', { name: 'Invoice desk' })).toBeTruthy()
})

test('another name leads to no app, and where apps are switched off there is none [AP-002] [AP-038]', async () => {
  server()
  await visit({ at: 'another' })
  expect(await screen.findByText('App not found')).toBeTruthy()

  await visit({ signedIn: anaAtAcme })
  expect(await screen.findByText('App deployments are not available')).toBeTruthy()
})

test('whoever is not signed in is looked for first, and sees that they wait [AP-039]', async () => {
  const session = Promise.withResolvers<RefusedReply>()
  const { callsOf } = fakeServer(
    appAnswers(),
    answer(getSession, () => session.promise as never),
  )
  const { path } = await open('/acme/app/invoice-desk', modules)
  expect((await screen.findByRole('status')).textContent).toBe('Loading the page')
  expect(callsOf(api.listChatApps)).toEqual([])

  session.resolve(new RefusedReply(401, { message: 'Unauthorized' }))
  await waitFor(() => expect(path()).toBe('/landing'))
})

test('the left column takes 6 of 24 units and has three tabs, the chat takes 18 [AP-040] [AP-041]', async () => {
  server()
  await visit()
  const tabs = await screen.findAllByRole('tab')

  expect(tabs.map((tab) => tab.textContent)).toEqual(['Chats', 'Canned Questions', 'Documents'])
  expect(tabs[0]?.closest('.ant-col')?.className).toContain('ant-col-6')
  expect((await transcript()).closest('.ant-col')?.className).toContain('ant-col-18')
})

test('an empty transcript says what it is for, and an app without documents what is to be done [AP-042]', async () => {
  server(answer(api.listAppDocuments, () => []))
  await visit()

  expect(await screen.findByRole('heading', { name: 'Recto Chat' })).toBeTruthy()
  expect(await findInTranscript(/^Chat with multiple documents/)).toBeTruthy()
  expect(await findInTranscript(/This app has no documents yet/)).toBeTruthy()
})

test('Enter sends, Shift+Enter adds a line, and an empty question goes nowhere [AP-044] [AP-052]', async () => {
  const ana = userEvent.setup()
  const later = slowly()
  const { callsOf } = server(...later.answers)
  await visit()
  await ana.type(await input(), '  {Enter}')
  expect(callsOf(api.createChatHistory)).toEqual([])

  await ana.clear(await input())
  await ana.type(await input(), 'What is{Shift>}{Enter}{/Shift}the total?{Enter}')
  await waitFor(() => expect(callsOf(api.askApp)[0]?.body.message).toBe('What is\nthe total?'))
})

test('the question is shown at once, the input rests meanwhile, and the conversation stands first in the list [AP-045] [AP-046] [AP-047] [AP-048]', async () => {
  const ana = userEvent.setup()
  const later = slowly()
  const newHistory = { ...history, id: cannedQuestion.id, label: 'Question 1?' }
  const { callsOf } = server(
    ...later.answers,
    answer(api.createChatHistory, () => newHistory),
  )
  const page = await visit()
  await ana.type(await input(), 'Question 1?{Enter}')

  expect(await findInTranscript('Question 1?')).toBeTruthy()
  expect(await findInTranscript('Searching the documents…')).toBeTruthy()
  expect((await input()).disabled).toBe(true)
  expect((await input()).value).toBe('')
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(screen.getByLabelText('Waiting for an answer')).toBeTruthy()
  await waitFor(() => expect(searchOf(page)).toEqual({ chat: newHistory.id }))
  const chats = within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('listitem')
  expect(chats.map((chat) => chat.textContent)).toEqual(['Question 1?', 'What is the tot'])
  expect(callsOf(api.createChatHistory)[0]?.body).toEqual({ label: 'Question 1?', app_id: app.id })

  await act(async () => later.end(replyOf(1), questionOf(1), answerOf(1)))
  expect(await findInTranscript('That is all.')).toBeTruthy()
  await ana.type(await input(), 'Question 2?{Enter}')
  await waitFor(() => expect(callsOf(api.askApp)).toHaveLength(2))
  expect(callsOf(api.askApp).map(({ body }) => body.session_id ?? null)).toEqual([
    null,
    history.session_id,
  ])
})

test('the answer grows as it is told, and can be stopped [AP-046]', async () => {
  const ana = userEvent.setup()
  const later = slowly()
  const { line, tell } = fakeConnection(true)
  const { callsOf } = server(
    ...later.answers,
    answer(api.stopAnswer, () => {
      later.list(questionOf(1, { state: 'stopped' }), answerOf(1, { citations: [] }))
      return undefined
    }),
  )
  await visit({ at: chatPath, line })
  await ana.type(await input(), 'Question 1?{Enter}')
  await findInTranscript('Question 1?')
  const stop = screen.getByRole<HTMLButtonElement>('button', { name: 'Stop' })
  expect(stop.disabled).toBe(true)
  later.list(questionOf(1, { state: 'answering' }))
  const news = { chat_history_id: history.id, question_id: questionOf(1).id }
  act(() => tell({ ...news, state: 'answering', message: 'It is' }))
  expect(await findInTranscript('It is')).toBeTruthy()

  await ana.click(stop)
  expect(await findInTranscript('The answer was stopped.')).toBeTruthy()
  // Screen readers announce the whole answer once it is complete.
  expect(screen.getByText(/^It is 1/, { selector: '[role=status]' })).toBeTruthy()
  expect(screen.getByText(/^It is 1/, { selector: '.chat-answer p' })).toBeTruthy()
  expect(callsOf(api.stopAnswer)[0]?.params).toEqual({ id: questionOf(1).id })
  expect((await input()).disabled).toBe(false)
})

test('where nothing is told, it is asked until the answer is there: a reload and another tab show it too', async () => {
  let count = 0
  server(
    answer(api.listChatMessages, () => {
      count += 1
      return count < 2 ? [questionOf(1, { state: 'answering' })] : [questionOf(1), answerOf(1)]
    }),
  )
  await visit({ at: chatPath })

  expect(await findInTranscript('Searching the documents…')).toBeTruthy()
  expect(await findInTranscript('That is all.')).toBeTruthy()
})

test('a question that failed says why in small letters, and is asked again [AP-074]', async () => {
  const ana = userEvent.setup()
  const later = slowly()
  const { callsOf } = server(
    ...later.answers,
    answer(api.askAppAgain, () => {
      later.list(questionOf(1), answerOf(1))
      return replyOf(1)
    }),
  )
  await visit({ at: chatPath })
  await ana.type(await input(), 'Question 1?{Enter}')
  const failedQuestion = questionOf(1, { state: 'failed', error: 'The model is away.' })
  await act(async () => later.end(refuse(502, 'The model is away.'), failedQuestion))

  expect((await findInTranscript('The model is away.')).tagName).toBe('SMALL')
  expect(screen.queryByRole('alert')).toBeNull()
  expect((await input()).disabled).toBe(false)
  expect((await input()).value).toBe('')
  await ana.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findInTranscript('That is all.')).toBeTruthy()
  expect(callsOf(api.askAppAgain)[0]?.params).toEqual({ id: failedQuestion.id })
})

test('a question that did not reach the server is given back without a word [AP-074]', async () => {
  const ana = userEvent.setup()
  const later = slowly()
  server(...later.answers)
  await visit({ at: chatPath })
  await ana.type(await input(), 'Question 1?{Enter}')
  await act(async () => later.end(refuse(500, 'The disk is full.')))

  await waitFor(async () => expect((await input()).value).toBe('Question 1?'))
  expect((await input()).disabled).toBe(false)
  expect(screen.queryByText('The disk is full.')).toBeNull()
})

test('a question that is too long is not sent', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  await visit({ at: chatPath })
  const box = await input()
  await ana.click(box)
  await ana.paste('a'.repeat(50_000))
  await ana.keyboard('{Enter}')

  expect(await screen.findByText('A question can have at most 4,000 characters.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  expect(callsOf(api.askApp)).toEqual([])
})

test('a chat of the list shows its messages, and the new button clears all [AP-049] [AP-050] [AP-051]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server()
  const page = await visit()
  await ana.click(await screen.findByRole('button', { name: history.label }))
  expect(await findInTranscript('That is all.')).toBeTruthy()
  expect(searchOf(page)).toEqual({ chat: history.id })
  expect(callsOf(api.listChatMessages)[0]?.params).toEqual({ id: history.id })

  await ana.click(screen.getByRole('button', { name: 'New chat' }))
  expect(await screen.findByRole('heading', { name: 'Recto Chat' })).toBeTruthy()
  expect(searchOf(page)).toEqual({})
})

test('whoever leaves and comes back begins anew [AP-051]', async () => {
  const ana = userEvent.setup()
  fakeServer(
    startUpAnswers({ organizationId: 'acme', flags: { app_deployment: true } }),
    appAnswers(),
  )
  const { router } = await open(`/acme/app/${chatPath}`, modules)
  expect(await findInTranscript('That is all.')).toBeTruthy()
  await ana.type(await input(), 'Half a que')
  for (const to of ['/acme/profile', '/acme/app/invoice-desk']) {
    await act(async () => router.navigate({ to }))
  }

  expect(await screen.findByRole('heading', { name: 'Recto Chat' })).toBeTruthy()
  expect((await input()).value).toBe('')
})

test('a chat is deleted by its menu, and the page of it is left', async () => {
  const ana = userEvent.setup()
  let all = [history]
  server(
    answer(api.listChatHistories, () => all),
    answer(api.deleteChatHistory, () => {
      all = []
      return undefined
    }),
  )
  const page = await visit({ at: chatPath })
  await ana.click(await screen.findByRole('button', { name: `Actions for ${history.label}` }))
  await ana.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await ana.click(dialog.getByRole('button', { name: 'Delete' }))

  await waitFor(() => expect(searchOf(page)).toEqual({}))
  expect(await screen.findByText('Your chats are saved here.')).toBeTruthy()
})

test('chats that cannot be loaded leave the placeholder [AP-072]', async () => {
  server(answer(api.listChatHistories, () => refuse(500, '')))
  await visit()

  expect(await screen.findByText('App deployments are not available')).toBeTruthy()
})

test('what else cannot be loaded is not spoken of [AP-073]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server(
    answer(api.listCannedQuestions, () => refuse(500, 'No questions.')),
    answer(api.listAppDocuments, () => refuse(500, 'No documents.')),
    answer(api.listChatMessages, () => refuse(500, 'No messages.')),
  )
  await visit({ at: chatPath })
  for (const name of ['Canned Questions', 'Documents']) {
    await ana.click(await screen.findByRole('tab', { name }))
  }
  await waitFor(() => expect(callsOf(api.listCannedQuestions)).toHaveLength(1))
  expect(callsOf(api.listChatMessages)).toHaveLength(1)

  expect(await screen.findByRole('heading', { name: 'Recto Chat' })).toBeTruthy()
  expect(screen.queryByText(/^No (questions|documents|messages)\.$/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
