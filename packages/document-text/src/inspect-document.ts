import { checkInput } from './check-input.ts'
import type { Engines } from './engines.ts'
import type { Inspection, ReadOptions } from './reader.ts'

export type FileOptions = Pick<ReadOptions, 'name' | 'password' | 'signal'>

/** What a document contains without reading its text. Throws `ReadError`. */
export async function inspectDocument(
  { pdf, maxBytes }: Engines,
  given: Uint8Array,
  { name, password, signal }: FileOptions,
): Promise<Inspection> {
  const bytes = checkInput({ bytes: given, maxBytes, name })
  return pdf.ask('inspect', { bytes, name, password }, {}, signal)
}
