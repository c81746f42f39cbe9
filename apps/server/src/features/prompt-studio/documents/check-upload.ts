import { detectType } from '@recto/document-text/detect-type'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { ArrivedDocument } from '../../documents/documents.port.ts'

/** A file as it came, still in its first place in the file store. */
export type ArrivedFile = ArrivedDocument & { readonly name: string }

const longestName = 255

/** Refuses what is no PDF by its name or by its content. */
export async function checkUpload(
  { files }: Pick<Context, 'files'>,
  { name, size, path }: ArrivedFile,
): Promise<void> {
  if (name.length > longestName) {
    throw invalid('file', `A file name can have at most ${longestName} characters.`, 'max_length')
  }
  if (!/\.pdf$/i.test(name)) {
    throw invalid('file', `“${name}” cannot be used: only PDF documents can be uploaded.`)
  }
  if (size === 0) throw invalid('file', `“${name}” is empty.`, 'empty')
  const { kind, label } = detectType(await readHead(files, path))
  if (kind !== 'pdf') throw invalid('file', `“${name}” is not a PDF: its content is ${label}.`)
}

const enoughToTell = 64 * 1024

async function readHead(files: Context['files'], path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await files.read(path)) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= enoughToTell) break
  }
  return Buffer.concat(chunks)
}
