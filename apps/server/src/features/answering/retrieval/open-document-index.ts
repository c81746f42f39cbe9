import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { omitUndefined } from '@recto/omit-undefined'
import type { VectorHit } from '@recto/provider-spec/vector-db'
import type { Tenant } from '../../../platform/db/database.ts'
import { sleepUnlessAborted } from '../../../platform/retry.ts'
import {
  explainProviderError,
  type OpenedEmbedding,
  type OpenedLlm,
  type OpenedVectorDb,
  openEmbedding,
  openVectorDb,
} from '../../adapters/adapters.port.ts'
import {
  type CallContext,
  deleteEmbeddingReplies,
  embedTexts,
  type RunStep,
} from '../../model-calls/model-calls.port.ts'
import type { AnsweringDependencies, AnswerSettings, HashedDocument } from '../answer-settings.ts'
import { type Chunking, chunkerVersion } from '../text/chunk-text.ts'
import type { Excerpt } from '../text/document-chunks.ts'
import type { OpenedText } from '../text/open-text.ts'
import { fuseRankings } from './fuse.ts'
import { indexKeywords } from './index-keywords.ts'
import { deleteKeywords, findPassagesByKeywords } from './keywords.store.ts'
import { assertCanRetrieve } from './retrieve-excerpts.ts'
import type { Searcher, SearchMode } from './searcher.ts'

/** The searchable chunks of one document under one set of settings. */
export type SearchableDocument = Searcher & {
  /** Name of the collection in the vector database. */
  readonly collection: string
  readonly vectorDbId: string
  readonly extractorKey: string
  /** Whether indexing and searching cost nothing. */
  readonly isFree: boolean
  /** Chunks, embeds and stores the document; repeating it overwrites the same entries. */
  index(options?: { readonly isLost?: boolean }): Promise<void>
  remove(): Promise<void>
}

type DocumentIndexInput = {
  readonly settings: Omit<AnswerSettings, 'instructions'>
  readonly document: HashedDocument
  readonly text: OpenedText
  readonly extractorKey: string
  readonly llm: OpenedLlm
  /**
   * Separates the indexes of documents with the same content, so that deleting one leaves the
   * other.
   */
  readonly scope: string
  readonly calls: CallContext
  /** The vector database, where the caller has already opened it. */
  readonly store?: OpenedVectorDb | undefined
  /** Embeds the questions; shared where several documents are searched for the same. */
  readonly embedQuestions?: typeof embedTexts | undefined
  /** Indexes the chunks again where a search finds none. */
  readonly ensureIndexed?:
    | ((passages: SearchableDocument, options: { readonly isLost: boolean }) => Promise<void>)
    | undefined
}

type OpenedStores = {
  readonly embedding: OpenedEmbedding
  readonly store: OpenedVectorDb
  readonly collection: string
  readonly chunking: Chunking
}

/** Delay before an eventually consistent vector database is searched again. */
const consistencySeconds = 2
/**
 * Minimum share of the question's word weight that a text must match when word search is combined
 * with vectors.
 */
export const minShareBesideVectors = 0.3
/** Factor by which each ranking exceeds the limit before two rankings are fused. */
const fusionWidening = 2

