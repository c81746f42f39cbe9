import { lookup as lookupName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isForbiddenAddress } from './forbidden-address.ts'

/** A request was blocked because its address is forbidden. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

/** Checks the addresses of a host name at the moment of the connection. */
export function createCheckedLookup(allowsPrivate: boolean): LookupFunction {
  return (hostname, options, done) => {
    lookupName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const forbiddenAddress = addresses.find(({ address }) =>
        isForbiddenAddress(address, allowsPrivate),
      )
      if (forbiddenAddress) return done(createRefusal(hostname), '')
      if (options.all) return done(null, addresses)
      const [firstAddress] = addresses
      done(null, firstAddress?.address ?? '', firstAddress?.family)
    })
  }
}

/** Throws for a forbidden literal IP address, for which no lookup happens. */
export function assertAddressReachable(hostname: string, allowsPrivate: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isForbiddenAddress(host, allowsPrivate)) throw createRefusal(host)
}

function createRefusal(host: string): RefusedAddressError {
  return new RefusedAddressError(`Requests to ${host} are not allowed.`)
}
