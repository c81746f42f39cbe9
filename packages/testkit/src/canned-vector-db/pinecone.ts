import { jsonOf, type ServiceProtocol, type ServiceReply } from '../canned-service.ts'
import { nearest, type StoredVector } from './nearest.ts'

type Vector = {
  readonly id: string
  readonly values: readonly number[]
  readonly metadata: Readonly<Record<string, unknown>>
}

const ok = (body: unknown): ServiceReply => ({ status: 200, body })
const refusal = (status: number, message: string) => ({ status, error: { code: 'NO', message } })
const refuse = (status: number, message: string) => ({ status, body: refusal(status, message) })

type PineconeOptions = {
  readonly apiKey?: string
  /** How often a new index is said not to be ready. */
  readonly notReady?: number
}

/** Indexes with namespaces of vectors. One host plays that of the indexes and that of their vectors. */
export function pineconeProtocol({ apiKey, notReady = 0 }: PineconeOptions = {}): ServiceProtocol {
  const indexes = new Map<string, { waits: number }>()
  const namespaces = new Map<string, Map<string, StoredVector>>()

  const describeIndex = (name: string) => {
    const index = indexes.get(name)
    if (!index) return refuse(404, `Resource ${name} not found`)
    index.waits -= 1
    const status = { ready: index.waits < 0, state: index.waits < 0 ? 'Ready' : 'Initializing' }
    return ok({ name, host: `${name}-abc123.svc.aped-1.pinecone.io`, status })
  }
  const actions: Readonly<
    Record<string, (body: Readonly<Record<string, unknown>>) => ServiceReply>
  > = {
    'GET /indexes': () =>
      ok({
        indexes: [...indexes.keys()].map((name) => ({
          name,
          host: `${name}-abc123.svc.aped-1.pinecone.io`,
          status: { ready: true },
        })),
      }),
    'POST /indexes': ({ name }) => {
      if (indexes.has(String(name))) return refuse(409, 'Resource already exists')
      indexes.set(String(name), { waits: notReady })
      return { ...describeIndex(String(name)), status: 201 }
    },
    'POST /vectors/upsert': ({ namespace, vectors }) => {
      const namespaceVectors = namespaces.get(String(namespace)) ?? new Map<string, StoredVector>()
      namespaces.set(String(namespace), namespaceVectors)
      for (const { id, values, metadata } of vectors as readonly Vector[])
        namespaceVectors.set(id, { id, vector: values, fields: metadata })
      return ok({ upsertedCount: (vectors as readonly Vector[]).length })
    },
    'POST /query': ({ namespace, vector, topK }) => {
      const namespaceVectors = namespaces.get(String(namespace)) ?? new Map<string, StoredVector>()
      const hits = nearest(namespaceVectors.values(), vector as readonly number[], Number(topK))
      return ok({ matches: hits.map(({ id, score, fields }) => ({ id, score, metadata: fields })) })
    },
    'POST /vectors/delete': ({ namespace }) =>
      namespaces.delete(String(namespace)) ? ok({}) : refuse(404, 'Namespace not found'),
  }
  return {
    refusal,
    answer(exchange) {
      const { method, path, headers } = exchange
      if (apiKey !== undefined && headers['api-key'] !== apiKey)
        return { status: 401, body: 'Invalid API Key' }
      const action = actions[`${method} ${path}`]
      if (action) return action(jsonOf(exchange))
      const name = /^\/indexes\/([\w-]+)$/.exec(path)?.[1]
      return name ? describeIndex(name) : refuse(404, 'Not found')
    },
  }
}
