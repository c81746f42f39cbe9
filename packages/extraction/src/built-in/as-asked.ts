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
  const { value, place } = found
  const isPlain = isDay.test(String(value)) || typeof value === 'number'
  if (type === 'date') return isDay.test(String(value)) ? found : undefined
  if (type === 'number') return typeof value === 'number' ? found : undefined
  if (type !== 'text' || !isPlain) return found
  const text = place.words.map((word) => pages[place.page]?.words[word]?.text ?? '').join(' ')
  const written = printed(text, String(value))
  return { ...found, value: written, match: written === text ? 'exact' : 'normalised' }
}

/** A word may hold more than the value, such as both days of a range. */
function printed(text: string, value: string): string {
  return isDay.test(value) ? text.replace(/^[(\s]+|[\s).,;]+$/g, '') : (text.match(/\d[\d.,]* ?%/)?.[0] ?? text)
}

