import type { PromptDocument } from '../document.ts'

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase()

const usualTypes = [
  ...['.pdf', '.png', '.jpg', '.jpeg', '.tif', '.tiff', '.webp', '.bmp', '.gif'],
  ...['.docx', '.xlsx', '.pptx', '.odt', '.ods', '.odp', '.doc', '.xls', '.ppt'],
  ...['.eml', '.msg', '.rtf', '.html', '.htm', '.xml', '.json', '.csv', '.tsv', '.md', '.txt'],
]

/** What the file chooser offers first; the server looks at the content of whatever comes. */
export const usualFiles = usualTypes.join(',')

/** The last part of its name, where that is none of what the product knows. */
export function unknownTypeOf({ name }: Pick<PromptDocument, 'name'>): string | undefined {
  const type = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return type === undefined || usualTypes.includes(`.${type}`) ? undefined : type
}

export const isPdfName = (name: string): boolean => /\.pdf$/i.test(name)

/** Why a file is not worth sending. */
export function refusalOfFile(
  { name }: Pick<File, 'name'>,
  documents: readonly PromptDocument[],
): string | undefined {
  const isTaken = documents.some((it) => baseName(it.name) === baseName(name))
  if (isTaken) return 'File name already exists'
  return unknownTypeOf({ name }) === undefined ? undefined : 'Only PDF files are allowed'
}
