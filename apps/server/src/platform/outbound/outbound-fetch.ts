import { omitUndefined } from '@recto/omit-undefined'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import {
  assertAddressReachable,
  createCheckedLookup,
  RefusedAddressError,
} from './checked-lookup.ts'
import { limitResponses, type ResponseLimits } from './limit-response.ts'
import { asTextRequest, sendTextRequest } from './send-text-request.ts'

export type OutboundFetch = {
  readonly fetch: typeof globalThis.fetch
  close(): Promise<void>
}

type OutboundFetchOptions = {
  /** Whether loopback and private networks may be reached, for example a local model server. */
  readonly allowsPrivate: boolean
  /** Limits of a response; without them the caller must limit it. */
  readonly limits?: ResponseLimits
}

/**
 * The only way to make HTTP requests on behalf of a user. Addresses are checked at the connection,
 * after the name was resolved, so that neither DNS rebinding nor a redirect bypasses the check.
 * Redirects are not followed: a caller that wants to follows them with a new request. There is no
 * timeout, because a model may think for a long time; only the caller's signal ends a request.
 */
export function openOutboundFetch({ allowsPrivate, limits }: OutboundFetchOptions): OutboundFetch {
  const agent = new Agent({
    connect: createCheckedConnector(allowsPrivate),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    // Also checked here, because `fetch` rejects some ports before it connects, with a message of
    // its own.
    assertAddressReachable(url.hostname, allowsPrivate)
    const textRequest = input instanceof Request ? undefined : asTextRequest(init)
    if (textRequest) return sendTextRequest(url, textRequest, agent)
    const requestInit = input instanceof Request ? { ...toRequestInit(input), ...init } : init
    return send(url, { ...requestInit, redirect: 'manual', dispatcher: agent } as UndiciInit)
  }
  return {
    fetch: limitResponses(fetch as typeof globalThis.fetch, limits),
    close: () => agent.destroy(),
  }
}

type UndiciInit = Parameters<typeof undiciFetch>[1]

/** undici's `fetch` does not accept a `Request` of the runtime's own class. */
const toRequestInit = ({ method, headers, body, signal }: Request) => ({
  method,
  headers,
  signal,
  ...omitUndefined({ body: body ?? undefined, duplex: body ? 'half' : undefined }),
})

async function send(url: URL, init: UndiciInit): Promise<Response> {
  try {
    return (await undiciFetch(url, init)) as unknown as Response
  } catch (error) {
    const cause = (error as Error).cause
    throw cause instanceof RefusedAddressError ? cause : error
  }
}

function createCheckedConnector(allowsPrivate: boolean): buildConnector.connector {
  const connect = buildConnector({ lookup: createCheckedLookup(allowsPrivate) })
  return (options, done) => {
    try {
      // A literal address skips the lookup and so its check.
      assertAddressReachable(options.hostname, allowsPrivate)
    } catch (error) {
      return done(error as Error, null)
    }
    return connect(options, done)
  }
}
