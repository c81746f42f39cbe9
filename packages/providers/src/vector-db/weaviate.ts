import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { askJson } from '../kit/ask-json.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { optionalSecret, rootOf, serverAddress } from '../kit/fields.ts'
import { isThereAlready, type VectorService, vectorDbIn } from '../kit/vector-service.ts'

const Schema = z.object({ classes: z.array(z.object({ class: z.string() })).nullish() })
const BatchResults = z.array(
  z.object({
    result: z
      .object({
        status: z.string().optional(),
        errors: z.object({ error: z.array(z.object({ message: z.string() })) }).nullish(),
      })
      .optional(),
  }),
)
const Hit = z.object({
  key: z.string(),
  text: z.string(),
  _additional: z.object({ distance: z.number() }),
})
const Found = z.object({
  data: z.object({ Get: z.record(z.string(), z.array(Hit).nullable()) }).nullish(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
})

/** Quotes a text for a query. */
const quote = (text: string) => JSON.stringify(text)

const exact = (name: string, options = {}) => ({
  name,
  dataType: ['text'],
  tokenization: 'field',
  indexSearchable: false,
  ...options,
})

export const weaviate = defineProvider({
  id: 'weaviate|294e08df-4e4a-40f2-8f0d-9e4940180ccc',
  kind: 'vector-db',
  name: 'Weaviate',
  description: 'Your own Weaviate vector database, or one in Weaviate Cloud.',
  icon: '/icons/adapter-icons/Weaviate.png',

  settings: defineSettings({
    title: 'Weaviate Vector DB',
    fields: {
      url: serverAddress({
        title: 'URL',
        prefill: '',
        description: 'The URL of its REST API, for example http://localhost:8080.',
      }),
      api_key: optionalSecret({
        title: 'Api Key',
        description: 'Self-hosted servers may not need one.',
      }),
    },
  }),

  open({ url, api_key: key }, { fetch, call }) {
    const root = `${rootOf(url).replace(/\/v1$/, '')}/v1`
    const headers = omitUndefined({ authorization: key ? `Bearer ${key}` : undefined })
    const ask = askJson({ name: 'Weaviate', fetch, headers, errorKey: 'error' })
    const refusal = (words: string) =>
      new ProviderError({ code: 'refused', message: `Weaviate refused the request: ${words}` })

    const service: VectorService = {
      async prepare(index, _dimensions, signal) {
        const body = {
          class: index,
          vectorizer: 'none',
          vectorIndexConfig: { distance: 'cosine' },
          properties: [
            exact('collection'),
            exact('key'),
            exact('text', { indexFilterable: false }),
          ],
        }
        await ask({ url: `${root}/schema`, body, shape: z.unknown(), signal }).catch((error) => {
          if (!isThereAlready(error)) throw error
        })
      },
      async write(index, items, signal) {
        const objects = items.map(({ uuid, collection, id, text, vector }) => ({
          class: index,
          id: uuid,
          vector,
          properties: { collection, key: id, text },
        }))
        const request = { url: `${root}/batch/objects`, body: { objects } }
        const results = await ask({ ...request, shape: BatchResults, signal })
        const failure = results.find(({ result }) => result?.status === 'FAILED')
        if (!failure) return
        throw refusal(failure.result?.errors?.error[0]?.message ?? 'no reason was given.')
      },
      async find(index, { collection, vector, limit }, signal) {
        const nearVector = `nearVector: {vector: [${vector.join(', ')}]}`
        const filter = `where: {path: ["collection"], operator: Equal, valueText: ${quote(collection)}}`
        const fields = 'key text _additional { distance }'
        const query = `{ Get { ${index}(${nearVector}, ${filter}, limit: ${limit}) { ${fields} } } }`
        const request = { url: `${root}/graphql`, body: { query } }
        const { data, errors } = await ask({ ...request, shape: Found, signal })
        const [problem] = errors ?? []
        if (problem) {
          if (/cannot query field|not found in schema|could not find class/i.test(problem.message))
            return undefined
          throw refusal(problem.message)
        }
        return (data?.Get[index] ?? []).map(({ key: id, text, _additional: { distance } }) => ({
          id,
          text,
          score: 1 - distance,
        }))
      },
      async list(signal) {
        const { classes } = await ask({ url: `${root}/schema`, shape: Schema, signal })
        return (classes ?? []).map((one) => one.class)
      },
      async deleteCollection(index, collection, signal) {
        const filter = { path: ['collection'], operator: 'Equal', valueText: collection }
        const body = { match: { class: index, where: filter } }
        const request = { method: 'DELETE', url: `${root}/batch/objects`, body } as const
        await ask({ ...request, shape: z.unknown(), signal })
      },
    }
    // The name of a class begins with a capital letter.
    return vectorDbIn({ service, call, nameOf: (dimensions) => `Recto${dimensions}` })
  },
  check: (db) => db.testConnection(),
})
