type Signature = readonly [label: string, head: string, at?: number]

/** Heads are Latin-1 text; the first one that fits decides. https://www.garykessler.net/library/file_sigs.html */
const signatures: readonly Signature[] = [
  ['a bzip2 archive', 'BZh'],
  ['an XZ archive', '\xfd7zXZ\0'],
  ['a tar archive', 'ustar', 257],
  ['an AVIF image', 'ftypavif', 4],
  ['an AVIF image', 'ftypavis', 4],
  ['a JPEG 2000 image', '\0\0\0\fjP  \r\n\x87\n'],
  ['a JPEG 2000 image', '\xffO\xffQ\0'],
  ['a JPEG XL image', '\0\0\0\fJXL \r\n\x87\n'],
  ['a Photoshop image', '8BPS\0'],
  ['an icon', '\0\0\x01\0'],
  ['a DjVu document', 'AT&TFORM'],
  ['a Windows metafile', '\xd7\xcd\xc6\x9a'],
  ['an enhanced Windows metafile', ' EMF', 40],
  ['an Outlook data file', '!BDN'],
  ['a winmail.dat file of Outlook', '\x78\x9f\x3e\x22'],
  ['a Windows help or compiled HTML file', 'ITSF'],
  ['an Access database', '\0\x01\0\0Standard '],
  ['a SQLite database', 'SQLite format 3\0'],
  ['a Parquet table', 'PAR1'],
  ['a sound file', 'ID3'],
  ['a sound file', 'OggS'],
  ['a sound file', 'WAVE', 8],
  ['a film', 'ftyp', 4],
  ['a film', 'AVI ', 8],
  ['a film', '\x1aE\xdf\xa3'],
  ['a program', 'MZ'],
  ['a program', '\x7fELF'],
]

/**
 * Names what nobody here reads, so that a refusal says what the file is. Some heads are letters that a text may begin with
 * too, so ask only for what is no text. `undefined` for what is not known either.
 */
export function foreignLabel(head: string): string | undefined {
  return signatures.find(([, sign, offset = 0]) => head.startsWith(sign, offset))?.[0]
}
