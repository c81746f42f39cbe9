import type { Tenant } from '../../../platform/db/database.ts'
import { openVectorDb } from '../../adapters/adapters.port.ts'
import { type CallContext, callModel, embedTexts } from '../../model-calls/model-calls.port.ts'
import type { AnsweringDependencies } from '../answer-settings.ts'
import { openDocumentIndex } from '../retrieval/open-document-index.ts'
import { retrieveExcerpts } from '../retrieval/retrieve-excerpts.ts'
import type { Chunking } from '../text/chunk-text.ts'
import type { CitableRow } from '../text/document-rows.ts'
import { estimateTokens } from '../text/estimate-tokens.ts'
import type { ChatInput, LoadedDocument } from './chat-request.ts'

/** Rows of a document that an answer may cite. */
export type RowsToCite = { readonly document: LoadedDocument; readonly rows: readonly CitableRow[] }

/** Maximum total tokens of documents that are used whole, where the profile has no chunking. */
const maxUncutTokens = 8000
/** Chunking of longer documents then, in tokens, and number of chunks per document. */
const defaultChunking: Chunking = { size: 400, overlap: 40 }
const defaultChunkCount = 6
/** Maximum length of the search query. */
const maxQueryLength = 2000

/** Finds rows by the strategy of the settings, best first for each document, as many as fit. */
export async function findChatRows(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  chat: ChatInput,
  maxTokens: number,
): Promise<readonly RowsToCite[]> {
  const { request, documents } = chat
  const searchDocument = await createSearch(ctx, tenant, chat)
  const chunks = await Promise.all(documents.map(searchDocument))
  request.calls.signal?.throwIfAborted()
  return takeRows(documents, chunks, maxTokens)
}

/** Returns the rows of each chunk of a document, best chunk first. */
type SearchDocument = (read: LoadedDocument) => Promise<readonly (readonly CitableRow[])[]>

async function createSearch(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { request, llm, documents }: ChatInput,
): Promise<SearchDocument> {
  const { settings } = request
  if (settings.chunkSize > 0) return createProfileSearch(ctx, tenant, { request, llm, documents })
  const measurements = await Promise.all(documents.map(({ text }) => text.measure()))
  const tokens = measurements.reduce((sum, measurement) => sum + measurement.tokens, 0)
  if (tokens > maxUncutTokens) return createWordSearch(request)
  return async ({ text }) => [
    await text.rowsOfChunks({ chunking: defaultChunking, indexes: 'all' }),
  ]
}

async function createProfileSearch(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { request, llm }: ChatInput,
): Promise<SearchDocument> {
  const { settings, calls } = request
  const { chunkSize: size, chunkOverlap: overlap, strategy, topK } = settings
  const chunking = { size, overlap, hasLeaves: strategy === 'automerging' }
  const vectorDb = await openVectorDb(ctx, tenant, settings.vectorDbId)
  const embedOnce = onceByStep(embedTexts)
  const askOnce = onceByStep(callModel)
  return async ({ document, text, extractorKey }) => {
    const chunks = await text.chunks({ size, overlap })
    // A document that is used whole needs no search.
    if (chunks.length <= topK) return loadRows({ text }, chunking, toIndexes(chunks))
    const { scope } = document
    const index = await openDocumentIndex(ctx, tenant, {
      settings,
      document,
      scope,
      text,
      extractorKey,
      llm,
      calls,
      store: vectorDb,
      embedQuestions: embedOnce,
      ensureIndexed: (reopenedIndex, options) =>
        request.ensureIndexed(document, reopenedIndex, options),
    })
    await request.ensureIndexed(document, index)
    const question = { key: 'chat', prompt: toSearchQuery(request) }
    const retrieval = { question, searcher: index, llm, settings, askModel: askOnce }
    const excerpts = await retrieveExcerpts(tenant, calls, retrieval)
    return loadRows({ text }, chunking, excerpts)
  }
}

const toIndexes = (chunks: readonly string[]) => chunks.map((_, index) => ({ at: index }))

type SharedCall<Request, Result> = (
  tenant: Tenant,
  calls: CallContext,
  request: Request,
) => Promise<Result>

/**
 * Shares the calls of a step between documents: all are searched for the same, so it is paid only
 * once.
 */
function onceByStep<Request extends { readonly step: string }, Result>(
  call: SharedCall<Request, Result>,
): SharedCall<Request, Result> {
  const results = new Map<string, Promise<Result>>()
  return (tenant, calls, request) => {
    const result = results.get(request.step) ?? call(tenant, calls, request)
    results.set(request.step, result)
    return result
  }
}

/** Searches documents without chunking by words, or takes their beginning where no word matches. */
const createWordSearch =
  (request: ChatInput['request']): SearchDocument =>
  async ({ text }) => {
    const chunking = defaultChunking
    const question = toSearchQuery(request)
    const matches = await text.searchWords({ chunking, question, limit: defaultChunkCount })
    const chunks = matches.length > 0 ? matches : await text.getNodes({ chunking, indexes: [0, 1] })
    return loadRows({ text }, chunking, chunks)
  }

const loadRows = (
  { text }: Pick<LoadedDocument, 'text'>,
  chunking: Chunking,
  chunks: readonly { readonly at: number }[],
) =>
  Promise.all(
    chunks.map(({ at: chunkIndex }) => text.rowsOfChunks({ chunking, indexes: [chunkIndex] })),
  )

/** Adds the previous question, which this one may refer to. */
function toSearchQuery({ question, turns }: ChatInput['request']): string {
  const previousQuestion = turns.at(-1)?.question
  return (previousQuestion === undefined ? question : `${question}\n${previousQuestion}`).slice(
    0,
    maxQueryLength,
  )
}

/** Tokens of the number in front of a row. */
const rowNumberTokens = 4

/**
 * Takes the best chunk of each document first, then the second, so that a long document does not
 * crowd out others.
 */
function takeRows(
  documents: readonly LoadedDocument[],
  chunks: readonly (readonly (readonly CitableRow[])[])[],
  maxTokens: number,
): readonly RowsToCite[] {
  const maxChunks = Math.max(0, ...chunks.map(({ length }) => length))
  const rowsByRank = Array.from({ length: maxChunks }, (_, rank) =>
    chunks.flatMap((documentChunks, documentIndex) =>
      (documentChunks[rank] ?? []).map((row) => ({ documentIndex, row })),
    ),
  ).flat()
  const takenRows = documents.map(() => new Map<number, CitableRow>())
  let tokensLeft = maxTokens
  for (const { documentIndex, row } of rowsByRank) {
    if (takenRows[documentIndex]?.has(row.index)) continue
    tokensLeft -= estimateTokens(row.text) + rowNumberTokens
    if (tokensLeft < 0) break
    takenRows[documentIndex]?.set(row.index, row)
  }
  return documents
    .map((document, index) => {
      const rows = [...(takenRows[index]?.values() ?? [])].toSorted((a, b) => a.index - b.index)
      return rows.length > 0 ? { document, rows } : undefined
    })
    .filter((value) => value !== undefined)
}
