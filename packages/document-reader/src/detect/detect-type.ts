import { detectOleType } from './detect-ole-type.ts'
import { detectTextType } from './detect-text-type.ts'
import { detectZipType } from './detect-zip-type.ts'
import type { DetectedType, FileType } from './file-type.ts'
import { foreignLabel } from './foreign-label.ts'

const junkLimit = 4096
const sample = 65_536

type Signature = readonly [
  kind: DetectedType['kind'],
  type: FileType,
  label: string,
  head: string,
  at?: number,
]

/** Heads are Latin-1 text. https://www.garykessler.net/library/file_sigs.html */
const signatures: readonly Signature[] = [
  ['image', 'jpeg', 'a JPEG image', '\xff\xd8\xff'],
  ['image', 'png', 'a PNG image', '\x89PNG\r\n\x1a\n'],
  ['image', 'gif', 'a GIF image', 'GIF87a'],
  ['image', 'gif', 'a GIF image', 'GIF89a'],
  ['image', 'tiff', 'a TIFF image', 'II*\0'],
  ['image', 'tiff', 'a TIFF image', 'MM\0*'],
  ['image', 'tiff', 'a TIFF image', 'II+\0'],
  ['image', 'tiff', 'a TIFF image', 'MM\0+'],
  ['image', 'webp', 'a WebP image', 'WEBP', 8],
  ['image', 'heic', 'a HEIC image', 'ftyphei', 4],
  ['image', 'heic', 'a HEIC image', 'ftyphev', 4],
  ['image', 'heic', 'a HEIC image', 'ftypmif1', 4],
  ['image', 'heic', 'a HEIC image', 'ftypmsf1', 4],
  ['office', 'rtf', 'a rich text document', '{\\rtf'],
  ['archive', 'unknown', 'an empty ZIP archive', 'PK\x05\x06'],
  ['archive', 'unknown', 'a part of a ZIP archive', 'PK\x07\x08'],
  ['archive', 'unknown', 'a gzip archive', '\x1f\x8b'],
  ['archive', 'unknown', 'a 7z archive', "7z\xbc\xaf'\x1c"],
  ['archive', 'unknown', 'a RAR archive', 'Rar!\x1a\x07'],
  ['markup', 'unknown', 'a PostScript document', '%!PS'],
]

const oleLabels = {
  docx: 'a password-protected Office document',
  doc: 'an older Word document',
  xls: 'an older Excel workbook',
  ppt: 'an older PowerPoint presentation',
  msg: 'an Outlook message',
} as const

/**
 * Looks at the content. A file's name plays a part only among texts, where the content cannot tell a table, a
 * mail or Markdown from prose. The beginning of a file is enough, though a binary Office file may then
 * be told less exactly.
 */
export function detectType(bytes: Uint8Array, name?: string): DetectedType {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sample))
  const text = head.toString('latin1', 0, junkLimit + 8)

  if (text.startsWith('PK\x03\x04')) return zipType(bytes)
  if (text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return oleType(bytes)
  const signature = signatures.find(([, , , sign, offset = 0]) => text.startsWith(sign, offset))
  if (signature) return { kind: signature[0], type: signature[1], label: signature[2], start: 0 }
  if (isBitmap(head)) return { kind: 'image', type: 'bmp', label: 'a BMP image', start: 0 }

  const start = text.indexOf('%PDF-')
  if (start >= 0) return { kind: 'pdf', type: 'pdf', label: 'a PDF document', start }
  const textType = detectTextType(head, { isCut: head.length < bytes.length, name })
  if (textType) return { ...textType, start: 0 }
  const label = foreignLabel(text) ?? 'of an unknown type'
  return { kind: 'unknown', type: 'unknown', label, start: 0 }
}

function zipType(bytes: Uint8Array): DetectedType {
  const office = detectZipType(bytes)
  return office
    ? { ...office, kind: 'office', start: 0 }
    : { kind: 'archive', type: 'zip', label: 'a ZIP archive', start: 0 }
}

function oleType(bytes: Uint8Array): DetectedType {
  const type = detectOleType(bytes)
  const label = type ? oleLabels[type] : 'an older Office document or an Outlook message'
  return { kind: 'office', type: type ?? 'unknown', label, start: 0 }
}

/** Two letters are no proof: the size of the second header must be one that exists. */
function isBitmap(head: Buffer): boolean {
  if (head.length < 26 || head.toString('latin1', 0, 2) !== 'BM') return false
  return [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14))
}
