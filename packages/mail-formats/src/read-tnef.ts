/** A file that a stream of TNEF carries. */
export type TnefFile = {
  readonly name: string | undefined
  readonly mimeType: string | undefined
  readonly contentId: string | undefined
  readonly isHidden: boolean
  /** The bytes of the file, or the stream of a message within the message. */
  readonly content: Uint8Array
  readonly isMessage: boolean
}

export type TnefMessage = {
  readonly files: readonly TnefFile[]
  readonly text: string | undefined
  readonly html: string | undefined
}

export class TnefError extends Error {
  override readonly name = 'TnefError'
}

const signature = 0x22_3e_9f_78

/** Attributes of [MS-OXTNEF] 2.1.3, of which only these are needed. */
const attributes = {
  body: 0x00_02_80_0c,
  messageProperties: 0x00_06_90_03,
  attachmentStart: 0x00_06_90_02,
  attachmentData: 0x00_06_80_0f,
  attachmentTitle: 0x00_01_80_10,
  attachmentProperties: 0x00_06_90_05,
  codePage: 0x00_06_90_07,
} as const

/** Properties of [MS-OXPROPS]. */
const properties = {
  body: 0x10_00,
  html: 0x10_13,
  displayName: 0x30_01,
  data: 0x37_01,
  fileName: 0x37_04,
  longFileName: 0x37_07,
  mimeType: 0x37_0e,
  contentId: 0x37_12,
  isHidden: 0x7f_fe,
} as const

const types = { object: 0x0d, text: 0x1e, unicode: 0x1f, binary: 0x01_02 } as const
const isOfVariableLength: ReadonlySet<number> = new Set(Object.values(types))
const manyValues = 0x10_00

const maxFiles = 500
/** Properties of all lists of a stream together. */
const maxProperties = 50_000

export const isTnef = (bytes: Uint8Array): boolean =>
  bytes.length >= 6 && viewOf(bytes).getUint32(0, true) === signature

type OpenFile = {
  title?: Uint8Array
  data?: Uint8Array
  properties?: PropertyList
}

/** The part of a stream that was read so far. */
type OpenMessage = {
  readonly files: OpenFile[]
  own?: PropertyList
  plainBody?: Uint8Array
  codePage: number
  readonly budget: { left: number }
}

type AttributeReader = (message: OpenMessage, data: Uint8Array) => void

/** Attributes of a file follow the one that starts it. */
const readOfFile =
  (read: (file: OpenFile, data: Uint8Array, message: OpenMessage) => void): AttributeReader =>
  (message, data) => {
    const file = message.files.at(-1)
    if (file) read(file, data, message)
  }

const attributeReaders: ReadonlyMap<number, AttributeReader> = new Map([
  [
    attributes.codePage,
    (message, data) => {
      if (data.length >= 4) message.codePage = viewOf(data).getUint32(0, true)
    },
  ],
  [
    attributes.body,
    (message, data) => {
      message.plainBody = data
    },
  ],
  [
    attributes.messageProperties,
    (message, data) => {
      message.own = readProperties(data, message.budget)
    },
  ],
  [
    attributes.attachmentStart,
    ({ files }) => {
      if (files.length === maxFiles)
        throw new TnefError(`It has more than ${maxFiles} attachments.`)
      files.push({})
    },
  ],
  [
    attributes.attachmentData,
    readOfFile((file, data) => {
      file.data = data
    }),
  ],
  [
    attributes.attachmentTitle,
    readOfFile((file, data) => {
      file.title = data
    }),
  ],
  [
    attributes.attachmentProperties,
    readOfFile((file, data, { budget }) => {
      file.properties = readProperties(data, budget)
    }),
  ],
] as readonly (readonly [number, AttributeReader])[])

/** Reads what Outlook puts into `winmail.dat` ([MS-OXTNEF]). The bytes are not copied. Throws `TnefError`. */
export function readTnef(bytes: Uint8Array): TnefMessage {
  if (!isTnef(bytes)) throw new TnefError('It does not begin as such a file does.')
  const reader = createReader(bytes)
  reader.skip(6)
  const message: OpenMessage = { files: [], codePage: 1252, budget: { left: maxProperties } }
  while (reader.remaining() > 0) {
    reader.skip(1)
    const id = reader.readNumber()
    const data = reader.readBytes(reader.readNumber())
    reader.skip(2)
    attributeReaders.get(id)?.(message, data)
  }
  const { own, plainBody, codePage, files } = message
  const text = own?.get(properties.body)
  const html = own?.get(properties.html)
  return {
    files: files.flatMap((file) => toFile(file, codePage)),
    text: text ? toText(text, codePage) : plainBody && decodeText(plainBody, codePage),
    html: html && toText(html, codePage),
  }
}

