import { jsonOf, type ServiceProtocol, type ServiceReply } from '../canned-service.ts'
import { nearest, type StoredVector } from './nearest.ts'

type WeaviateObject = {
  readonly class: string
  readonly id: string
  readonly vector: readonly number[]
  readonly properties: Readonly<Record<string, unknown>>
}
type Match = {
  readonly class: string
  readonly where: { readonly path: readonly string[]; readonly valueText: string }
}

const ok = (body: unknown): ServiceReply => ({ status: 200, body })
const refusal = (_status: number, message: string) => ({ error: [{ message }] })
const refuse = (status: number, message: string) => ({ status, body: refusal(status, message) })

const question =
  /^\{ Get \{ (\w+)\(nearVector: \{vector: (\[[^\]]*\])\}, where: \{path: \["(\w+)"\], operator: Equal, valueText: "([^"]*)"\}, limit: (\d+)\) \{ key text _additional \{ distance \} \} \} \}$/

/** Classes of objects with their vectors, as Weaviate has them. */
export function weaviateProtocol({ apiKey }: { readonly apiKey?: string } = {}): ServiceProtocol {
  const classes = new Map<string, Map<string, StoredVector>>()

  function find(query: string): ServiceReply {
    const [, name = '', vector = '[]', key = '', value, limit] = question.exec(query) ?? []
    const objects = classes.get(name)
    if (!objects)
      return ok({ errors: [{ message: `Cannot query field "${name}" on type "GetObjectsObj".` }] })
    const foundVectors = [...objects.values()].filter(({ fields }) => fields[key] === value)
    const hits = nearest(foundVectors, JSON.parse(vector) as number[], Number(limit))
    const shownHits = hits.map(({ fields, score }) => ({
      ...fields,
      _additional: { distance: 1 - score },
    }))
    return ok({ data: { Get: { [name]: shownHits } } })
  }

  const actions: Readonly<
    Record<string, (body: Readonly<Record<string, unknown>>) => ServiceReply>
  > = {
    'GET /v1/schema': () => ok({ classes: [...classes.keys()].map((name) => ({ class: name })) }),
    'POST /v1/schema': (body) => {
      const name = String(body.class)
      if (classes.has(name)) return refuse(422, `class name "${name}" already exists`)
      classes.set(name, new Map())
      return ok(body)
    },
    'POST /v1/batch/objects': ({ objects }) =>
      ok(
        (objects as readonly WeaviateObject[]).map(({ class: name, id, vector, properties }) => {
          const vectors = classes.get(name)
          vectors?.set(id, { id, vector, fields: properties })
          return { id, result: { status: vectors ? 'SUCCESS' : 'FAILED' } }
        }),
      ),
    'DELETE /v1/batch/objects': (body) => {
      const { class: name, where: filter } = body.match as Match
      const objects = classes.get(name) ?? new Map<string, StoredVector>()
      for (const one of objects.values())
        if (one.fields[filter.path[0] ?? ''] === filter.valueText) objects.delete(one.id)
      return ok({ results: { failed: 0 } })
    },
    'POST /v1/graphql': ({ query }) => find(String(query)),
  }
  return {
    refusal,
    answer(exchange) {
      const { method, path, headers } = exchange
      if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`)
        return refuse(401, 'anonymous access not enabled')
      const action = actions[`${method} ${path}`]
      return action ? action(jsonOf(exchange)) : refuse(404, 'not found')
    },
  }
}
