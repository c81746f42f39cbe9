import { setTimeout as sleep } from 'node:timers/promises'
import type { VectorHit } from '@recto/provider-spec/vector-db'
import type { Tenant } from '../../platform/db/database.ts'
import { waitUnless } from '../../platform/retry.ts'
import {
  explainProviderError,
  type OpenedEmbedding,
  type OpenedLlm,
  type OpenedVectorDb,
  openEmbedding,
  openVectorDb,
} from '../adapters/adapters.port.ts'
import {
  type CallContext,
  embedTexts,
  forgetEmbedding,
  type Step,
} from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, AnswerSettings, NamedDocument } from './answer-settings.ts'
import { collectionOf } from './collection-of.ts'
import { indexKeywords } from './index-keywords.ts'
import { findByKeywords, removeKeywords } from './keywords.store.ts'
import { fuse } from './retrieval/fuse.ts'
import type { SearchedBy, Searcher } from './retrieval/searcher.ts'
import { assertCanRetrieve } from './retrieve-context.ts'
import type { Chunking } from './text/chunk-text.ts'
import type { Excerpt } from './text/excerpts-of.ts'
import type { OpenedText } from './text/open-text.ts'

/** The chunks of one document under one set of settings. */
export type Passages = Searcher & {
  /** Its name in the vector database. */
  readonly collection: string
  readonly vectorDbId: string
  readonly extractorKey: string
  /** Whether the embedding and what else a search takes costs nothing. */
  readonly isFree: boolean
  /** Cuts, embeds and stores the document; done again, it writes the same over the same. */
  index(): Promise<void>
  remove(): Promise<void>
}

type Input = {
  readonly settings: Omit<AnswerSettings, 'instructions'>
  readonly document: NamedDocument
  readonly text: OpenedText
  readonly extractorKey: string
  readonly llm: OpenedLlm
  /** Documents of the same content keep chunks of their own, so that removing one spares the other. */
  readonly scope: string
  readonly calls: CallContext
  /** The vector database, for those who have it open. */
  readonly store?: OpenedVectorDb | undefined
  /** Embeds what is looked for, where several documents are searched for the same. */
  readonly embedQuestions?: typeof embedTexts | undefined
  /** Makes them searchable again where a search finds none. */
  readonly ensureIndexed?:
    | ((passages: Passages, found: { readonly isLost: boolean }) => Promise<void>)
    | undefined
}

type Opened = {
  readonly embedding: OpenedEmbedding
  readonly store: OpenedVectorDb
  readonly collection: string
  readonly chunking: Chunking
}

/** After which a vector database that takes its time is asked again. */
const settlingSeconds = 2
/** Of the weight of a question's words. */
export const leastShareBeside = 0.3
/** In a fused ranking each part has so many times what is wanted of both. */
const wider = 2

/** Makes no call. */
export async function openPassages(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: Input,
): Promise<Passages> {
  const { settings, extractorKey, text, calls, llm } = input
  assertCanRetrieve(llm, settings)
  const [embedding, store] = await Promise.all([
    openEmbedding(ctx, tenant, settings.embeddingId),
    input.store ?? openVectorDb(ctx, tenant, settings.vectorDbId),
  ])
  const chunking = chunkingOf(settings)
  const collection = nameOf(input, { embedding, store })
  const opened = { embedding, store, collection, chunking }
  const hasKeywords = settings.strategy === 'keyword_table'
  // Explained outside of the step, which must see whether the failure is one to try again.
  const step: Step = (name, part, options) =>
    calls.step(name, part, options).catch((error: unknown) => {
      throw explainProviderError(error, `${embedding.name}, ${store.name}`)
    })
  const passages: Passages = {
    collection,
    vectorDbId: settings.vectorDbId,
    extractorKey,
    isFree: embedding.embedding.isFree === true && !hasKeywords,
    index: () =>
      hasKeywords
        ? indexKeywords(tenant, calls, { collection, text, chunking, llm })
        : step(`index/${collection}`, () => indexVectors(tenant, input, opened)),
    async search(name, questions, { by, limit }) {
      const vectors = async (limit: number) =>
        step(name, () =>
          searchVectors(tenant, input, opened, {
            ...{ name, questions, limit },
            again: async () => input.ensureIndexed?.(passages, { isLost: true }),
          }),
        )
      return ranked(text, { chunking, questions, by, limit, vectors })
    },
    withKeywords: (name, words, limit) =>
      step(name, async () => {
        const places = await findByKeywords(tenant, collection, { words, limit })
        return text.nodesAt({ chunking, places })
      }),
    namedBy: (found) => text.chunksNamedBy({ chunking, places: placesOf(found) }),
    chunksOf: (leaves) => text.chunksOfLeaves({ chunking, places: placesOf(leaves) }),
    remove: () =>
      step(
        `forget/${collection}`,
        () =>
          hasKeywords ? removeKeywords(tenant, collection) : store.vectorDb.remove(collection),
        { isRepeatable: true },
      ),
  }
  return passages
}

const placesOf = (passages: readonly Excerpt[]) => passages.map(({ at }) => at)