function toFile({ title, data, properties: list }: OpenFile, codePage: number): TnefFile[] {
  const read = (id: number) => {
    const value = list?.get(id)
    return (value && toText(value, codePage)) || undefined
  }
  const object = list?.get(properties.data)
  // An object begins with the id of its interface.
  const objectBytes = object?.type === types.object ? object.bytes.subarray(16) : object?.bytes
  const content = data && data.length > 0 ? data : objectBytes
  if (!content) return []
  const hiddenFlag = list?.get(properties.isHidden)
  return [
    {
      name:
        read(properties.longFileName) ??
        (title && decodeText(title, codePage)) ??
        read(properties.fileName) ??
        read(properties.displayName),
      mimeType: read(properties.mimeType)?.toLowerCase(),
      contentId: read(properties.contentId),
      isHidden: hiddenFlag?.bytes[0] === 1,
      content,
      isMessage: object?.type === types.object && isTnef(content),
    },
  ]
}

type Property = { readonly type: number; readonly bytes: Uint8Array }
type PropertyList = ReadonlyMap<number, Property>

/** Bytes of a value, filled up to four. */
const sizes: Readonly<Record<number, number>> = {
  1: 0,
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}

/** Reads a list of properties, with the first value of each. */
function readProperties(bytes: Uint8Array, budget: { left: number }): PropertyList {
  const reader = createReader(bytes)
  const list = new Map<number, Property>()
  for (let count = reader.readNumber(); count > 0; count--) {
    const tag = reader.readNumber()
    const id = tag >>> 16
    if (id >= 0x80_00) skipName(reader)
    const [value] = readValues(reader, tag & 0xff_ff, budget)
    if (value) list.set(id, value)
  }
  return list
}

function readValues(
  reader: Reader,
  statedType: number,
  budget: { left: number },
): readonly Property[] {
  const type = statedType & ~manyValues
  const isVariable = isOfVariableLength.has(type)
  const hasCount = isVariable || type !== statedType
  const values: Property[] = []
  for (let left = hasCount ? reader.readNumber() : 1; left > 0; left--) {
    budget.left -= 1
    if (budget.left < 0) throw new TnefError('It has too many properties.')
    const size = isVariable ? reader.readNumber() : sizes[type]
    if (size === undefined) throw new TnefError(`It has a property of an unknown type, ${type}.`)
    values.push({ type, bytes: reader.readBytes(size) })
    reader.skip(fillOf(size))
  }
  return values
}

/** Number of bytes after a value, so that the next one begins at a multiple of four. */
const fillOf = (size: number) => (4 - (size % 4)) % 4

/** A property with a name of its own has it before its value. */
function skipName(reader: Reader): void {
  reader.skip(16)
  const isText = reader.readNumber() === 1
  if (!isText) {
    reader.skip(4)
    return
  }
  const size = reader.readNumber()
  reader.skip(size + fillOf(size))
}

function toText({ type, bytes }: Property, codePage: number): string {
  if (type === types.unicode) return trimEnd(new TextDecoder('utf-16le').decode(bytes))
  return decodeText(bytes, codePage)
}

/** Code pages by the names of the encodings that have other names. */
const namesOfPages: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  28591: 'iso-8859-1',
  65001: 'utf-8',
}

function decodeText(bytes: Uint8Array, codePage: number): string {
  const name = namesOfPages[codePage] ?? `windows-${codePage}`
  try {
    return trimEnd(new TextDecoder(name).decode(bytes))
  } catch {
    return trimEnd(new TextDecoder('windows-1252').decode(bytes))
  }
}

function trimEnd(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Uint8Array) {
  const view = viewOf(bytes)
  let position = 0
  const take = (count: number): number => {
    const start = position
    if (count > bytes.length - start) throw new TnefError('It ends too early.')
    position += count
    return start
  }
  return {
    remaining: () => bytes.length - position,
    skip: (count: number): void => void take(count),
    readNumber: () => view.getUint32(take(4), true),
    readBytes(count: number): Uint8Array {
      const start = take(count)
      return bytes.subarray(start, start + count)
    },
  }
}
