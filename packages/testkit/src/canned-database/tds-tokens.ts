/** What a SQL Server says, in the tokens of TDS 7.4. Texts are UTF-16; a short one has one byte for its length. */

const collation = Buffer.from([9, 4, 208, 0, 52])
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const short = (text: string) => Buffer.concat([Buffer.from([text.length]), utf16(text)])
const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer)
const i32 = (value: number) => Buffer.from(Int32Array.of(value).buffer)
const countedToken = (token: number, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([token]), u16(body.length), body])
}

/** Without a wish for encryption: it has none. */
export function preLogin(): Buffer {
  const options = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 255])
  return Buffer.concat([options, Buffer.from([16, 0, 0, 0, 0, 0]), Buffer.from([2])])
}

export const loginAck = () =>
  countedToken(
    0xad,
    Buffer.from([1, 0x74, 0, 0, 4]),
    short('Microsoft SQL Server'),
    Buffer.from([16, 0, 0, 0]),
  )

export const refusal = (number: number, message: string) =>
  countedToken(
    0xaa,
    i32(number),
    Buffer.from([1, 14]),
    u16(message.length),
    utf16(message),
    short('canned'),
    short(''),
    i32(1),
  )

export const done = ({ isFailed }: { readonly isFailed: boolean }) =>
  Buffer.concat([Buffer.from([0xfd, isFailed ? 2 : 0, 0, 0, 0]), Buffer.alloc(8)])

/** Columns that are all of texts, and their rows. */
export function resultSet(names: readonly string[], rows: readonly (readonly unknown[])[]): Buffer {
  if (names.length === 0) return Buffer.alloc(0)
  const columns = names.map((name) =>
    Buffer.concat([i32(0), u16(1), Buffer.from([0xe7]), u16(8000), collation, short(name)]),
  )
  const cellOf = (value: unknown) => {
    if (value === null) return u16(0xffff)
    const text = utf16(String(value))
    return Buffer.concat([u16(text.length), text])
  }
  return Buffer.concat([
    Buffer.from([0x81]),
    u16(names.length),
    ...columns,
    ...rows.map((row) => Buffer.concat([Buffer.from([0xd1]), ...row.map(cellOf)])),
  ])
}
