/** What the first bytes of a file say that it is. `label` is for a person, with its article. */
export type DetectedType = {
  readonly kind: 'pdf' | 'image' | 'office' | 'archive' | 'markup' | 'text' | 'unknown'
  readonly label: string
  /** Where the document begins: a PDF may have junk before its header. */
  readonly start: number
}

const junkLimit = 4096
const zipSample = 65_536

type Signature = readonly [kind: DetectedType['kind'], label: string, head: string, at?: number]

/** Heads are Latin-1 text. https://www.garykessler.net/library/file_sigs.html */
const signatures: readonly Signature[] = [
  ['image', 'a JPEG image', '\xff\xd8\xff'],
  ['image', 'a PNG image', '\x89PNG\r\n\x1a\n'],
  ['image', 'a GIF image', 'GIF8'],
  ['image', 'a TIFF image', 'II*\0'],
  ['image', 'a TIFF image', 'MM\0*'],
  ['image', 'a WebP image', 'WEBP', 8],
  ['image', 'a HEIC image', 'ftypheic', 4],
  ['image', 'a BMP image', 'BM'],
  ['office', 'an older Office document or an Outlook message', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['office', 'a rich text document', '{\\rtf'],
  ['archive', 'a gzip archive', '\x1f\x8b'],
  ['archive', 'a 7z archive', "7z\xbc\xaf'\x1c"],
  ['archive', 'a RAR archive', 'Rar!\x1a\x07'],
  ['markup', 'a PostScript document', '%!PS'],
]

const zipMembers: readonly (readonly [label: string, member: string])[] = [
  ['a Word document', 'word/'],
  ['an Excel workbook', 'xl/'],
  ['a PowerPoint presentation', 'ppt/'],
  ['an OpenDocument file', 'mimetypeapplication/vnd.oasis.opendocument'],
]

/** Looks at the content alone; a file's name plays no part. */
export function detectType(bytes: Uint8Array): DetectedType {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, junkLimit + 8))
  const text = head.toString('latin1')

  if (text.startsWith('PK\x03\x04')) return zipType(bytes)
  const known = signatures.find(([, , sign, at = 0]) => text.startsWith(sign, at))
  if (known) return { kind: known[0], label: known[1], start: 0 }

  const start = text.indexOf('%PDF-')
  if (start >= 0) return { kind: 'pdf', label: 'a PDF document', start }
  return textType(head)
}

/** The first members, and the directory at the end, name what an office document is made of. */
function zipType(bytes: Uint8Array): DetectedType {
  const ends = [bytes.subarray(0, zipSample), bytes.subarray(-zipSample)]
  const names = Buffer.concat(ends).toString('latin1')
  const office = zipMembers.find(([, member]) => names.includes(member))
  return office
    ? { kind: 'office', label: office[0], start: 0 }
    : { kind: 'archive', label: 'a ZIP archive', start: 0 }
}

function textType(head: Buffer): DetectedType {
  const start = head.toString('latin1').trimStart().toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html'))
    return { kind: 'markup', label: 'an HTML page', start: 0 }
  if (start.startsWith('<?xml')) return { kind: 'markup', label: 'an XML document', start: 0 }
  if (isText(head)) return { kind: 'text', label: 'plain text', start: 0 }
  return { kind: 'unknown', label: 'of an unknown type', start: 0 }
}

/** UTF-8 without control characters. A character cut off at the end of the sample is no offence. */
function isText(head: Buffer): boolean {
  const text = new TextDecoder().decode(head, { stream: true })
  return (
    head.length > 0 &&
    ![...text].some((c) => c === '\ufffd' || (c < ' ' && !'\t\n\r\f'.includes(c)))
  )
}
