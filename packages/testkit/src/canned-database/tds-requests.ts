/** Parses requests of clients to a SQL Server, in TDS 7.4. */

/** Reads a message from its beginning to its end. */
function readerOf(bytes: Buffer) {
  let index = 0
  const take = (length: number) => {
    index += length
    return bytes.subarray(index - length, index)
  }
  return {
    take,
    byte: () => take(1)[0] ?? 0,
    u16: () => take(2).readUInt16LE(),
    u32: () => take(4).readUInt32LE(),
    text: (letters: number) => take(letters * 2).toString('utf16le'),
    isAtEnd: () => index >= bytes.length,
  }
}

type Reader = ReturnType<typeof readerOf>

/** The credentials and the database of a sign-in. */
export function readLogin(message: Buffer) {
  const textAt = (place: number) => {
    const from = message.readUInt16LE(place)
    return message.subarray(from, from + message.readUInt16LE(place + 2) * 2)
  }
  // Each byte has its halves exchanged and some of its bits turned.
  const password = textAt(44).map((byte) => {
    const flippedByte = byte ^ 0xa5
    return ((flippedByte << 4) | (flippedByte >> 4)) & 255
  })
  return {
    user: textAt(40).toString('utf16le'),
    password: Buffer.from(password).toString('utf16le'),
    database: textAt(68).toString('utf16le'),
  }
}

/** Parses the sign-in message of a client. */
export type TdsLogin = ReturnType<typeof readLogin>

export type TdsStatement = { readonly sql: string; readonly values: readonly (string | null)[] }

export function readBatch(message: Buffer): TdsStatement {
  const reader = afterHeaders(message)
  return { sql: reader.text((message.length - message.readUInt32LE()) / 2), values: [] }
}

/** A call of `sp_executesql`: the statement, how its values are declared, and the values. */
export function readCall(message: Buffer): TdsStatement {
  const reader = afterHeaders(message)
  reader.take(6)
  const values: (string | null)[] = []
  while (!reader.isAtEnd()) {
    reader.text(reader.byte())
    reader.byte()
    values.push(readValue(reader))
  }
  const [sql = '', _declaration, ...parameterValues] = values
  return { sql: sql ?? '', values: parameterValues }
}

function afterHeaders(message: Buffer): Reader {
  const reader = readerOf(message)
  reader.take(message.readUInt32LE())
  return reader
}

const readers: Readonly<Record<number, (reader: Reader) => string | null>> = {
  231: readText,
  38: (reader) => sized(reader, (bytes) => String(bytes.readBigInt64LE())),
  109: (reader) => sized(reader, (bytes) => String(bytes.readDoubleLE())),
  104: (reader) => sized(reader, (bytes) => String(bytes[0] === 1)),
  43: readTime,
}

function readValue(reader: Reader): string | null {
  const type = reader.byte()
  const read = readers[type]
  if (!read) throw new Error(`The canned server does not know the type ${type}.`)
  return read(reader)
}

function readText(reader: Reader): string | null {
  const maxLength = reader.u16()
  reader.take(5)
  if (maxLength !== 0xffff) {
    const length = reader.u16()
    return length === 0xffff ? null : reader.text(length / 2)
  }
  if (reader.take(8).readBigUInt64LE() === 0xffff_ffff_ffff_ffffn) return null
  const parts: Buffer[] = []
  for (let length = reader.u32(); length > 0; length = reader.u32()) parts.push(reader.take(length))
  return Buffer.concat(parts).toString('utf16le')
}

function sized(reader: Reader, read: (bytes: Buffer) => string): string | null {
  reader.byte()
  const length = reader.byte()
  return length === 0 ? null : read(reader.take(length))
}

/** Tenths of microseconds of the day, days since the year 1, and an offset that only its client's zone is for. */
function readTime(reader: Reader): string | null {
  const scale = reader.byte()
  const length = reader.byte()
  if (length === 0) return null
  const bytes = reader.take(length)
  const ticks = bytes.readUIntLE(0, length - 5)
  const days = bytes.readUIntLE(length - 5, 3)
  const start = new Date(0).setUTCFullYear(1, 0, 1)
  return new Date(start + days * 86_400_000 + (ticks / 10 ** scale) * 1000).toISOString()
}
