import type { DetectedType, FileType } from '@recto/document-reader/detect/file-type'

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** The supported file types with their MIME types. */
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

export const getDocumentMimeType = ({ type }: DetectedType): string =>
  mimeTypes[type] ?? 'application/octet-stream'

/**
 * For an office document of which only head and tail were inspected, maybe only the kind is known.
 */
export const isSupportedType = ({ kind, type }: DetectedType): boolean =>
  type in mimeTypes || kind === 'office'
