import { crc32 } from 'node:zlib'
import type { FileType } from '@recto/document-reader/detect/file-type'

type Bytes = Uint8Array
type Vary = (bytes: Bytes, comment: Buffer) => Bytes

const append: Vary = (bytes, comment) => Buffer.concat([bytes, comment])

/** A comment segment after the start of a JPEG. */
const addSegment: Vary = (bytes, comment) => {
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([bytes.subarray(0, 2), head, comment, bytes.subarray(2)])
}

const pngSignatureAndHeader = 33

/** A text chunk after the header of a PNG. */
const addChunk: Vary = (bytes, comment) => {
  const body = Buffer.concat([Buffer.from('tEXtComment\0'), comment])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([
    bytes.subarray(0, pngSignatureAndHeader),
    frame.subarray(0, 4),
    body,
    frame.subarray(4),
    bytes.subarray(pngSignatureAndHeader),
  ])
}

const archiveEnd = Buffer.from('PK\x05\x06', 'latin1')
/** The place in the end record of an archive that states the length of its comment. */
const commentLengthAt = 20

/** The comment of a packed file that has none. */
const addArchiveComment: Vary = (bytes, comment) => {
  const copy = Buffer.concat([bytes, comment])
  const end = copy.lastIndexOf(archiveEnd, bytes.length)
  if (end + commentLengthAt + 2 !== bytes.length) return bytes
  copy.writeUInt16LE(comment.length, end + commentLengthAt)
  return copy
}

/** A header before the others of a mail. */
const addHeader: Vary = (bytes, comment) => Buffer.concat([Buffer.from('X-'), comment, bytes])

const variations: Partial<Record<FileType, Vary>> = {
  pdf: append,
  tiff: append,
  jpeg: addSegment,
  png: addChunk,
  docx: addArchiveComment,
  xlsx: addArchiveComment,
  pptx: addArchiveComment,
  odt: addArchiveComment,
  ods: addArchiveComment,
  odp: addArchiveComment,
  eml: addHeader,
}

/** Whether copies of this type can differ in a place that nobody sees. */
export const canVary = (type: FileType): boolean => variations[type] !== undefined

/** Returns the file with a number where nobody sees it; unchanged if its type has no such place. */
export function varyCopy(bytes: Uint8Array, type: FileType, number: number): Uint8Array {
  const comment = type === 'pdf' ? `\n% Copy: ${number}\n` : `Copy: ${number}\r\n`
  return new Uint8Array(variations[type]?.(bytes, Buffer.from(comment)) ?? bytes)
}
