import type { DocumentText } from '@recto/document-text/model'
import { isAnyNumber } from '@recto/exact-json/exact-number'
import type { Question } from '@recto/provider-spec/answer'
import type { Finding } from './read-typed-value.ts'

const isoDay = /^\d{4}-\d{2}-\d{2}$/

/**
 * Converts a shared date or percentage to the type of the question; text questions get it as
 * printed.
 */
export function formatForType(
  { pages }: DocumentText,
  finding: Finding | undefined,
  { type }: Question,
): Finding | undefined {
  if (!finding) return undefined
  const { value } = finding
  const isDate = isoDay.test(String(value))
  if (type === 'date') return isDate ? finding : undefined
  if (type === 'number') return isAnyNumber(value) ? finding : undefined
  return type === 'text' && (isDate || isAnyNumber(value))
    ? formatAsPrinted(pages, finding)
    : finding
}

/** A word can contain more than the value, such as both days of a range. */
function formatAsPrinted(pages: DocumentText['pages'], finding: Finding): Finding {
  const { page, words } = finding.place
  const text = words.map((word) => pages[page]?.words[word]?.text ?? '').join(' ')
  const printedText = isAnyNumber(finding.value)
    ? (text.match(/(?<![\d.,])\d[\d.,]{0,12} ?%/)?.[0] ?? text)
    : text.replace(/^[(\s]+|(?<![\s).,;])[\s).,;]+$/g, '')
  return { ...finding, value: printedText, match: printedText === text ? 'exact' : 'normalised' }
}
