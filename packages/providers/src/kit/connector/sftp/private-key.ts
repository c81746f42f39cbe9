import { ServiceFailure } from '../service-failure.ts'

/** How often a passphrase may be stretched: `ssh-keygen` does it 16 times, and each costs this process milliseconds. */
const mostRounds = 128

const magic = 'openssh-key-v1\0'

/** Returns the content between the first and the last line of a key, and its label. */
function partsOf(key: string): { readonly name: string; readonly inside: string } | undefined {
  const [before, begin = '', inside, end = '', after] = key.trim().split('-----')
  const isFramed = before === '' && begin.startsWith('BEGIN ') && end.startsWith('END ')
  if (!isFramed || inside === undefined || after !== '') return undefined
  return { name: begin.slice('BEGIN '.length), inside }
}

/** A key that was pasted into a field of one line has lost its line ends. */
export function withItsLines(key: string): string {
  const parts = partsOf(key)
  // Headers, which only old forms have, cannot be told from what follows them any more.
  if (!parts || parts.inside.includes(':')) return `${key.trim()}\n`
  const lines = parts.inside.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${parts.name}-----`, ...lines, `-----END ${parts.name}-----`, ''].join('\n')
}

/** Throws of a key whose passphrase would take this process minutes to try. */
export function assertQuickKey(key: string): void {
  const bytes = Buffer.from(partsOf(key)?.inside ?? '', 'base64')
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
  if (options.readUInt32BE(options.length - 4) <= mostRounds) return
  const message = `“Private Key” is protected by more than ${mostRounds} rounds. Make one with fewer (ssh-keygen -a 16).`
  throw new ServiceFailure('settings-invalid', message)
}
