/** An attachment as Outlook writes it. */
type TnefAttachment = {
  readonly name: string
  readonly mimeType?: string
  readonly content: Uint8Array
  readonly isHidden?: boolean
  /** Whether the content is the stream of another message. */
  readonly isMessage?: boolean
}

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8])
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function writeAttribute(level: number, id: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xff_ff, 0)
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)])
}

const fill = (data: Buffer) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])

const writeVariable = (type: number, id: number, data: Buffer) =>
  Buffer.concat([u16(type), u16(id), u32(1), u32(data.length), fill(data)])

const writeText = (id: number, text: string) =>
  writeVariable(0x1f, id, Buffer.from(`${text}\0`, 'utf16le'))

/** A property with a name of its own, which a reader has to pass over. */
const namedProperty = Buffer.concat([
  u16(3),
  u16(0x80_01),
  Buffer.alloc(16, 7),
  u32(1),
  u32(6),
  fill(Buffer.from('ab\0', 'utf16le')),
  u32(42),
])

const messageInterface = Buffer.alloc(16, 9)

function writeAttachment({ name, mimeType, content, isHidden, isMessage }: TnefAttachment) {
  const properties = [
    namedProperty,
    writeText(0x37_07, name),
    ...(mimeType ? [writeText(0x37_0e, mimeType)] : []),
    ...(isHidden ? [Buffer.concat([u16(0x0b), u16(0x7f_fe), u32(1)])] : []),
    ...(isMessage
      ? [writeVariable(0x0d, 0x37_01, Buffer.concat([messageInterface, content]))]
      : []),
  ]
  return [
    writeAttribute(2, 0x00_06_90_02, Buffer.alloc(14)),
    writeAttribute(2, 0x00_01_80_10, Buffer.from('SHORT~1.XML\0')),
    ...(isMessage ? [] : [writeAttribute(2, 0x00_06_80_0f, Buffer.from(content))]),
    writeAttribute(2, 0x00_06_90_05, Buffer.concat([u32(properties.length), ...properties])),
  ]
}

/** Writes a `winmail.dat` as [MS-OXTNEF] describes it. */
export function writeTnef(
  attachments: readonly TnefAttachment[],
  { html }: { readonly html?: string } = {},
): Buffer {
  const own = html ? [writeVariable(0x01_02, 0x10_13, Buffer.from(html))] : []
  return Buffer.concat([
    u32(0x22_3e_9f_78),
    u16(1),
    writeAttribute(1, 0x00_08_90_06, u32(0x00_01_00_00)),
    writeAttribute(1, 0x00_06_90_07, Buffer.concat([u32(1252), u32(0)])),
    writeAttribute(1, 0x00_06_90_03, Buffer.concat([u32(own.length), ...own])),
    ...attachments.flatMap(writeAttachment),
  ])
}
