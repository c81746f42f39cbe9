import type { Tenant } from '../../platform/db/database.ts'
import {
  explainProviderError,
  type OpenedEmbedding,
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
import type { OpenedText } from './text/open-text.ts'

/** The chunks of one document under one set of settings. */
export type Passages = {
  /** Its name in the vector database. */
  readonly collection: string
  readonly extractorKey: string
  /** Cuts, embeds and stores the document; done again, it writes the same over the same. */
  index(): Promise<void>
  /** The chunks nearest to the question, best first. */
  search(key: string, question: string): Promise<readonly string[]>
  remove(): Promise<void>
}

type Input = {
  readonly settings: Omit<AnswerSettings, 'instructions'>
  readonly document: NamedDocument
  readonly text: OpenedText
  readonly extractorKey: string
  /** Documents of the same content keep chunks of their own, so that removing one spares the other. */
  readonly scope: string
  readonly calls: CallContext
}

type Opened = {
  readonly embedding: OpenedEmbedding
  readonly store: OpenedVectorDb
  readonly collection: string
}

/** Makes no call. */
export async function openPassages(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: Input,
): Promise<Passages> {
  const { settings, document, extractorKey, scope, calls } = input
  const [embedding, store] = await Promise.all([
    openEmbedding(ctx, tenant, settings.embeddingId),
    openVectorDb(ctx, tenant, settings.vectorDbId),
  ])
  const { chunkSize, chunkOverlap } = settings
  const keys = [extractorKey, embedding.key, store.key]
  const collection = collectionOf(scope, document.hash, ...keys, chunkSize, chunkOverlap)
  const opened = { embedding, store, collection }
  // Explained outside of the step, which must see whether the failure is one to try again.
  const step: Step = (name, part, options) =>
    calls.step(name, part, options).catch((error: unknown) => {
      throw explainProviderError(error, `${embedding.name}, ${store.name}`)
    })
  return {
    collection,
    extractorKey,
    index: () => step(`index/${collection}`, () => index(tenant, input, opened)),
    search: (key, question) =>
      step(`${key}/retrieve`, () => search(tenant, input, opened, { key, question })),
    remove: () =>
      step(`forget/${collection}`, () => store.vectorDb.remove(collection), { isRepeatable: true }),
  }
}

async function index(
  tenant: Tenant,
  { text, settings, calls }: Input,
  { embedding, store, collection }: Opened,
): Promise<void> {
  const { chunkSize: size, chunkOverlap: overlap } = settings
  const texts = await text.chunks({ size, overlap })
  const step = `index/${collection}`
  const asked = { opened: embedding, texts, step }
  const vectors = await embedTexts(tenant, calls, asked)
  const items = texts.map((text, i) => ({
    id: String(i).padStart(6, '0'),
    text,
    vector: vectors[i] ?? [],
  }))
  await store.vectorDb.put(collection, items)
  await forgetEmbedding(tenant, calls, asked)
}

async function search(
  tenant: Tenant,
  { settings, calls }: Input,
  { embedding, store, collection }: Opened,
  { key, question }: { readonly key: string; readonly question: string },
): Promise<readonly string[]> {
  const [vector = []] = await embedTexts(tenant, calls, {
    opened: embedding,
    texts: [question],
    step: `${key}/retrieve`,
  })
  const hits = await store.vectorDb.search(collection, vector, settings.topK)
  return hits.filter(({ score }) => score > 0).map(({ text }) => text)
}
