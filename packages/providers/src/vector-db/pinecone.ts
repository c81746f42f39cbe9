import { z } from 'zod'
import { askJson } from '../kit/ask-json.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { pause } from '../kit/external-call.ts'
import { secret, text, unread, word } from '../kit/fields.ts'
import { isThereAlready, isUnknown, type VectorService, vectorDbIn } from '../kit/vector-service.ts'

const control = 'https://api.pinecone.io'
const version = '2025-04'
const pollSeconds = 1

/** Only the vendor's hosts are accepted, because the key is sent to them. */
const host = z.string().regex(/^[\w.-]+\.pinecone\.io$/)
const Index = z.object({ name: z.string(), host, status: z.object({ ready: z.boolean() }) })
const Indexes = z.object({ indexes: z.array(Index) })
const Found = z.object({
  matches: z.array(
    z.object({ score: z.number(), metadata: z.object({ key: z.string(), text: z.string() }) }),
  ),
})

/** Read-only field for a fixed property of pods. */
const fixed = (title: string, prefill: string) =>
  unread(text({ title, prefill, description: 'This value is fixed.' }).meta({ readOnly: true }))

const whenPod = {
  key: 'spec',
  is: 'pod',
  fields: {
    environment: text({
      title: 'Environment',
      description: 'The environment that hosts the pods.',
    }).default('us-west1-gcp'),
    replicas: fixed('Number of replicas', '1'),
    shards: fixed('Number of shards', '1'),
    pods: fixed('Number of pods', '1'),
    pod_type: fixed('Pod type', 'p1.x1'),
  },
} as const

const whenServerless = {
  key: 'spec',
  is: 'serverless',
  fields: {
    cloud: text({ title: 'Cloud', description: 'aws, gcp or azure.' }).default('aws'),
    region: text({
      title: 'Region',
      description: 'A region of this cloud, such as us-east-1.',
    }).default('us-west1-gcp'),
  },
} as const

export const pinecone = defineProvider({
  id: 'pinecone|83881133-485d-4ecc-b1f7-0009f96dc74a',
  kind: 'vector-db',
  name: 'Pinecone',
  description: 'Pinecone’s vector database.',
  icon: '/icons/adapter-icons/pinecone.png',

  settings: defineSettings({
    title: 'Pinecone Vector DB',
    alsoRequired: ['spec'],
    fields: {
      api_key: secret({ title: 'API Key', description: 'A key from app.pinecone.io.' }),
      spec: word(
        { title: 'Specification', description: 'The type of index to create.' },
        { pod: 'Pod', serverless: 'Serverless' },
      ).default('serverless'),
    },
    when: [whenPod, whenServerless],
  }),

  open(settings, { fetch, call }) {
    const headers = { 'api-key': settings.api_key, 'x-pinecone-api-version': version }
    const ask = askJson({ name: 'Pinecone', fetch, headers, errorKey: 'error' })
    const askHost = askJson({ name: 'Pinecone', fetch, headers, errorKey: 'message' })
    const hostOf = hostsOf((name, signal) =>
      ask({ url: `${control}/indexes/${name}`, shape: Index, signal }),
    )
    const { environment, cloud, region } = settings
    const spec =
      settings.spec === 'pod'
        ? { pod: { environment, pod_type: 'p1.x1', pods: 1, replicas: 1, shards: 1 } }
        : { serverless: { cloud, region } }

    const service: VectorService = {
      async prepare(name, dimension, signal) {
        const isThere = await hostOf(name, signal).then(
          () => true,
          (error: unknown) => {
            if (isUnknown(error)) return false
            throw error
          },
        )
        if (isThere) return
        const body = { name, dimension, metric: 'cosine', spec }
        await ask({ url: `${control}/indexes`, body, shape: z.unknown(), signal }).catch(
          (error) => {
            if (!isThereAlready(error)) throw error
          },
        )
        await hostOf(name, signal)
      },
      async write(name, items, signal) {
        const [{ collection: namespace } = { collection: '' }] = items
        const vectors = items.map(({ uuid, id, text, vector }) => ({
          id: uuid,
          values: vector,
          metadata: { key: id, text },
        }))
        const url = `https://${await hostOf(name, signal)}/vectors/upsert`
        await askHost({ url, body: { namespace, vectors }, shape: z.unknown(), signal })
      },
      async find(name, { collection: namespace, vector, limit: topK }, signal) {
        const body = { namespace, vector, topK, includeMetadata: true }
        try {
          const url = `https://${await hostOf(name, signal)}/query`
          const { matches } = await askHost({ url, body, shape: Found, signal })
          return matches.map(({ score, metadata: { key: id, text } }) => ({ id, text, score }))
        } catch (error) {
          if (isUnknown(error)) return undefined
          throw error
        }
      },
      async list(signal) {
        const { indexes } = await ask({ url: `${control}/indexes`, shape: Indexes, signal })
        return indexes.map(({ name }) => name)
      },
      async deleteCollection(name, namespace, signal) {
        const url = `https://${await hostOf(name, signal)}/vectors/delete`
        const body = { namespace, deleteAll: true }
        await askHost({ url, body, shape: z.unknown(), signal }).catch((error) => {
          if (!isUnknown(error)) throw error
        })
      },
    }
    return vectorDbIn({ service, call, nameOf: (dimensions) => `recto-${dimensions}` })
  },
  check: (db) => db.testConnection(),
})

type Describe = (name: string, signal: AbortSignal) => Promise<z.output<typeof Index>>

/** Returns a function that waits until an index is ready and returns its host. */
function hostsOf(describe: Describe) {
  const hosts = new Map<string, string>()
  return async (name: string, signal: AbortSignal): Promise<string> => {
    const cachedHost = hosts.get(name)
    if (cachedHost) return cachedHost
    let index = await describe(name, signal)
    while (!index.status.ready) {
      await pause(pollSeconds, signal)
      index = await describe(name, signal)
    }
    hosts.set(name, index.host)
    return index.host
  }
}