/** Opens the index; makes no call. */
export async function openDocumentIndex(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  input: DocumentIndexInput,
): Promise<SearchableDocument> {
  const { settings, extractorKey, text, calls, llm } = input
  assertCanRetrieve(llm, settings)
  const [embedding, store] = await Promise.all([
    openEmbedding(ctx, tenant, settings.embeddingId),
    input.store ?? openVectorDb(ctx, tenant, settings.vectorDbId),
  ])
  const chunking = toChunking(settings)
  const collection = computeCollectionName(input, { embedding, store })
  const stores = { embedding, store, collection, chunking }
  const hasKeywords = settings.strategy === 'keyword_table'
  // Explained outside the step, which must see whether the original failure can be retried.
  const step: RunStep = (name, part, options) =>
    calls.step(name, part, options).catch((error: unknown) => {
      throw explainProviderError(error, `${embedding.name}, ${store.name}`)
    })
  const index: SearchableDocument = {
    collection,
    vectorDbId: settings.vectorDbId,
    extractorKey,
    isFree: embedding.embedding.isFree === true && !hasKeywords,
    index({ isLost = false } = {}) {
      if (hasKeywords) return indexKeywords(tenant, calls, { collection, text, chunking, llm })
      // The step of the first time is done, and so would not be repeated.
      return isLost
        ? step(`index/${collection}/again`, () => indexVectors(tenant, input, stores), {
            isRepeatable: true,
          })
        : step(`index/${collection}`, () => indexVectors(tenant, input, stores))
    },
    async search(name, questions, { mode, limit }) {
      const vectors = async (limit: number) =>
        step(name, () =>
          searchVectors(tenant, input, stores, {
            name,
            questions,
            limit,
            reindex: async () => input.ensureIndexed?.(index, { isLost: true }),
          }),
        )
      return searchByMode(text, { chunking, questions, mode, limit, vectors })
    },
    findByKeywords: (name, words, limit) =>
      step(name, async () => {
        const indexes = await findPassagesByKeywords(tenant, collection, { words, limit })
        return text.getNodes({ chunking, indexes })
      }),
    findReferenced: (excerpts) =>
      text.findReferencedChunks({ chunking, indexes: toIndexes(excerpts) }),
    findParentChunks: (leaves) => text.findParentChunks({ chunking, indexes: toIndexes(leaves) }),
    remove: () =>
      step(
        `forget/${collection}`,
        () =>
          hasKeywords ? deleteKeywords(tenant, collection) : store.vectorDb.remove(collection),
        { isRepeatable: true },
      ),
  }
  return index
}

const toIndexes = (excerpts: readonly Excerpt[]) => excerpts.map(({ at: index }) => index)

const toChunking = ({
  chunkSize,
  chunkOverlap,
  strategy,
}: DocumentIndexInput['settings']): Chunking => ({
  size: chunkSize,
  overlap: chunkOverlap,
  hasLeaves: strategy === 'automerging',
})

/** The name depends on everything that would make other chunks, vectors or keywords. */
function computeCollectionName(
  { scope, document, extractorKey, settings, llm, calls }: DocumentIndexInput,
  { embedding, store }: Pick<OpenedStores, 'embedding' | 'store'>,
): string {
  const { chunkSize, chunkOverlap, strategy } = settings
  const providerKeys = strategy === 'keyword_table' ? [llm.key] : [embedding.key, store.key]
  const indexKind = ['keyword_table', 'automerging'].includes(strategy) ? strategy : 'chunks'
  const adapters = strategy === 'keyword_table' ? [llm] : [embedding, store]
  // Other masking rules make another collection.
  const maskingDigest = adapters.some(({ isExternal }) => isExternal)
    ? calls.masking?.digest
    : undefined
  return toCollectionName(
    scope,
    document.hash,
    extractorKey,
    ...providerKeys,
    chunkSize,
    chunkOverlap,
    indexKind,
    ...(maskingDigest ? [maskingDigest] : []),
  )
}

type SearchRequest = {
  readonly chunking: Chunking
  readonly questions: readonly string[]
  readonly mode: SearchMode
  readonly limit: number
  readonly vectors: (limit: number) => Promise<readonly (readonly Excerpt[])[]>
}

/** Runs the searches of the mode and returns one ranking per question. */
async function searchByMode(
  text: OpenedText,
  { chunking, questions, mode, limit, vectors }: SearchRequest,
): Promise<readonly (readonly Excerpt[])[]> {
  // Combined with vectors, only good word matches count.
  const minShare = mode === 'both' ? minShareBesideVectors : undefined
  const searchLimit = mode === 'both' ? limit * fusionWidening : limit
  const [vectorResults, wordResults] = await Promise.all([
    mode === 'words' ? [] : vectors(searchLimit),
    mode === 'vectors'
      ? []
      : Promise.all(
          questions.map((question) =>
            text.searchWords({
              chunking,
              question,
              limit: searchLimit,
              ...omitUndefined({ minShare }),
            }),
          ),
        ),
  ])
  if (mode === 'words') return wordResults
  if (mode === 'vectors') return vectorResults
  return questions.map((_, index) =>
    fuseRankings([vectorResults[index] ?? [], wordResults[index] ?? []], limit),
  )
}

