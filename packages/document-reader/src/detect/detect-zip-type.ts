import { inflateRawSync } from 'node:zlib'
import type { DetectedType } from './file-type.ts'

type ZipType = Pick<DetectedType, 'type' | 'label'>

const openXmlTypes = {
  docx: { type: 'docx', label: 'a Word document' },
  xlsx: { type: 'xlsx', label: 'an Excel workbook' },
  xlsb: { type: 'xls', label: 'a binary Excel workbook' },
  pptx: { type: 'pptx', label: 'a PowerPoint presentation' },
  visio: { type: 'unknown', label: 'a Visio drawing' },
  xps: { type: 'unknown', label: 'an XPS document' },
} as const satisfies Record<string, ZipType>

/** The content type that an Open XML file states for its main part, in any of its variants: template, show, with macros. */
const mainPartTypes: readonly (readonly [pattern: RegExp, type: ZipType])[] = [
  [/wordprocessingml\.[a-z]{1,20}\.main\+xml|ms-word\.[\w.]{1,40}\.main\+xml/i, openXmlTypes.docx],
  [/ms-excel\.sheet\.binary\.macroenabled\.main/i, openXmlTypes.xlsb],
  [/spreadsheetml\.[a-z]{1,20}\.main\+xml|ms-excel\.[\w.]{1,40}\.main\+xml/i, openXmlTypes.xlsx],
  [
    /presentationml\.[a-z]{1,20}\.main\+xml|ms-powerpoint\.[\w.]{1,40}\.main\+xml/i,
    openXmlTypes.pptx,
  ],
  [/ms-visio\.[\w.]{1,40}\.main\+xml/i, openXmlTypes.visio],
  [/ms-package\.xps-fixeddocumentsequence\+xml/i, openXmlTypes.xps],
]

/** Main parts by their usual names, for a file whose list of content types is missing or cut off. */
const mainParts: readonly (readonly [name: RegExp, type: ZipType])[] = [
  [/^word\/document\d{0,3}\.xml$/, openXmlTypes.docx],
  [/^xl\/workbook\d{0,3}\.bin$/, openXmlTypes.xlsb],
  [/^xl\/workbook\d{0,3}\.xml$/, openXmlTypes.xlsx],
  [/^ppt\/presentation\d{0,3}\.xml$/, openXmlTypes.pptx],
  [/^visio\/document\d{0,3}\.xml$/, openXmlTypes.visio],
  [/^Index\/[\w/-]{1,60}\.iwa$/, { type: 'unknown', label: 'a document of Apple iWork' }],
]

/** The folder of most parts, for the beginning of a file without its main part. */
const folders: readonly (readonly [prefix: string, type: ZipType])[] = [
  ['word/', openXmlTypes.docx],
  ['xl/', openXmlTypes.xlsx],
  ['ppt/', openXmlTypes.pptx],
]

const mimeTypes: readonly (readonly [start: string, type: ZipType])[] = [
  [
    'application/vnd.oasis.opendocument.text',
    { type: 'odt', label: 'an OpenDocument text document' },
  ],
  [
    'application/vnd.oasis.opendocument.spreadsheet',
    { type: 'ods', label: 'an OpenDocument spreadsheet' },
  ],
  [
    'application/vnd.oasis.opendocument.presentation',
    { type: 'odp', label: 'an OpenDocument presentation' },
  ],
  [
    'application/vnd.oasis.opendocument.graphics',
    { type: 'unknown', label: 'an OpenDocument drawing' },
  ],
  ['application/vnd.oasis.opendocument', { type: 'unknown', label: 'an OpenDocument file' }],
  ['application/epub+zip', { type: 'unknown', label: 'an EPUB book' }],
]

const contentTypeElement = /<(?:\w{1,20}:)?(?:Override|Default)\s[^<>]{0,2000}>/g

const localHeader = 0x04034b50
const directoryHeader = 0x02014b50
const maxMembers = 20_000
const maxTypesBytes = 1_000_000
const maxMimeLength = 100

/** A member of the archive, as its own header or the directory names it. */
type Member = {
  readonly name: string
  readonly method: number
  readonly packedBytes: number
  /** Offset of its own header. */
  readonly offset: number
}

/**
 * Returns what an office document in a ZIP container is, by the names of its members and what they say: the same letters may
 * occur anywhere in the content of others, such as a workbook behind a chart. Undefined for any other archive. Of a file that
 * is cut off the members at its beginning decide.
 * Layout: APPNOTE.TXT, ".ZIP File Format Specification", sections 4.3.7, 4.3.12 and 4.3.16.
 */
