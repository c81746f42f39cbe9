import { lookup as lookupName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isRefusedAddress } from './refused-address.ts'

/** A request that went nowhere because its address is one that no request may go to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

/** Judges what a name leads to at the moment of the connection. */
export function checkedLookup(allowsInner: boolean): LookupFunction {
  return (hostname, options, done) => {
    lookupName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const refused = addresses.find(({ address }) => isRefusedAddress(address, allowsInner))
      if (refused) return done(refusal(hostname), '')
      if (options.all) return done(null, addresses)
      const [first] = addresses
      done(null, first?.address ?? '', first?.family)
    })
  }
}

/** Throws for an address that is written out, which nobody looks up. */
export function refuseAddress(hostname: string, allowsInner: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isRefusedAddress(host, allowsInner)) throw refusal(host)
}

function refusal(host: string): RefusedAddressError {
  return new RefusedAddressError(`Requests to ${host} are not allowed.`)
}
