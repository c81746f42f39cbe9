import { jsonOf, type ServiceProtocol, type ServiceReply } from '../canned-service.ts'
import { nearest, type StoredVector } from './nearest.ts'

type Entity = { readonly id: string; readonly vector: readonly number[] }

/** It refuses with status 200 and says so inside. */
const say = (code: number, rest: object): ServiceReply => ({ status: 200, body: { code, ...rest } })
const ok = (data: unknown) => say(0, { data })

const passes = (filter: unknown, { fields }: StoredVector) => {
  const [, key = '', value] = /^(\w+) == "([^"]*)"$/.exec(String(filter)) ?? []
  return fields[key] === value
}

/** Collections of entities, as the second version of the RESTful protocol of Milvus has them. */
export function milvusProtocol({ token }: { readonly token?: string } = {}): ServiceProtocol {
  const collections = new Map<string, Map<string, StoredVector>>()

  const actions: Readonly<
    Record<string, (body: Readonly<Record<string, unknown>>) => ServiceReply>
  > = {
    'collections/list': () => ok([...collections.keys()]),
    'collections/has': ({ collectionName }) => ok({ has: collections.has(String(collectionName)) }),
    'collections/create': ({ collectionName }) => {
      collections.set(String(collectionName), collections.get(String(collectionName)) ?? new Map())
      return ok({})
    },
    'entities/upsert': ({ collectionName, data }) => {
      const entities = collections.get(String(collectionName))
      if (!entities) return say(100, { message: `can't find collection ${collectionName}` })
      for (const { id, vector, ...fields } of data as readonly Entity[])
        entities.set(id, { id, vector, fields })
      return ok({ upsertCount: (data as readonly Entity[]).length })
    },
    'entities/search': ({ collectionName, data, filter, limit }) => {
      const entities = collections.get(String(collectionName))
      if (!entities) return say(100, { message: `can't find collection ${collectionName}` })
      const foundVectors = [...entities.values()].filter((one) => passes(filter, one))
      const [vector = []] = data as readonly (readonly number[])[]
      const hits = nearest(foundVectors, vector, Number(limit))
      return ok(hits.map(({ id, score, fields }) => ({ id, distance: score, ...fields })))
    },
    'entities/delete': ({ collectionName, filter }) => {
      const entities = collections.get(String(collectionName)) ?? new Map<string, StoredVector>()
      for (const one of entities.values()) if (passes(filter, one)) entities.delete(one.id)
      return ok({})
    },
  }
  return {
    refusal: (status, message) => ({ code: status, message }),
    answer(exchange) {
      const { path, headers } = exchange
      if (token !== undefined && headers.authorization !== `Bearer ${token}`)
        return say(1800, { message: 'user hasn’t authenticated' })
      const action = actions[path.replace('/v2/vectordb/', '')]
      if (!action) return { status: 404, body: '404 page not found' }
      return action(jsonOf(exchange))
    },
  }
}
