import type { z } from 'zod'
import type { BodySize } from './limits.ts'

/**
 * Caller that an endpoint admits. `anyone` needs no session, `session` a signed-in user, `member` a
 * user who has set the organization of the path, `admin` one with that role there, `key` the key of
 * a deployment.
 */
type Caller = 'anyone' | 'session' | 'member' | 'admin' | 'key'

/** The text-extraction product, which clients spell in two ways. */
export const textBases = ['llmwhisperer', 'llm-whisperer'] as const
/** Below it lies the service itself, which only keys open. */
export const textServiceBase = '/api/v2'
type ProductBase = (typeof textBases)[number]

type Deprecation = {
  /** The day from which it is deprecated. */
  readonly since: `${number}-${number}-${number}`
  /** Path of the endpoint of a member to use, written as `path` is. */
  readonly successor: `/${string}`
}

/** One thing that a client may ask of the server: everything about it that crosses the wire. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /**
   * Path as the contract spells it. Paths of `member` and `admin` endpoints are relative to the
   * base of the organization (`/api/v1/{product}/{org}`); all others are complete. Parameters are
   * written `:name`, and `{product}` is the installation's name in addresses.
   */
  readonly path: `/${string}`
  readonly who: Caller
  /** A product beside the platform, below whose base in the organization the path is. */
  readonly product?: ProductBase
  /** The status of success; 200 unless stated. */
  readonly status?: number
  /**
   * `multipart`: files are streamed to the file store before the handler runs. `raw`: bytes of any
   * type or of none, which the handler itself takes off the wire.
   */
  readonly accepts?: 'json' | 'multipart' | 'raw'
  /** Its name for programs, where the one that its address makes is another's already. */
  readonly operation?: string
  /** The body has values of documents, whose numbers keep all their digits; no other number may be an `ExactNumber`. */
  readonly keepsDigits?: boolean
  /** How large a body may be, files apart; `usual` unless stated. */
  readonly bodySize?: BodySize
  /**
   * The body of a refusal, if it is not the standard one:
   * - `message`: `{message}`. If the caller has a session, only a refusal of the request's body has this form.
   * - `detail`: `{detail}`.
   * - `text`: a bare JSON text.
   * - `error`, `message.error`: the standard body with its text in this field too, where clients of deployments read it.
   */
  readonly refusals?: 'message' | 'detail' | 'text' | 'error' | 'message.error'
  /** A GET that changes something: the gate admits it only from the product's own pages. */
  readonly changesState?: boolean
  /** The reply has a key, or something that holds one: to whom it was shown is written down. */
  readonly showsKeys?: boolean
  /** A GET whose reply is a file of data that somebody takes away: the audit log says who did. */
  readonly exportsData?: boolean
  /** A path outside of an organization that a platform key opens as well, in the organization of the key. */
  readonly acceptsPlatformKey?: boolean
  /** It costs model calls, so that a request that is sent again with the same `Idempotency-Key` is answered once. */
  readonly isPaid?: boolean
  /** Clients should use another address; this one still works as it did. */
  readonly deprecation?: Deprecation
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply: z.ZodType
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type ParsedSchema<S> = S extends z.ZodType ? z.input<S> : undefined

/** The validated request that a handler receives. */
export type EndpointRequest<E extends Endpoint> = {
  readonly params: Parsed<E['params']>
  readonly query: Parsed<E['query']>
  readonly body: Parsed<E['body']>
}

/** What the caller writes, before defaults are filled in. */
export type EndpointInput<E extends Endpoint> = {
  readonly [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: ParsedSchema<
    E[K]
  >
}

export type EndpointReply<E extends Endpoint> = z.output<E['reply']>

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
