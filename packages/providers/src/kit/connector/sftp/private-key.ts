import { ServiceFailure } from '../service-failure.ts'

/** Maximum rounds of key derivation: `ssh-keygen` uses 16, and each blocks this process for milliseconds. */
const maxRounds = 128

const magic = 'openssh-key-v1\0'

/** Returns the content between the first and the last line of a key, and its label. */
function partsOf(key: string): { readonly name: string; readonly body: string } | undefined {
  const [prefix, begin = '', body, end = '', suffix] = key.trim().split('-----')
  const isFramed = prefix === '' && begin.startsWith('BEGIN ') && end.startsWith('END ')
  if (!isFramed || body === undefined || suffix !== '') return undefined
  return { name: begin.slice('BEGIN '.length), body }
}

/** Restores the line breaks that a key loses when it is pasted into a single-line field. */
export function restoreLineBreaks(key: string): string {
  const parts = partsOf(key)
  // Old formats have headers, which cannot be separated from the content any more.
  if (!parts || parts.body.includes(':')) return `${key.trim()}\n`
  const lines = parts.body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${parts.name}-----`, ...lines, `-----END ${parts.name}-----`, ''].join('\n')
}

/** Throws for a key with so many rounds of derivation that opening it would block this process for minutes. */
export function assertFewRounds(key: string): void {
  const bytes = Buffer.from(partsOf(key)?.body ?? '', 'base64')
  if (bytes.subarray(0, magic.length).toString('latin1') !== magic) return
  let index = magic.length
  const next = () => {
    const length = index + 4 > bytes.length ? 0 : bytes.readUInt32BE(index)
    const part = bytes.subarray(index + 4, index + 4 + length)
    index += 4 + length
    return part
  }
  // The name of the cipher and that of the key derivation stand before its options.
  next()
  next()
  const options = next()
  if (options.length < 4) return
  if (options.readUInt32BE(options.length - 4) <= maxRounds) return
  const message = `“Private Key” is protected with more than ${maxRounds} rounds. Create a key with fewer rounds (ssh-keygen -a 16).`
  throw new ServiceFailure('settings-invalid', message)
}
