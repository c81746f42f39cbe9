import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as undiciFetch } from 'undici'
import { type AnswerLimits, withinLimits } from './limit-answer.ts'
import { isRefusedAddress } from './refused-address.ts'
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

/** A request that went nowhere because its address is one that no request may go to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

/**
 * The one way out for requests that are made for a user. Addresses are judged after the name was
 * resolved, at the connection itself, so that a name cannot change its meaning in between. A model may
 * think for a long time: only the caller's own signal ends a request.
 */
export function openFetch({ allowsInner, limits }: Options): OutsideFetch {
  const checkedLookup: LookupFunction = (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const refused = addresses.find(({ address }) => isRefusedAddress(address, allowsInner))
      if (refused) return done(refusal(hostname), '')
      if (options.all) return done(null, addresses)
      const [first] = addresses
      done(null, first?.address ?? '', first?.family)
    })
  }
  const agent = new Agent({ connect: { lookup: checkedLookup }, headersTimeout: 0, bodyTimeout: 0 })
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // An address needs no look-up, so the connection would not ask.
    if (isIP(host) && isRefusedAddress(host, allowsInner)) throw refusal(host)
    const text = input instanceof Request ? undefined : textRequestOf(init)
    if (text) return sendText(url, text, agent)
    const given = { ...init, dispatcher: agent } as Parameters<typeof undiciFetch>[1]
    return undiciFetch(url, given) as unknown as Promise<Response>
  }
  return {
    fetch: withinLimits(fetch as typeof globalThis.fetch, limits),
    close: () => agent.destroy(),
  }
}

function refusal(host: string): RefusedAddressError {
  return new RefusedAddressError(`Requests to ${host} are not allowed.`)
}
