import addresses from 'ipaddr.js'

/**
 * Loopback and private networks: fine for a local model server, not for URLs supplied by strangers.
 * All other special ranges host no service, or embed an address that would have to be checked
 * instead: 6to4, Teredo, NAT64.
 */
const privateRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
])

/** Credential services of cloud providers that are outside the link-local ranges. */
const credentialServices: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
])

const { IPv6 } = addresses
/** All of IPv6 that is allocated for public use. */
const globalUnicast = IPv6.parseCIDR('2000::/3')
/** `::a.b.c.d`, deprecated; only `::1` of that range is a real address. */
const ipv4Compatible = IPv6.parseCIDR('::/96')

/**
 * Whether requests to the address are forbidden. An IPv4 address written as IPv6 is judged as IPv4.
 */
export function isForbiddenAddress(address: string, allowsPrivate: boolean): boolean {
  const parsed = addresses.process(address)
  const canonical = parsed.toString()
  if (credentialServices.has(canonical)) return true
  if (parsed instanceof IPv6 && parsed.match(ipv4Compatible))
    return canonical !== '::1' || !allowsPrivate
  const range = parsed.range()
  if (privateRanges.has(range)) return !allowsPrivate
  return range !== 'unicast' || (parsed instanceof IPv6 && !parsed.match(globalUnicast))
}
