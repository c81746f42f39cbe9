import type { EndpointReply } from '@recto/contract/endpoint'
import type { getOpenApi } from '@recto/contract/open-api'

type Parameter = {
  readonly name: string
  readonly place: 'path' | 'query'
  readonly isRequired: boolean
  readonly schema: unknown
}

/** One thing that the server can be asked. */
export type DescribedCall = {
  readonly name: string
  readonly method: string
  readonly path: string
  /** What it is about: the first word of its address. */
  readonly area: string
  /** By what it is opened; empty for everybody. */
  readonly keys: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly type: string; readonly schema: unknown }
  readonly replies: readonly { readonly status: string; readonly schema: unknown }[]
}

type Content = Readonly<Record<string, { readonly schema: unknown }>>

type Wire = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly required: boolean
    readonly schema: unknown
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** What programs call; the rest is what pages ask. */
const soughtMost = 'deployment'

/** In the order of their areas, that of callers first, and in each as the server has them. */
export function operationsFromWire({ paths }: EndpointReply<typeof getOpenApi>): DescribedCall[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, wire]) => fromWire(path, method, wire as Wire)),
  )
  return all.sort(
    (one, other) =>
      Number(other.area === soughtMost) - Number(one.area === soughtMost) ||
      one.area.localeCompare(other.area),
  )
}

function fromWire(path: string, method: string, wire: Wire): DescribedCall {
  const [type, content] = Object.entries(wire.requestBody?.content ?? {})[0] ?? []
  return {
    name: wire.operationId,
    method: method.toUpperCase(),
    path,
    area: wire.tags[0] ?? '',
    keys: wire.security.flatMap((one) => Object.keys(one)),
    parameters: wire.parameters.map(({ in: place, required: isRequired, ...rest }) => ({
      ...rest,
      place,
      isRequired,
    })),
    ...(type !== undefined && { body: { type, schema: content?.schema } }),
    replies: Object.entries(wire.responses).map(([status, reply]) => ({
      status,
      schema: Object.values(reply.content ?? {})[0]?.schema,
    })),
  }
}

/** Whether a word is in its address, its name or its area. */
export const isAbout = ({ name, method, path, area }: DescribedCall, word: string): boolean =>
  `${method} ${path} ${name} ${area}`.toLowerCase().includes(word.trim().toLowerCase())

/** The address with what was filled in; what is empty is left out of the query. */
export function addressWith(
  { path, parameters }: Pick<DescribedCall, 'path' | 'parameters'>,
  given: Readonly<Record<string, string>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given[name] ?? ''),
  )
  const query = new URLSearchParams(
    parameters
      .filter(({ place, name }) => place === 'query' && given[name])
      .map(({ name }): [string, string] => [name, given[name] ?? '']),
  )
  return query.size > 0 ? `${filled}?${query}` : filled
}
