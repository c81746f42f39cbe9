import {
  chatInstructions,
  createChatPrompt,
  type NumberedDocument,
  type NumberedRow,
  noAnswerReply,
} from '@recto/extraction/chat-prompt'
import { type ReadReply, readReply } from '@recto/extraction/read-reply'
import { omitUndefined } from '@recto/omit-undefined'
import type { Tenant } from '../../../platform/db/database.ts'
import { callModel } from '../../model-calls/model-calls.port.ts'
import type { AnsweringDependencies } from '../answer-settings.ts'
import { estimateTokens } from '../text/estimate-tokens.ts'
import {
  type ChatCitation,
  type ChatInput,
  type ChatRequest,
  chooseChatDocuments,
  type DocumentChatAnswer,
  type LoadedDocument,
  toCitations,
} from './chat-request.ts'
import { findChatRows, type RowsToCite } from './find-chat-rows.ts'

/** Maximum tokens of document rows in a prompt, and tokens reserved for the answer. */
const maxRowTokens = 24_000
const maxAnswerTokens = 1500

/**
 * Answers by the model; `undefined` where no rows were found, because a model would make something
 * up.
 */
export async function answerByModel(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  chat: ChatInput,
): Promise<DocumentChatAnswer | undefined> {
  const { request, llm } = chat
  const emptyPrompt = createChatPrompt({ ...request, documents: [] }) + chatInstructions
  const maxTokens = computeRowTokens(llm.connection.contextWindow, estimateTokens(emptyPrompt))
  const documentsAskedAbout = await findDocumentsAskedAbout(chat)
  const citableRows = await findChatRows(
    ctx,
    tenant,
    { ...chat, documents: documentsAskedAbout },
    maxTokens,
  )
  const { documents, known: rowByNumber } = numberRows(citableRows)
  if (rowByNumber.size === 0) return undefined
  const isKnownRow = (row: number) => rowByNumber.has(row)
  const reply = await callModel(tenant, request.calls, {
    adapter: llm,
    request: {
      system: chatInstructions,
      prompt: createChatPrompt({ ...request, documents }),
      maxTokens: maxAnswerTokens,
      ...omitUndefined({
        onText: request.onText && createTextListener(request.onText, rowByNumber),
      }),
    },
    step: 'chat/answer',
    isProse: true,
    reason: 'extraction',
  })
  const { text, citations: statements, hasNoAnswer } = readReply(reply.text, isKnownRow)
  if (hasNoAnswer) return { kind: 'not-answered', text: noAnswerReply, citations: [] }
  return { kind: 'answer', text, citations: await citeStatements(rowByNumber, statements) }
}

async function citeStatements(
  rowByNumber: RowByNumber,
  statements: ReadReply['citations'],
): Promise<readonly ChatCitation[]> {
  const citations = await Promise.all(
    statements.map(({ rows, statement }, index) =>
      cite(rowByNumber, { rows, statement, number: index + 1 }),
    ),
  )
  return citations.flat()
}

/** A model judges itself what a question is about, unless the question names documents or asks about every one. */
async function findDocumentsAskedAbout(chat: ChatInput): Promise<readonly LoadedDocument[]> {
  const { scope, documents } = await chooseChatDocuments(chat)
  return scope === 'named' || scope === 'all'
    ? documents.map(({ document }) => document)
    : chat.documents
}

function computeRowTokens(contextWindow: number, promptTokens: number): number {
  if (contextWindow === 0) return maxRowTokens
  const answerTokens = Math.min(maxAnswerTokens, Math.ceil(contextWindow / 4))
  return Math.max(0, Math.min(maxRowTokens, contextWindow - promptTokens - answerTokens))
}

type RowByNumber = ReadonlyMap<number, { readonly read: LoadedDocument; readonly at: number }>

/** Numbers the rows across all documents. */
function numberRows(citableRows: readonly RowsToCite[]) {
  const rowByNumber = new Map<number, { readonly read: LoadedDocument; readonly at: number }>()
  const documents = citableRows.map(({ document, rows }): NumberedDocument => {
    const name = document.document.name
    const numberedRows = rows.map(({ index, page, text }): NumberedRow => {
      const number = rowByNumber.size + 1
      rowByNumber.set(number, { read: document, at: index })
      return { number, page, text }
    })
    return { name, rows: numberedRows }
  })
  return { documents, known: rowByNumber }
}

const createTextListener =
  (onText: NonNullable<ChatRequest['onText']>, rowByNumber: RowByNumber) => (reply: string) => {
    const { text, citations } = readReply(reply, (row) => rowByNumber.has(row), {
      isComplete: false,
    })
    onText(text, () => citeStatements(rowByNumber, citations))
  }

type CitedStatement = {
  readonly rows: readonly number[]
  readonly statement: string
  readonly number: number
}

async function cite(
  rowByNumber: RowByNumber,
  { rows, statement, number }: CitedStatement,
): Promise<readonly ChatCitation[]> {
  const citedRows = rows.flatMap((row) => rowByNumber.get(row) ?? [])
  const citations = await Promise.all(
    [...Map.groupBy(citedRows, ({ read }) => read)].map(
      async ([{ document, text }, documentRows]) => {
        const places = await text.citeRows({
          rows: documentRows.map(({ at: rowIndex }) => rowIndex),
          statement,
        })
        return toCitations(number, document, places)
      },
    ),
  )
  return citations.flat()
}
