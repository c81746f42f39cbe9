import type { getOpenApi } from '@recto/contract/server/open-api'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'

type Parameter = {
  readonly name: string
  readonly location: 'path' | 'query'
  readonly isRequired: boolean
  readonly schema: unknown
}

/** An operation of the API. */
export type DescribedCall = {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Tag that the operations are grouped by. */
  readonly area: string
  /** Kinds of keys that authorize it; empty if it is public. */
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

/** Shown first: the operations for client programs. The others are used by the pages. */
const firstGroup = 'deployment'

/**
 * Sorts operations by area, those for client programs first; within an area they keep the server's
 * order.
 */
export function operationsFromWire({ paths }: EndpointReply<typeof getOpenApi>): DescribedCall[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, wire]) => fromWire(path, method, wire as Wire)),
  )
  return operations.sort(
    (left, right) =>
      Number(right.area === firstGroup) - Number(left.area === firstGroup) ||
      left.area.localeCompare(right.area),
  )
}

function fromWire(path: string, method: string, wire: Wire): DescribedCall {
  const [type, content] = Object.entries(wire.requestBody?.content ?? {})[0] ?? []
  return {
    name: wire.operationId,
    method: method.toUpperCase(),
    path,
    area: wire.tags[0] ?? '',
    keys: wire.security.flatMap((requirement) => Object.keys(requirement)),
    parameters: wire.parameters.map(({ in: location, required: isRequired, ...rest }) => ({
      ...rest,
      location,
      isRequired,
    })),
    ...omitUndefined({ body: type === undefined ? undefined : { type, schema: content?.schema } }),
    replies: Object.entries(wire.responses).map(([status, reply]) => ({
      status,
      schema: Object.values(reply.content ?? {})[0]?.schema,
    })),
  }
}

/** Returns whether the path, name or area of an operation contains a word. */
export const isAbout = ({ name, method, path, area }: DescribedCall, word: string): boolean =>
  `${method} ${path} ${name} ${area}`.toLowerCase().includes(word.trim().toLowerCase())

/** Returns the address with the parameters filled in; empty query parameters are omitted. */
export function addressWith(
  { path, parameters }: Pick<DescribedCall, 'path' | 'parameters'>,
  paramValues: Readonly<Record<string, string>>,
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(paramValues[name] ?? ''),
  )
  const query = new URLSearchParams(
    parameters
      .filter(({ location, name }) => location === 'query' && paramValues[name])
      .map(({ name }): [string, string] => [name, paramValues[name] ?? '']),
  )
  return query.size > 0 ? `${filledPath}?${query}` : filledPath
}
