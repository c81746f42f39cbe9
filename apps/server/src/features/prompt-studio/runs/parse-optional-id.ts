import { invalid } from '../../../platform/app-error.ts'
import { isUuid } from '../../../platform/strings.ts'

const absent = ['', 'undefined', 'null']

/** Returns the id; `undefined` if the client sent one of the texts that mean none. */
export function parseOptionalId(attr: string, text: string | null | undefined): string | undefined {
  if (text == null || absent.includes(text)) return undefined
  if (!isUuid(text)) throw invalid(attr, 'This is not a valid ID.')
  return text
}
