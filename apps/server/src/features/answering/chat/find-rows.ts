import type { Tenant } from '../../../platform/db/database.ts'
import { openVectorDb } from '../../adapters/adapters.port.ts'
import { type CallContext, callModel, embedTexts } from '../../model-calls/model-calls.port.ts'
import type { AnsweringNeeds } from '../answer-settings.ts'
import { openPassages } from '../open-passages.ts'
import { retrieveExcerpts } from '../retrieve-context.ts'
import type { Chunking } from '../text/chunk-text.ts'
import { estimateTokens } from '../text/estimate-tokens.ts'
import type { CitableRow } from '../text/rows-of-text.ts'
import type { Answering, ReadDocument } from './chat-question.ts'

/** Rows of a document that a question may be answered from. */
export type RowsToCite = { readonly read: ReadDocument; readonly rows: readonly CitableRow[] }

/** Documents that a profile does not cut go in whole when they take no more tokens than this together. */
const mostWhole = 8000
/** How longer ones are cut then, in tokens, and how many chunks of a document are taken. */
const usualChunking: Chunking = { size: 400, overlap: 40 }
const usualChunks = 6
/** A question with those before it is searched for by no more letters than this. */
const mostSearched = 2000

/** Finds rows by the strategy of the settings, best first of each document, and takes as many as there is room for. */
export async function findRows(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  answering: Answering,
  roomTokens: number,
): Promise<readonly RowsToCite[]> {
  const { asked, read } = answering
  const search = await searcherOf(ctx, tenant, answering)
  const chunks = await Promise.all(read.map(search))
  asked.calls.signal?.throwIfAborted()
  return withinRoom(read, chunks, roomTokens)
}

/** The chunks of a document as rows, best chunk first. */
type Search = (read: ReadDocument) => Promise<readonly (readonly CitableRow[])[]>

async function searcherOf(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { asked, llm, read }: Answering,
): Promise<Search> {
  const { settings } = asked
  if (settings.chunkSize > 0) return byProfile(ctx, tenant, { asked, llm, read })
  const measured = await Promise.all(read.map(({ text }) => text.measure()))
  const tokens = measured.reduce((sum, one) => sum + one.tokens, 0)
  if (tokens > mostWhole) return byWords(asked)
  return async ({ text }) => [await text.rowsOfChunks({ chunking: usualChunking, places: 'all' })]
}

async function byProfile(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { asked, llm }: Answering,
): Promise<Search> {
  const { settings, calls } = asked
  const { chunkSize: size, chunkOverlap: overlap, strategy, topK } = settings
  const chunking = { size, overlap, hasLeaves: strategy === 'automerging' }
  const store = await openVectorDb(ctx, tenant, settings.vectorDbId)
  const embedQuestions = onceByStep(embedTexts)
  const askModel = onceByStep(callModel)
  return async ({ document, text, extractorKey }) => {
    const chunks = await text.chunks({ size, overlap })
    // What is taken as a whole is not looked for.
    if (chunks.length <= topK) return rowsOfEach({ text }, chunking, placesOf(chunks))
    const { scope } = document
    const passages = await openPassages(ctx, tenant, {
      ...{ settings, document, scope, text, extractorKey, llm, calls },
      ...{ store, embedQuestions },
      ensureIndexed: (passages, found) => asked.ensureIndexed(document, passages, found),
    })
    await asked.ensureIndexed(document, passages)
    const question = { key: 'chat', prompt: searchedFor(asked) }
    const retrieved = { question, passages, llm, settings, askModel }
    const found = await retrieveExcerpts(tenant, calls, retrieved)
    return rowsOfEach({ text }, chunking, found)
  }
}

const placesOf = (chunks: readonly string[]) => chunks.map((_, at) => ({ at }))

type Call<Asked, Made> = (tenant: Tenant, calls: CallContext, asked: Asked) => Promise<Made>

/** All documents are searched for the same: what that takes is paid for the first of them. */
function onceByStep<Asked extends { readonly step: string }, Made>(
  make: Call<Asked, Made>,
): Call<Asked, Made> {
  const made = new Map<string, Promise<Made>>()
  return (tenant, calls, asked) => {
    const known = made.get(asked.step) ?? make(tenant, calls, asked)
    made.set(asked.step, known)
    return known
  }
}

/** Of what the profile does not cut: by its words, or from its beginning where it shares none with the question. */
const byWords =
  (asked: Answering['asked']): Search =>
  async ({ text }) => {
    const chunking = usualChunking
    const question = searchedFor(asked)
    const found = await text.searchWords({ chunking, question, limit: usualChunks })
    const chunks = found.length > 0 ? found : await text.nodesAt({ chunking, places: [0, 1] })
    return rowsOfEach({ text }, chunking, chunks)
  }

const rowsOfEach = (
  { text }: Pick<ReadDocument, 'text'>,
  chunking: Chunking,
  found: readonly { readonly at: number }[],
) => Promise.all(found.map(({ at }) => text.rowsOfChunks({ chunking, places: [at] })))

/** A question may refer to the one before it. */
function searchedFor({ question, turns }: Answering['asked']): string {
  const before = turns.at(-1)?.question
  return (before === undefined ? question : `${question}\n${before}`).slice(0, mostSearched)
}

/** The best chunk of each document first, then the second of each: a document of many does not push out others. */
function withinRoom(
  read: readonly ReadDocument[],
  chunks: readonly (readonly (readonly CitableRow[])[])[],
  roomTokens: number,
): readonly RowsToCite[] {
  const most = Math.max(0, ...chunks.map(({ length }) => length))
  const inTurn = Array.from({ length: most }, (_, rank) =>
    chunks.flatMap((those, i) => (those[rank] ?? []).map((row) => ({ i, row }))),
  ).flat()
  const taken = read.map(() => new Map<number, CitableRow>())
  let room = roomTokens
  for (const { i, row } of inTurn) {
    if (taken[i]?.has(row.at)) continue
    room -= estimateTokens(row.text) + tokensOfMark
    if (room < 0) break
    taken[i]?.set(row.at, row)
  }
  return read.flatMap((one, i) => {
    const rows = [...(taken[i]?.values() ?? [])].toSorted((a, b) => a.at - b.at)
    return rows.length > 0 ? [{ read: one, rows }] : []
  })
}

/** What the number of a row takes. */
const tokensOfMark = 4
