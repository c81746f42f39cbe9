import { checkInput, nameOf } from './check-input.ts'
import type { Engines } from './engines.ts'
import type { FileOptions } from './inspect-document.ts'
import type { Attachment } from './model.ts'

export type Wanted = { readonly bytes: Uint8Array; readonly index: number }

/** A file inside a document. Throws `ReadError`, and `RangeError` when there is none in the given place. */
export async function openAttachment(
  { pdf, maxBytes }: Engines,
  { bytes: given, index }: Wanted,
  { name, password, signal }: FileOptions,
): Promise<Attachment & { readonly bytes: Uint8Array }> {
  const bytes = checkInput({ bytes: given, maxBytes, name })
  const found = await pdf.ask('attachment', { bytes, name, password }, { index }, signal)
  if (found) return found
  throw new RangeError(`${nameOf(name)} has no attachment number ${index}, counted from 0.`)
}
