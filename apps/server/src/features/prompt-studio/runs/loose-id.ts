import { invalid } from '../../../platform/app-error.ts'
import { isUuid } from '../../../platform/is-uuid.ts'

const absent = ['', 'undefined', 'null']

/** The id, or `undefined` where a client has none to give. */
export function idOf(attr: string, text: string | null | undefined): string | undefined {
  if (text == null || absent.includes(text)) return undefined
  if (!isUuid(text)) throw invalid(attr, 'This is not an id.')
  return text
}
