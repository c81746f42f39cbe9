import { z } from 'zod'
import { PageBox } from '../prompt-studio/evidence.ts'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, replyShape } from '../wire/fields.ts'
import { showHiddenCharacters } from '../wire/names.ts'
import { NoBody } from '../wire/wire.ts'
import { chatAppFields } from './chat-app-fields.ts'

export const ChatApp = z.object({
  id: z.uuid(),
  ...replyShape(chatAppFields),
  workflow_name: z.string(),
})
export type ChatApp = z.output<typeof ChatApp>

const NewChatApp = z.object(newShape(chatAppFields))
export type NewChatApp = z.output<typeof NewChatApp>

export const listChatApps = endpoint({
  method: 'GET',
  path: '/app/',
  who: 'member',
  reply: z.array(ChatApp),
})

export const createChatApp = endpoint({
  method: 'POST',
  path: '/app/',
  who: 'member',
  status: 201,
  body: NewChatApp,
  reply: ChatApp,
})

const ChatAppChanges = z.object(changeShape(chatAppFields))
export type ChatAppChanges = z.output<typeof ChatAppChanges>

/** The whole row may come back. */
export const updateChatApp = endpoint({
  method: 'PATCH',
  path: '/app/:id/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  body: ChatAppChanges,
  reply: ChatApp,
})

export const deleteChatApp = endpoint({
  method: 'DELETE',
  path: '/app/:id/',
  who: 'member',
  status: 204,
  params: z.object({ id: z.uuid() }),
  reply: NoBody,
})

/** The id is ours. */
const AppDocument = z.object({ file_name: z.string(), id: z.uuid() })

/** Lists the documents that the workflow delivered to the app, at most five. */
export const listAppDocuments = endpoint({
  method: 'GET',
  path: '/app/documents/:app_id/',
  who: 'member',
  params: z.object({ app_id: z.uuid() }),
  reply: z.array(AppDocument),
})

export const CannedQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  app_id: z.uuid(),
  is_active: z.boolean(),
})
export type CannedQuestion = z.output<typeof CannedQuestion>

const Question = z.string().trim().min(1).max(4000)

export const listCannedQuestions = endpoint({
  method: 'GET',
  path: '/app/canned_question/:app_id/',
  who: 'member',
  params: z.object({ app_id: z.uuid() }),
  reply: z.array(CannedQuestion),
})

export const createCannedQuestion = endpoint({
  method: 'POST',
  path: '/canned_question',
  who: 'member',
  status: 201,
  accepts: 'multipart',
  body: z.object({ question: Question, app_id: z.uuid() }),
  reply: CannedQuestion,
})

export const updateCannedQuestion = endpoint({
  method: 'PATCH',
  path: '/canned_question/:id/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  body: z.object({ question: Question, is_active: z.boolean().default(true) }),
  reply: CannedQuestion,
})

export const deleteCannedQuestion = endpoint({
  method: 'DELETE',
  path: '/canned_question/:id/',
  who: 'member',
  status: 204,
  params: z.object({ id: z.uuid() }),
  reply: NoBody,
})

const DocumentPath = z.object({ id: z.uuid() })

/** How large the pages of a document are, in points. */
export const listAppDocumentPages = endpoint({
  method: 'GET',
  path: '/app/document/:id/pages/',
  who: 'member',
  params: DocumentPath,
  reply: z.object({ pages: z.array(z.object({ width: z.number(), height: z.number() })) }),
})

export const drawAppDocumentPage = endpoint({
  method: 'GET',
  path: '/app/document/:id/page/',
  who: 'member',
  params: DocumentPath,
  query: z.object({
    page: z.coerce.number().int().min(0).max(100_000),
    width: z.coerce.number().int().min(1).max(4000).default(1000),
  }),
  reply: z.never(),
})

export const ChatHistory = z.object({
  id: z.uuid(),
  label: z.string(),
  session_id: z.uuid(),
  app_id: z.uuid(),
})
export type ChatHistory = z.output<typeof ChatHistory>