export function detectZipType(bytes: Uint8Array): ZipType | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const members = readDirectory(file) ?? scanLocalHeaders(file)
  return (
    typeByMimeMember(file, members) ?? typeByContentTypes(file, members) ?? typeByNames(members)
  )
}

function typeByMimeMember(file: Buffer, members: readonly Member[]): ZipType | undefined {
  const member = members.find(({ name }) => name === 'mimetype')
  const mimeType = member && readMember(file, member)?.toString('latin1', 0, maxMimeLength)
  if (mimeType === undefined) return undefined
  return mimeTypes.find(([start]) => mimeType.trimStart().startsWith(start))?.[1]
}

function typeByContentTypes(file: Buffer, members: readonly Member[]): ZipType | undefined {
  const member = members.find(({ name }) => name === '[Content_Types].xml')
  const text = member && readMember(file, member)?.toString('latin1')
  if (text === undefined) return undefined
  const elements = text.match(contentTypeElement) ?? []
  // Some writers state defaults for endings that none of their parts has.
  const overrides = elements.filter((element) => /^<(?:\w+:)?Override/.test(element))
  const defaults = elements.filter((element) => !overrides.includes(element))
  return mainPartType(overrides) ?? mainPartType(defaults)
}

function mainPartType(elements: readonly string[]): ZipType | undefined {
  const text = elements.join('')
  return mainPartTypes.find(([pattern]) => pattern.test(text))?.[1]
}

function typeByNames(members: readonly Member[]): ZipType | undefined {
  const isMain = ([pattern]: readonly [RegExp, ZipType]) =>
    members.some(({ name }) => pattern.test(name))
  const mainPart = mainParts.find(isMain)
  if (mainPart) return mainPart[1]
  const counts = folders.map(([prefix, type]) => ({
    type,
    count: members.filter(({ name }) => name.startsWith(prefix)).length,
  }))
  const main = counts.reduce((best, one) => (one.count > best.count ? one : best))
  return main.count > 0 ? main.type : undefined
}

/** Undefined for a file that does not end with a directory. */
function readDirectory(file: Buffer): Member[] | undefined {
  const end = file.lastIndexOf('PK\x05\x06', -22, 'latin1')
  if (end < 0) return undefined
  const members: Member[] = []
  let offset = file.readUInt32LE(end + 16)
  while (
    members.length < maxMembers &&
    offset + 46 <= file.length &&
    file.readUInt32LE(offset) === directoryHeader
  ) {
    const nameBytes = file.readUInt16LE(offset + 28)
    members.push({
      name: nameAt(file, offset + 46, nameBytes),
      method: file.readUInt16LE(offset + 10),
      packedBytes: file.readUInt32LE(offset + 20),
      offset: file.readUInt32LE(offset + 42),
    })
    offset += 46 + nameBytes + file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32)
  }
  return members.length > 0 ? members : undefined
}

/** Members that are stored within others have headers too, so only those that begin where the previous one ends count. */
function scanLocalHeaders(file: Buffer): Member[] {
  const members: Member[] = []
  let offset = 0
  while (
    members.length < maxMembers &&
    offset + 30 <= file.length &&
    file.readUInt32LE(offset) === localHeader
  ) {
    const nameBytes = file.readUInt16LE(offset + 26)
    const packedBytes = file.readUInt32LE(offset + 18)
    const method = file.readUInt16LE(offset + 8)
    members.push({ name: nameAt(file, offset + 30, nameBytes), method, packedBytes, offset })
    const next = offset + 30 + nameBytes + file.readUInt16LE(offset + 28) + packedBytes
    offset = packedBytes === 0 ? nextHeader(file, next) : next
  }
  return members
}

/** A member that was written as a stream states its size behind it. */
function nextHeader(file: Buffer, from: number): number {
  const offset = file.indexOf('PK\x03\x04', from, 'latin1')
  return offset < 0 ? file.length : offset
}

const nameAt = (file: Buffer, start: number, length: number) =>
  file.toString('utf8', start, start + length).replaceAll('\\', '/')

/** Returns the content as far as it is there; undefined for what cannot be unpacked. */
function readMember(file: Buffer, { offset, method, packedBytes }: Member): Buffer | undefined {
  if (offset + 30 > file.length) return undefined
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  const content = file.subarray(start, packedBytes > 0 ? start + packedBytes : undefined)
  if (method === 0) return content.subarray(0, maxTypesBytes)
  try {
    return inflateRawSync(content, { maxOutputLength: maxTypesBytes })
  } catch {
    // Damaged, cut off or far too large: its name is all that is known.
    return undefined
  }
}
