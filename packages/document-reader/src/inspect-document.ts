import type { Inspection, ReadOptions } from '@recto/document-text/reader'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { Engines } from './engines.ts'
import { inspectFile } from './inspect-file.ts'
import { planDocument } from './plan-document.ts'
import { settleOptions } from './read-request.ts'

export type FileOptions = Pick<ReadOptions, 'name' | 'password' | 'signal'>

/** Returns what a document contains without recognizing its text. Throws `ReadError`. */
export async function inspectDocument(
  engines: Engines,
  bytes: Uint8Array,
  options: FileOptions,
): Promise<Inspection> {
  const { name, password, signal } = options
  const file = checkInput({ bytes, maxBytes: engines.maxBytes, name })
  if (documentKind(file.type.type) !== 'set') return inspectFile(engines, file, signal, password)
  // Page breaks are known only once the text is set.
  const { parts, attachments, pageCount } = await planDocument(
    engines,
    file,
    settleOptions(options),
  )
  return { pages: pageCount, sizes: parts.flatMap(({ sizes }) => sizes), attachments }
}
