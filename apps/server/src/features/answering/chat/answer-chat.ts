import { noAnswerReply } from '@recto/extraction/chat-prompt'
import type { Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import type { AnsweringDependencies } from '../answer-settings.ts'
import { explainAnsweringError } from '../answering-errors.ts'
import { loadDocumentText } from '../reading/load-document-text.ts'
import { answerByModel } from './answer-by-model.ts'
import type { AnsweredChat, ChatDocument, ChatRequest, LoadedDocument } from './chat-request.ts'
import { quotePassages } from './quote-passages.ts'

const notAnsweredReply = { kind: 'not-answered', text: noAnswerReply, citations: [] } as const

/**
 * Answers a question of a conversation from its documents only: by the model, from rows found by
 * its retrieval settings, or with the best passages where the adapter is no model. A document that
 * cannot be read is left out and reported; when none can be read, that failure is thrown. Throws
 * `AppError`s that explain what failed.
 */
export async function answerChat(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  request: ChatRequest,
): Promise<AnsweredChat> {
  try {
    const llm = await openLlm(ctx, tenant, request.settings.llmId)
    const { documents, unread } = await loadDocuments(ctx, tenant, request)
    if (documents.length === 0) return { ...notAnsweredReply, unread }
    const chat = { request, llm, documents }
    const isModel = llm.connection.complete !== undefined
    const reply = await (isModel ? answerByModel(ctx, tenant, chat) : quotePassages(tenant, chat))
    return { ...(reply ?? notAnsweredReply), unread }
  } catch (error) {
    throw explainAnsweringError(error)
  }
}

type ReadResult = {
  readonly documents: readonly LoadedDocument[]
  readonly unread: AnsweredChat['unread']
}

async function loadDocuments(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { documents, settings, calls }: ChatRequest,
): Promise<ReadResult> {
  const { textExtractorId, hiddenText } = settings
  const loadDocument = async (document: ChatDocument) => {
    // Several documents are read in one run, so each needs step names of its own.
    const step: typeof calls.step = (name, run, options) =>
      calls.step(`${document.id}/${name}`, run, options)
    const textRequest = {
      document,
      textExtractorId,
      hiddenText,
      calls: { ...calls, step },
      keepsText: true,
    }
    return { document, ...(await loadDocumentText(ctx, tenant, textRequest)) }
  }
  const outcomes = await Promise.allSettled(documents.map(loadDocument))
  calls.signal?.throwIfAborted()
  const loadedDocuments = outcomes
    .filter((outcome) => outcome.status === 'fulfilled')
    .map((outcome) => outcome.value)
  const failures = outcomes
    .map((outcome, index) =>
      outcome.status === 'rejected'
        ? { document: documents[index], error: outcome.reason as unknown }
        : undefined,
    )
    .filter((value) => value !== undefined)
  if (loadedDocuments.length === 0 && failures[0]) throw failures[0].error
  const unread = failures.map(({ document, error }) => {
    return {
      fileName: document?.name ?? '',
      reason: toUserMessage(explainAnsweringError(error)),
    }
  })
  return { documents: loadedDocuments, unread }
}