const chunkingOf = ({ chunkSize, chunkOverlap, strategy }: Input['settings']): Chunking => ({
  size: chunkSize,
  overlap: chunkOverlap,
  hasLeaves: strategy === 'automerging',
})

/** By all that would make other chunks, other vectors or other keywords. */
function nameOf(
  { scope, document, extractorKey, settings, llm, calls }: Input,
  { embedding, store }: Pick<Opened, 'embedding' | 'store'>,
): string {
  const { chunkSize, chunkOverlap, strategy } = settings
  const made = strategy === 'keyword_table' ? [llm.key] : [embedding.key, store.key]
  const kind = ['keyword_table', 'automerging'].includes(strategy) ? strategy : 'chunks'
  const makers = strategy === 'keyword_table' ? [llm] : [embedding, store]
  // What was made under other rules of masking is another collection.
  const masked = makers.some(({ isOutside }) => isOutside) ? calls.masking?.digest : undefined
  return collectionOf(
    scope,
    document.hash,
    extractorKey,
    ...made,
    chunkSize,
    chunkOverlap,
    kind,
    ...(masked ? [masked] : []),
  )
}

/** Beside what is alike in meaning only that counts which shares much. */
const shareOf = (by: SearchedBy) => (by === 'both' ? { leastShare: leastShareBeside } : {})

type Ranking = {
  readonly chunking: Chunking
  readonly questions: readonly string[]
  readonly by: SearchedBy
  readonly limit: number
  readonly vectors: (limit: number) => Promise<readonly (readonly Excerpt[])[]>
}

/** The searches that are wanted, as one ranking for each question. */
async function ranked(
  text: OpenedText,
  { chunking, questions, by, limit, vectors }: Ranking,
): Promise<readonly (readonly Excerpt[])[]> {
  const width = by === 'both' ? limit * wider : limit
  const [byMeaning, byWords] = await Promise.all([
    by === 'words' ? [] : vectors(width),
    by === 'vectors'
      ? []
      : Promise.all(
          questions.map((question) =>
            text.searchWords({ chunking, question, limit: width, ...shareOf(by) }),
          ),
        ),
  ])
  if (by === 'words') return byWords
  if (by === 'vectors') return byMeaning
  return questions.map((_, i) => fuse([byMeaning[i] ?? [], byWords[i] ?? []], limit))
}

async function indexVectors(
  tenant: Tenant,
  { text, calls }: Input,
  { embedding, store, collection, chunking }: Opened,
): Promise<void> {
  const texts = await text.chunks(chunking)
  const step = `index/${collection}`
  const asked = { opened: embedding, texts, step }
  const vectors = await embedTexts(tenant, calls, asked)
  const { masking } = calls
  // A vector database that is outside is given no values; what it finds is read from the document.
  const kept = store.isOutside && masking ? await masking.hide(texts) : texts
  const items = texts.map((text, i) => ({
    id: String(i).padStart(6, '0'),
    text: kept[i] ?? text,
    vector: vectors[i] ?? [],
  }))
  await store.vectorDb.put(collection, items)
  await forgetEmbedding(tenant, calls, asked)
}

type Search = {
  readonly name: string
  readonly questions: readonly string[]
  readonly limit: number
  /** Makes sure that there is something to find. */
  readonly again: () => Promise<void>
}

/**
 * What is not alike at all is left out. Where nothing is found it is looked for once more: a vector database
 * may take its time, and an index may have been superseded between.
 */
async function searchVectors(
  tenant: Tenant,
  { calls, text, embedQuestions = embedTexts }: Input,
  { embedding, store, collection, chunking }: Opened,
  { name, questions, limit, again }: Search,
): Promise<readonly (readonly Excerpt[])[]> {
  if ((await text.nodesAt({ chunking, places: [0] })).length === 0) return questions.map(() => [])
  const asked = { opened: embedding, texts: questions, step: name }
  const vectors = await embedQuestions(tenant, calls, asked)
  const { vectorDb } = store
  const search = () =>
    Promise.all(vectors.map((vector) => vectorDb.search(collection, vector, limit)))
  let hits = await search()
  if (!vectorDb.keepsNothing && hits.every(({ length }) => length === 0)) {
    if (!vectorDb.isConsistent) await wait(calls)
    await again()
    hits = await search()
  }
  const found = hits.map(passagesOf)
  return store.isOutside && calls.masking ? readFrom(text, chunking, found) : found
}

/** What was found, as the document has it. */
const readFrom = (
  text: OpenedText,
  chunking: Chunking,
  found: readonly (readonly Excerpt[])[],
): Promise<readonly (readonly Excerpt[])[]> =>
  Promise.all(found.map((hits) => text.nodesAt({ chunking, places: placesOf(hits) })))

const wait = ({ signal }: CallContext) =>
  signal ? waitUnless(signal, settlingSeconds) : sleep(settlingSeconds * 1000)

const passagesOf = (hits: readonly VectorHit[]): readonly Excerpt[] =>
  hits.filter(({ score }) => score > 0).map(({ id, text }) => ({ at: Number(id), text }))
