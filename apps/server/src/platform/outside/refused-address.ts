import { BlockList, isIPv6 } from 'node:net'

/** Link-local: where cloud machines keep the credentials of their services. */
const never = new BlockList()
never.addSubnet('169.254.0.0', 16, 'ipv4')
never.addSubnet('fe80::', 10, 'ipv6')
never.addAddress('fd00:ec2::254', 'ipv6')
never.addSubnet('0.0.0.0', 8, 'ipv4')
never.addAddress('::', 'ipv6')

/** Loopback and private networks: fine for a model server beside us, not for what a stranger names. */
const inner = new BlockList()
inner.addSubnet('127.0.0.0', 8, 'ipv4')
inner.addSubnet('10.0.0.0', 8, 'ipv4')
inner.addSubnet('172.16.0.0', 12, 'ipv4')
inner.addSubnet('192.168.0.0', 16, 'ipv4')
inner.addSubnet('100.64.0.0', 10, 'ipv4')
inner.addAddress('::1', 'ipv6')
inner.addSubnet('fc00::', 7, 'ipv6')

/** Whether no request may go to the address. IPv4 written as IPv6 is judged as IPv4. */
export function isRefusedAddress(address: string, allowsInner: boolean): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return never.check(address, family) || (!allowsInner && inner.check(address, family))
}