async function indexVectors(
  tenant: Tenant,
  { text, calls }: DocumentIndexInput,
  { embedding, store, collection, chunking }: OpenedStores,
): Promise<void> {
  const texts = await text.chunks(chunking)
  const { masking, vectorKeyPrefix } = calls
  const isStored = vectorKeyPrefix !== undefined
  const maskingDigest = embedding.isExternal ? masking?.digest : undefined
  // Vectors that stay are found by their texts, in whatever collection they are.
  const name = isStored
    ? toCollectionName(embedding.key, maskingDigest ?? '', ...texts)
    : collection
  const embeddingRequest = { adapter: embedding, texts, step: `index/${name}` }
  const context = isStored ? { ...calls, callKeyPrefix: vectorKeyPrefix } : calls
  const vectors = await embedTexts(tenant, context, embeddingRequest)
  // An external vector database gets masked texts; search results are read from the document
  // instead.
  const storedTexts = store.isExternal && masking ? await masking.redact(texts) : texts
  const items = texts.map((text, index) => ({
    id: String(index).padStart(6, '0'),
    text: storedTexts[index] ?? text,
    vector: vectors[index] ?? [],
  }))
  await store.vectorDb.put(collection, items)
  if (!isStored) await deleteEmbeddingReplies(tenant, context, embeddingRequest)
}

type VectorSearch = {
  readonly name: string
  readonly questions: readonly string[]
  readonly limit: number
  /** Rebuilds the index where it was lost. */
  readonly reindex: () => Promise<void>
}

/**
 * Searches by vectors; hits with a score of zero are dropped. An empty result is retried once,
 * because a vector database may be eventually consistent and an index may have been replaced in
 * between.
 */
async function searchVectors(
  tenant: Tenant,
  { calls, text, embedQuestions = embedTexts }: DocumentIndexInput,
  { embedding, store, collection, chunking }: OpenedStores,
  { name, questions, limit, reindex }: VectorSearch,
): Promise<readonly (readonly Excerpt[])[]> {
  if ((await text.getNodes({ chunking, indexes: [0] })).length === 0) return questions.map(() => [])
  const embeddingRequest = { adapter: embedding, texts: questions, step: name }
  const vectors = await embedQuestions(tenant, calls, embeddingRequest)
  const { vectorDb } = store
  const search = () =>
    Promise.all(vectors.map((vector) => vectorDb.search(collection, vector, limit)))
  let hits = await search()
  if (!vectorDb.keepsNothing && hits.every(({ length }) => length === 0)) {
    if (!vectorDb.isConsistent) await waitForConsistency(calls)
    await reindex()
    hits = await search()
  }
  const excerpts = hits.map(toExcerpts)
  return store.isExternal && calls.masking ? readOriginals(text, chunking, excerpts) : excerpts
}

/** Replaces masked hits by the texts of the document. */
const readOriginals = (
  text: OpenedText,
  chunking: Chunking,
  excerpts: readonly (readonly Excerpt[])[],
): Promise<readonly (readonly Excerpt[])[]> =>
  Promise.all(excerpts.map((hits) => text.getNodes({ chunking, indexes: toIndexes(hits) })))

const waitForConsistency = ({ signal }: CallContext) =>
  signal ? sleepUnlessAborted(signal, consistencySeconds) : sleep(consistencySeconds * 1000)

const toExcerpts = (hits: readonly VectorHit[]): readonly Excerpt[] =>
  hits.filter(({ score }) => score > 0).map(({ id, text }) => ({ at: Number(id), text }))

/**
 * Names a collection of chunks after everything that determines them: document, settings and
 * chunker version.
 */
export function toCollectionName(...parts: readonly (string | number)[]): string {
  const content = JSON.stringify([chunkerVersion, ...parts])
  return createHash('sha256').update(content).digest('hex').slice(0, 40)
}

export type CollectionRef = { readonly vectorDbId: string; readonly collection: string }

/** Deletes the keywords and vectors of a collection. Throws when the vector database refuses. */
export async function deleteDocumentIndex(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { vectorDbId, collection }: CollectionRef,
): Promise<void> {
  await deleteKeywords(tenant, collection)
  const { vectorDb } = await openVectorDb(ctx, tenant, vectorDbId)
  await vectorDb.remove(collection)
}
