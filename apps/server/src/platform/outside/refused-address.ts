import addresses from 'ipaddr.js'

/**
 * Loopback and private networks: fine for a model server beside us, not for what a stranger names.
 * Every other special range of the registries is nobody's service, or stands for an address that we
 * would have to judge instead: 6to4, Teredo, NAT64.
 */
const inner: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
])

/** Where cloud machines ask for the credentials of their services, outside the link-local ranges. */
const credentialServices: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
])

const { IPv6 } = addresses
/** All that the registries have given out of IPv6 to be reached by everybody. */
const globalUnicast = IPv6.parseCIDR('2000::/3')
/** `::a.b.c.d`, long withdrawn; only `::1` of that range is an address of its own. */
const compatible = IPv6.parseCIDR('::/96')

/** Whether no request may go to the address. IPv4 written as IPv6 is judged as IPv4. */
export function isRefusedAddress(address: string, allowsInner: boolean): boolean {
  const parsed = addresses.process(address)
  const written = parsed.toString()
  if (credentialServices.has(written)) return true
  if (parsed instanceof IPv6 && parsed.match(compatible)) return written !== '::1' || !allowsInner
  const range = parsed.range()
  if (inner.has(range)) return !allowsInner
  return range !== 'unicast' || (parsed instanceof IPv6 && !parsed.match(globalUnicast))
}
