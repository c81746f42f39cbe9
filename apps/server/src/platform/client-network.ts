import { isIPv6 } from 'node:net'
import addresses from 'ipaddr.js'

/**
 * The unit for rate limits by address: an IPv4 address itself, but the /64 network of an IPv6
 * address, because its owner controls the whole network.
 */
export function getClientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = addresses.process(address)
  if (!(parsed instanceof addresses.IPv6)) return parsed.toString()
  return addresses.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()
}
