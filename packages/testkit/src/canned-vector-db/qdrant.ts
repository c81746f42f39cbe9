import { jsonOf, type ServiceProtocol, type ServiceReply } from '../canned-service.ts'
import { nearest, type StoredVector } from './nearest.ts'

type Point = {
  readonly id: string
  readonly vector: readonly number[]
  readonly payload: Readonly<Record<string, unknown>>
}
type Filter = { readonly must: readonly { key: string; match: { value: unknown } }[] }
type Points = Map<string, StoredVector>
type Body = Readonly<Record<string, unknown>>

const ok = (result: unknown): ServiceReply => ({ status: 200, body: { result, status: 'ok' } })
const done = () => ok({ status: 'completed' })
const refusal = (_status: number, message: string) => ({ status: { error: message }, time: 0 })
const refuse = (status: number, message: string) => ({ status, body: refusal(status, message) })

const selectPassing = (points: Points, filter: unknown) =>
  [...points.values()].filter(({ fields }) =>
    (filter as Filter).must.every(({ key, match }) => fields[key] === match.value),
  )

const inCollection: Readonly<Record<string, (points: Points, body: Body) => ServiceReply>> = {
  'PUT index': done,
  'PUT points': (points, body) => {
    for (const { id, vector, payload } of body.points as readonly Point[])
      points.set(id, { id, vector, fields: payload })
    return done()
  },
  'POST points/query': (points, { filter, query, limit }) => {
    const hits = nearest(selectPassing(points, filter), query as readonly number[], Number(limit))
    return ok({ points: hits.map(({ id, score, fields }) => ({ id, score, payload: fields })) })
  },
  'POST points/delete': (points, { filter }) => {
    for (const { id } of selectPassing(points, filter)) points.delete(id)
    return done()
  },
}

/** Collections of points with payloads, as Qdrant answers since version 1.10. */
export function qdrantProtocol({ apiKey }: { readonly apiKey?: string } = {}): ServiceProtocol {
  const collections = new Map<string, Points>()

  function make(name: string): ServiceReply {
    if (collections.has(name)) return refuse(409, `Collection \`${name}\` already exists!`)
    collections.set(name, new Map())
    return ok(true)
  }
  function within(name: string, action: string, body: Body): ServiceReply {
    const points = collections.get(name)
    if (!points) return refuse(404, `Not found: Collection \`${name}\` doesn't exist!`)
    return inCollection[action]?.(points, body) ?? refuse(404, 'Not found')
  }
  return {
    refusal,
    answer(exchange) {
      const { method, path, headers } = exchange
      if (apiKey !== undefined && headers['api-key'] !== apiKey)
        return refuse(401, 'Must provide an API key or an Authorization bearer token')
      const [name, ...rest] = path.split('/').slice(2)
      if (name === undefined)
        return ok({ collections: [...collections.keys()].map((one) => ({ name: one })) })
      if (rest.length === 0) return make(name)
      return within(name, `${method} ${rest.join('/')}`, jsonOf(exchange))
    },
  }
}
