import { isIPv4 } from 'node:net'

/** Whether an address is one of this machine that no other machine can reach. */
export const isLoopbackAddress = (address: string): boolean => {
  const plainAddress = address.replace(/^::ffff:/i, '')
  return plainAddress === '::1' || (isIPv4(plainAddress) && plainAddress.startsWith('127.'))
}

/** Whether the host of a URL or a `Host` header, with or without a port, names this machine only. */
export function isLoopbackHost(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[(.*)\]$/, '$1')
  if (name === undefined) return false
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name)
}
