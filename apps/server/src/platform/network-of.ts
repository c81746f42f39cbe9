import { isIPv6 } from 'node:net'
import addresses from 'ipaddr.js'

/** Whoever has an IPv6 address has a whole network of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = addresses.process(address)
  if (!(parsed instanceof addresses.IPv6)) return parsed.toString()
  return addresses.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()
}
