import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { checkedLookup, RefusedAddressError, refuseAddress } from './checked-lookup.ts'
import { type AnswerLimits, withinLimits } from './limit-answer.ts'
import { sendText, textRequestOf } from './send-text.ts'

export type OutsideFetch = {
  readonly fetch: typeof globalThis.fetch
  close(): Promise<void>
}

type Options = {
  /** Whether loopback and private networks may be reached, as a model server at home is. */
  readonly allowsInner: boolean
  /** Of an answer; without them its receiver counts by itself. */
  readonly limits?: AnswerLimits
}

/**
 * The one way out for requests that are made for a user. Addresses are judged at the connection itself,
 * after the name was resolved, so that neither a name that changes its meaning nor a redirect leads
 * around it. No redirect is followed: whoever wants to goes on by itself, with a new request. A model
 * may think for a long time: only the caller's own signal ends a request.
 */
export function openFetch({ allowsInner, limits }: Options): OutsideFetch {
  const agent = new Agent({
    connect: connectChecked(allowsInner),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    // Asked here too, because `fetch` refuses some ports before it connects, in its own words.
    refuseAddress(url.hostname, allowsInner)
    const text = input instanceof Request ? undefined : textRequestOf(init)
    if (text) return sendText(url, text, agent)
    const asked = input instanceof Request ? { ...partsOf(input), ...init } : init
    return send(url, { ...asked, redirect: 'manual', dispatcher: agent } as UndiciInit)
  }
  return {
    fetch: withinLimits(fetch as typeof globalThis.fetch, limits),
    close: () => agent.destroy(),
  }
}

type UndiciInit = Parameters<typeof undiciFetch>[1]

/** A request of the platform's own class is none to the library's. */
const partsOf = ({ method, headers, body, signal }: Request) => ({
  method,
  headers,
  signal,
  ...(body && { body, duplex: 'half' }),
})

async function send(url: URL, init: UndiciInit): Promise<Response> {
  try {
    return (await undiciFetch(url, init)) as unknown as Response
  } catch (error) {
    const cause = (error as Error).cause
    throw cause instanceof RefusedAddressError ? cause : error
  }
}

function connectChecked(allowsInner: boolean): buildConnector.connector {
  const connect = buildConnector({ lookup: checkedLookup(allowsInner) })
  return (options, done) => {
    try {
      // An address needs no look-up, so that would not be asked.
      refuseAddress(options.hostname, allowsInner)
    } catch (error) {
      return done(error as Error, null)
    }
    return connect(options, done)
  }
}
