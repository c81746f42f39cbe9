import type { PromptDocument } from '../document.ts'

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase()

/** What the file chooser offers first; the server looks at the content of whatever comes. */
export const usualFiles = [
  ...['.pdf', '.png', '.jpg', '.jpeg', '.tif', '.tiff', '.webp', '.bmp', '.gif'],
  ...['.docx', '.xlsx', '.pptx', '.odt', '.ods', '.odp', '.doc', '.xls', '.ppt'],
  ...['.eml', '.msg', '.html', '.htm', '.xml', '.json', '.csv', '.tsv', '.md', '.txt'],
].join(',')

/** Why a file is not worth sending. */
export function refusalOfFile(
  { name }: Pick<File, 'name'>,
  documents: readonly PromptDocument[],
): string | undefined {
  const isTaken = documents.some((it) => baseName(it.name) === baseName(name))
  return isTaken ? 'File name already exists' : undefined
}
