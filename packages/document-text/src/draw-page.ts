import { checkInput, nameOf } from './check-input.ts'
import type { Engines } from './engines.ts'
import type { DrawOptions, PageDrawing } from './reader.ts'

const widest = 3000

/** A picture of one page. Throws `ReadError`, and `RangeError` for a page that does not exist. */
export async function drawPage(
  { pdf, maxBytes }: Engines,
  given: Uint8Array,
  { name, password, signal, page, width: wanted }: DrawOptions,
): Promise<PageDrawing> {
  const bytes = checkInput({ bytes: given, maxBytes, name })
  const width = Math.max(1, Math.min(widest, Math.round(wanted)))
  const drawing = await pdf.ask('draw', { bytes, name, password }, { page, width }, signal)
  if (drawing) return drawing
  throw new RangeError(`${nameOf(name)} has no page number ${page}, counted from 0.`)
}
