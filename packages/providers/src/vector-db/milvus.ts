import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { askJson } from '../kit/ask-json.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { optionalSecret, rootOf, serverAddress } from '../kit/fields.ts'
import { type VectorService, vectorDbIn } from '../kit/vector-service.ts'

const Has = z.object({ has: z.boolean() })
const Names = z.array(z.string())
const Hits = z.array(z.object({ distance: z.number(), key: z.string(), text: z.string() }))

/** Error codes in answers of status 200. */
const unknownCollection = 100
const codes: Readonly<Record<number, ProviderErrorCode>> = {
  [unknownCollection]: 'not-found',
  1800: 'unauthorised',
  1801: 'unauthorised',
  8: 'rate-limited',
  9: 'rate-limited',
}

const field = (fieldName: string, dataType: string, elementTypeParams: object, options = {}) => ({
  fieldName,
  dataType,
  elementTypeParams,
  ...options,
})

/** Maximum size of a text field. */
const maxTextBytes = 65_535

const schemaOf = (dimensions: number) => ({
  autoId: false,
  enableDynamicField: false,
  fields: [
    field('id', 'VarChar', { max_length: 64 }, { isPrimary: true }),
    field('collection', 'VarChar', { max_length: 128 }, { isPartitionKey: true }),
    field('key', 'VarChar', { max_length: 128 }),
    field('text', 'VarChar', { max_length: maxTextBytes }),
    field('vector', 'FloatVector', { dim: String(dimensions) }),
  ],
})

const ofCollection = (collection: string) => `collection == ${JSON.stringify(collection)}`

export const milvus = defineProvider({
  id: 'milvus|3f42f6f9-4b8e-4546-95f3-22ecc9aca442',
  kind: 'vector-db',
  name: 'Milvus',
  description: 'Your own Milvus vector database, or one in Zilliz Cloud.',
  icon: '/icons/adapter-icons/Milvus.png',

  settings: defineSettings({
    title: 'Milvus Vector DB',
    fields: {
      uri: serverAddress({
        title: 'URI',
        prefill: 'localhost:19530',
        description: 'The URL of Milvus, for example http://localhost:19530.',
      }),
      token: optionalSecret({
        title: 'Token',
        description:
          'An API key, or a user and password separated by a colon. Some servers do not need one.',
      }),
    },
  }),

  open({ uri, token }, { fetch, call }) {
    const root = rootOf(uri)
    const headers = omitUndefined({ authorization: token ? `Bearer ${token}` : undefined })
    const ask = askJson({ name: 'Milvus', fetch, headers, errorKey: 'message' })
    const post = async <T>(
      path: string,
      body: object,
      shape: z.ZodType<T>,
      signal: AbortSignal,
    ): Promise<T> => {
      const Reply = z.union([
        z.object({ code: z.literal([0, 200]), data: shape }),
        z.object({ code: z.number(), message: z.string().default('no reason was given.') }),
      ])
      const reply = await ask({ url: `${root}/v2/vectordb/${path}`, body, shape: Reply, signal })
      if ('data' in reply) return reply.data
      const { code, message } = reply
      throw new ProviderError({
        code: codes[code] ?? 'refused',
        message: `Milvus returned ${code}: ${message}`,
        ...omitUndefined({ status: code === unknownCollection ? 404 : undefined }),
      })
    }

    const service: VectorService = {
      async prepare(collectionName, dimensions, signal) {
        const { has: exists } = await post('collections/has', { collectionName }, Has, signal)
        if (exists) return
        const index = { fieldName: 'vector', indexName: 'vector', metricType: 'COSINE' }
        const body = {
          collectionName,
          schema: schemaOf(dimensions),
          indexParams: [{ ...index, indexType: 'AUTOINDEX' }],
        }
        await post('collections/create', body, z.unknown(), signal)
      },
      async write(collectionName, items, signal) {
        const data = items.map(({ uuid, collection, id, text, vector }) => ({
          id: uuid,
          collection,
          key: id,
          text,
          vector,
        }))
        await post('entities/upsert', { collectionName, data }, z.unknown(), signal)
      },
      async find(collectionName, { collection, vector, limit }, signal) {
        const body = {
          collectionName,
          data: [vector],
          annsField: 'vector',
          limit,
          filter: ofCollection(collection),
          outputFields: ['key', 'text'],
          consistencyLevel: 'Strong',
        }
        try {
          const hits = await post('entities/search', body, Hits, signal)
          return hits.map(({ key: id, text, distance: score }) => ({ id, text, score }))
        } catch (error) {
          if (error instanceof ProviderError && error.code === 'not-found') return undefined
          throw error
        }
      },
      list: (signal) => post('collections/list', {}, Names, signal),
      async deleteCollection(collectionName, collection, signal) {
        const body = { collectionName, filter: ofCollection(collection) }
        await post('entities/delete', body, z.unknown(), signal)
      },
    }
    return vectorDbIn({ service, call, isConsistent: true })
  },
  check: (db) => db.testConnection(),
})
