import type { PromptDocument } from '../document.ts'

const toBaseName = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase()

const knownExtensions = [
  '.pdf',
  '.png',
  '.jpg',
  '.jpeg',
  '.tif',
  '.tiff',
  '.webp',
  '.bmp',
  '.gif',
  '.docx',
  '.xlsx',
  '.pptx',
  '.odt',
  '.ods',
  '.odp',
  '.doc',
  '.xls',
  '.ppt',
  '.eml',
  '.msg',
  '.rtf',
  '.html',
  '.htm',
  '.xml',
  '.json',
  '.csv',
  '.tsv',
  '.md',
  '.txt',
]

/** Value of the file input's `accept` attribute. The server checks the content of every file. */
export const acceptedFiles = knownExtensions.join(',')

/** Returns the extension of a file name if the product does not know it. */
export function findUnknownExtension({ name }: Pick<PromptDocument, 'name'>): string | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return extension === undefined || knownExtensions.includes(`.${extension}`)
    ? undefined
    : extension
}

export const isPdfName = (name: string): boolean => /\.pdf$/i.test(name)

/** Returns why a file cannot be uploaded, if so. */
export function validateFile(
  { name }: Pick<File, 'name'>,
  documents: readonly PromptDocument[],
): string | undefined {
  const isDuplicate = documents.some((document) => toBaseName(document.name) === toBaseName(name))
  if (isDuplicate) return 'File name already exists'
  return findUnknownExtension({ name }) === undefined ? undefined : 'Only PDF files are allowed'
}
