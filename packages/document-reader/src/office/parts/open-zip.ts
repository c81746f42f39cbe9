import { inflateRawSync } from 'node:zlib'
import { ReadError } from '@recto/document-text/read-error'

export type Zip = {
  readonly names: readonly string[]
  /** `undefined` when there is no such member. Throws `ReadError`. */
  read(name: string): Uint8Array | undefined
}

type Member = {
  readonly name: string
  readonly isEncrypted: boolean
  readonly method: number
  readonly packedBytes: number
  readonly bytes: number
  readonly at: number
}

const maxMembers = 20_000
const maxBytes = 1_000_000_000
const maxMemberBytes = 250_000_000
/** XML packs well, but no document packs like this. */
const suspiciousRatio = 200
const suspiciousBytes = 100_000_000
const maxCommentBytes = 65_535
/** An encrypted Office document is wrapped in an OLE file. */
const encryptedHead = '\xd0\xcf\x11\xe0'
const unknown32 = 0xffffffff

/**
 * Opens a ZIP file by its directory. What the directory promises is judged before anything is unpacked, and no
 * member may become larger than it promises. Throws `ReadError`.
 * Layout: APPNOTE.TXT, ".ZIP File Format Specification", sections 4.3 and 4.5.
 */
export function openZip(bytes: Uint8Array): Zip {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.toString('latin1', 0, 4) === encryptedHead) throw passwordNeeded()
  const members = guarded(() => readDirectory(file))
  refuseBombs(members, file.length)
  const byName = new Map(members.map((member) => [member.name, member]))
  return {
    names: [...byName.keys()],
    read(name) {
      const member = byName.get(name)
      return member && guarded(() => unpack(file, member))
    },
  }
}

function refuseBombs(members: readonly Member[], fileBytes: number): void {
  const total = members.reduce((sum, member) => sum + member.bytes, 0)
  const isBomb = total > suspiciousBytes && total > fileBytes * suspiciousRatio
  if (isBomb || total > maxBytes || members.length > maxMembers) throw tooLarge()
}

function readDirectory(file: Buffer): Member[] {
  const end = file.lastIndexOf('PK\x05\x06', -22, 'latin1')
  if (end < 0 || end < file.length - 22 - maxCommentBytes) throw broken()
  const { count, start } = directoryPlace(file, end)
  const members: Member[] = []
  let offset = start
  for (let i = 0; i < count; i++) {
    if (file.readUInt32LE(offset) !== 0x02014b50) throw broken()
    if (i >= maxMembers) throw tooLarge()
    members.push(readMember(file, offset))
    offset +=
      46 +
      file.readUInt16LE(offset + 28) +
      file.readUInt16LE(offset + 30) +
      file.readUInt16LE(offset + 32)
  }
  return members
}

function directoryPlace(file: Buffer, end: number): { count: number; start: number } {
  const start = file.readUInt32LE(end + 16)
  if (start !== unknown32) return { count: file.readUInt16LE(end + 10), start }
  const locator = end - 20
  if (locator < 0 || file.readUInt32LE(locator) !== 0x07064b50) throw broken()
  const large = Number(file.readBigUInt64LE(locator + 8))
  return {
    count: Number(file.readBigUInt64LE(large + 32)),
    start: Number(file.readBigUInt64LE(large + 48)),
  }
}

function readMember(file: Buffer, headerOffset: number): Member {
  const nameBytes = file.readUInt16LE(headerOffset + 28)
  const extra = file.subarray(
    headerOffset + 46 + nameBytes,
    headerOffset + 46 + nameBytes + file.readUInt16LE(headerOffset + 30),
  )
  const large = largeNumbers(extra)
  const number = (offset: number) => {
    const small = file.readUInt32LE(headerOffset + offset)
    return small === unknown32 ? (large.shift() ?? small) : small
  }
  const bytes = number(24)
  const packedBytes = number(20)
  return {
    name: file
      .toString('utf8', headerOffset + 46, headerOffset + 46 + nameBytes)
      .replaceAll('\\', '/'),
    isEncrypted: (file.readUInt16LE(headerOffset + 8) & 1) === 1,
    method: file.readUInt16LE(headerOffset + 10),
    bytes,
    packedBytes,
    at: number(42),
  }
}

/** The numbers that are too large for their own places. */
function largeNumbers(extra: Buffer): number[] {
  let offset = 0
  while (offset + 4 <= extra.length) {
    const size = extra.readUInt16LE(offset + 2)
    if (extra.readUInt16LE(offset) === 1) {
      const count = Math.floor(Math.min(size, extra.length - offset - 4) / 8)
      return Array.from({ length: count }, (_, i) =>
        Number(extra.readBigUInt64LE(offset + 4 + i * 8)),
      )
    }
    offset += 4 + size
  }
  return []
}

function unpack(file: Buffer, member: Member): Uint8Array {
  if (member.isEncrypted) throw passwordNeeded()
  if (member.bytes > maxMemberBytes) throw tooLarge()
  const start =
    member.at + 30 + file.readUInt16LE(member.at + 26) + file.readUInt16LE(member.at + 28)
  const compressedBytes = file.subarray(start, start + member.packedBytes)
  if (compressedBytes.length < member.packedBytes) throw broken()
  if (member.method === 0) return compressedBytes
  if (member.method !== 8) throw broken()
  const whole = inflateRawSync(compressedBytes, { maxOutputLength: Math.max(1, member.bytes) })
  if (whole.length !== member.bytes) throw broken()
  return whole
}

/** Whatever a damaged file makes fail is the damaged file. */
function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ReadError ? error : broken(error)
  }
}

function passwordNeeded(): ReadError {
  return new ReadError(
    'password-needed',
    'The document is password-protected. Save it without a password and try again.',
  )
}

function tooLarge(): ReadError {
  return new ReadError(
    'too-large',
    'The document was not opened, because it is far too large when unpacked.',
  )
}

function broken(cause?: unknown): ReadError {
  return new ReadError('broken-file', 'The document is damaged or incomplete.', { cause })
}
