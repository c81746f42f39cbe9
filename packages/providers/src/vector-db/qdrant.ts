import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { askJson } from '../kit/ask-json.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { optionalSecret, rootOf, serverAddress } from '../kit/fields.ts'
import { isThereAlready, isUnknown, type VectorService, vectorDbIn } from '../kit/vector-service.ts'

const Listed = z.object({
  result: z.object({ collections: z.array(z.object({ name: z.string() })) }),
})
const Found = z.object({
  result: z.object({
    points: z.array(
      z.object({ score: z.number(), payload: z.object({ key: z.string(), text: z.string() }) }),
    ),
  }),
})

const ofCollection = (collection: string) => ({
  must: [{ key: 'collection', match: { value: collection } }],
})

export const qdrant = defineProvider({
  id: 'qdrant|41f64fda-2e4c-4365-89fd-9ce91bee74d0',
  kind: 'vector-db',
  name: 'Qdrant',
  description: 'Your own Qdrant vector database, or one in Qdrant Cloud.',
  icon: '/icons/adapter-icons/qdrant.png',

  settings: defineSettings({
    title: 'Qdrant Vector DB',
    fields: {
      url: serverAddress({
        title: 'URL',
        description: 'The URL of its REST API, for example http://localhost:6333.',
      }),
      api_key: optionalSecret({
        title: 'API Key',
        description: 'Self-hosted servers may not need one.',
      }),
    },
  }),

  open({ url, api_key: key }, { fetch, call }) {
    const root = rootOf(url)
    const headers = omitUndefined({ 'api-key': key || undefined })
    const ask = askJson({ name: 'Qdrant', fetch, headers, errorKey: 'status' })
    const urlOf = (collection: string, rest = '') => `${root}/collections/${collection}${rest}`
    const AnyReply = z.looseObject({})

    const service: VectorService = {
      async prepare(index, size, signal) {
        const body = { vectors: { size, distance: 'Cosine' } }
        const request = { method: 'PUT', shape: AnyReply, signal } as const
        const isNew = await ask({ ...request, url: urlOf(index), body }).then(
          () => true,
          (error: unknown) => {
            if (isThereAlready(error)) return false
            throw error
          },
        )
        const keyword = { field_name: 'collection', field_schema: 'keyword' }
        if (isNew) await ask({ ...request, url: urlOf(index, '/index?wait=true'), body: keyword })
      },
      async write(index, items, signal) {
        const points = items.map(({ uuid, collection, id, text, vector }) => ({
          id: uuid,
          vector,
          payload: { collection, key: id, text },
        }))
        const url = urlOf(index, '/points?wait=true')
        await ask({ method: 'PUT', url, body: { points }, shape: AnyReply, signal })
      },
      async find(index, { collection, vector, limit }, signal) {
        const filter = ofCollection(collection)
        const body = { query: vector, filter, limit, with_payload: true }
        try {
          const url = urlOf(index, '/points/query')
          const { result } = await ask({ url, body, shape: Found, signal })
          return result.points.map(({ score, payload }) => ({
            id: payload.key,
            text: payload.text,
            score,
          }))
        } catch (error) {
          if (isUnknown(error)) return undefined
          throw error
        }
      },
      async list(signal) {
        const { result } = await ask({ url: `${root}/collections`, shape: Listed, signal })
        return result.collections.map(({ name }) => name)
      },
      async deleteCollection(index, collection, signal) {
        const body = { filter: ofCollection(collection) }
        await ask({ url: urlOf(index, '/points/delete?wait=true'), body, shape: AnyReply, signal })
      },
    }
    return vectorDbIn({ service, call, isConsistent: true })
  },
  check: (db) => db.testConnection(),
})
