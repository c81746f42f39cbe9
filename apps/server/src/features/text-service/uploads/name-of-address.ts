/**
 * Names a document by the last part of its address's path. The rest can have a password or a signature, which the
 * other users of the organization's keys must not see.
 */
export function nameOfAddress(address: string): string {
  const { pathname, host } = new URL(address)
  const name = pathname.split('/').findLast((part) => part !== '')
  return name === undefined ? host : decodeOrKeep(name)
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