/** A conversation is labelled by so much of its first question. */
export const lettersOfLabel = 15

/** The caller's own conversations with an app, newest first. */
export const listChatHistories = endpoint({
  method: 'GET',
  path: '/app/chats/:app_id/',
  who: 'member',
  params: z.object({ app_id: z.uuid() }),
  reply: z.array(ChatHistory),
})

export const createChatHistory = endpoint({
  method: 'POST',
  path: '/chat_history/',
  who: 'member',
  status: 201,
  body: z.object({
    // The label is the beginning of a question, which may have several lines.
    label: z.string().trim().min(1).max(255).overwrite(showHiddenCharacters),
    app_id: z.uuid(),
  }),
  reply: ChatHistory,
})

export const deleteChatHistory = endpoint({
  method: 'DELETE',
  path: '/chat_history/:id/',
  who: 'member',
  status: 204,
  params: z.object({ id: z.uuid() }),
  reply: NoBody,
})

/** The passage that supports a part of an answer. */
export const Citation = z.object({
  /** The number that the answer cites, such as `[1]`. */
  number: z.number().int(),
  /** Id of the app's document, which may have been removed from the app since. */
  document_id: z.uuid(),
  file_name: z.string(),
  /** Zero-based. */
  page: z.number().int(),
  /** One for each line. */
  boxes: z.array(PageBox).readonly(),
  quote: z.string(),
})
export type Citation = z.output<typeof Citation>

/**
 * An answer comes from a model, or consists of the best passages if no model is connected, or says
 * that the documents do not answer the question.
 */
const AnswerKind = z.enum(['answer', 'passages', 'not-answered'])
export type AnswerKind = z.output<typeof AnswerKind>

/** State of a question. A `stopped` question keeps the text received until then as its answer. */
export const QuestionState = z.enum(['answering', 'answered', 'failed', 'stopped'])
export type QuestionState = z.output<typeof QuestionState>

const Asked = z.object({
  id: z.uuid(),
  role: z.literal('USER'),
  message: z.string(),
  state: QuestionState,
  /** Reason of the failure. */
  error: z.string().nullable(),
})

const Answered = z.object({
  id: z.uuid(),
  role: z.literal('ASSISTANT'),
  message: z.string(),
  /** The id of its question. */
  question_id: z.uuid(),
  kind: AnswerKind,
  citations: z.array(Citation).readonly(),
  /** Documents that could not be read, and why: it was answered without them. */
  unread: z.array(z.object({ file_name: z.string(), reason: z.string() })).readonly(),
})
export type ChatAnswer = z.output<typeof Answered>

export const ChatMessage = z.discriminatedUnion('role', [Asked, Answered])
export type ChatMessage = z.output<typeof ChatMessage>

/** Oldest first. */
export const listChatMessages = endpoint({
  method: 'GET',
  path: '/chat_history/:id/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  reply: z.array(ChatMessage),
})

export const lettersOfQuestion = 4000

const ChatReply = Answered.extend({ session_id: z.uuid() })
export type ChatReply = z.output<typeof ChatReply>

/** Answers when the whole answer is there; it is told meanwhile over the socket. */
export const askApp = endpoint({
  method: 'POST',
  path: '/chat/',
  who: 'member',
  isPaid: true,
  body: z.object({
    message: z.string().trim().min(1).max(lettersOfQuestion),
    chat_history_id: z.uuid(),
    /** Session id returned with the first answer of the conversation. */
    session_id: z.string().max(100).nullish(),
  }),
  reply: ChatReply,
})

const QuestionPath = z.object({ id: z.uuid() })

/** The question of a failed or stopped answer once more. */
export const askAppAgain = endpoint({
  method: 'POST',
  path: '/chat/:id/retry/',
  who: 'member',
  isPaid: true,
  params: QuestionPath,
  reply: ChatReply,
})

export const stopAnswer = endpoint({
  method: 'POST',
  path: '/chat/:id/stop/',
  who: 'member',
  status: 204,
  params: QuestionPath,
  reply: NoBody,
})
