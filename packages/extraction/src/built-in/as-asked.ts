import type { DocumentText } from '@recto/document-text/model'
import type { Question } from '@recto/provider-spec/answer'
import type { Finding } from './typed-value.ts'

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** A day or a rate that is known, in the form that the type of the question wants; as text it is given as it is printed. */
export function asAsked(
  { pages }: DocumentText,
  found: Finding | undefined,
  { type }: Question,
): Finding | undefined {
  if (!found) return undefined
  const { value } = found
  const isDate = isDay.test(String(value))
  if (type === 'date') return isDate ? found : undefined
  if (type === 'number') return typeof value === 'number' ? found : undefined
  return type === 'text' && (isDate || typeof value === 'number') ? asPrinted(pages, found) : found
}

/** A word may hold more than the value, such as both days of a range. */
function asPrinted(pages: DocumentText['pages'], found: Finding): Finding {
  const { page, words } = found.place
  const text = words.map((word) => pages[page]?.words[word]?.text ?? '').join(' ')
  const written =
    typeof found.value === 'number'
      ? (text.match(/(?<![\d.,])\d[\d.,]{0,12} ?%/)?.[0] ?? text)
      : text.replace(/^[(\s]+|(?<![\s).,;])[\s).,;]+$/g, '')
  return { ...found, value: written, match: written === text ? 'exact' : 'normalised' }
}
