import type { PromptDocument } from '@recto/contract/prompt-documents'

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase()

/** Why a file is not worth sending. */
export function refusalOfFile(
  { name }: Pick<File, 'name'>,
  documents: readonly PromptDocument[],
): string | undefined {
  if (!/\.pdf$/i.test(name)) return 'Only PDF files are allowed'
  const isTaken = documents.some((it) => baseName(it.document_name) === baseName(name))
  return isTaken ? 'File name already exists' : undefined
}
