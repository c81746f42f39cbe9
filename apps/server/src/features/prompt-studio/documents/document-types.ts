import type { DetectedType, FileType } from '@recto/document-reader/detect/file-type'

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** What can be read, with the names that browsers know. */
const mimeTypes: Readonly<Partial<Record<FileType, string>>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  webp: 'image/webp',
  bmp: 'image/bmp',
  gif: 'image/gif',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  odp: `${openDocument}.presentation`,
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  rtf: 'application/rtf',
  msg: 'application/vnd.ms-outlook',
  eml: 'message/rfc822',
  html: 'text/html',
  xml: 'application/xml',
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  txt: 'text/plain',
}

export const mimeTypeOf = ({ type }: DetectedType): string =>
  mimeTypes[type] ?? 'application/octet-stream'

/** Of an office document of which only the ends were looked at, the kind alone may be known. */
export const isReadable = ({ kind, type }: DetectedType): boolean =>
  type in mimeTypes || kind === 'office'
