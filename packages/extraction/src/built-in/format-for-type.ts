import type { DocumentText } from '@recto/document-text/model'
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
  if (type === 'number') return typeof value === 'number' ? finding : undefined
  return type === 'text' && (isDate || typeof value === 'number')
    ? formatAsPrinted(pages, finding)
    : finding
}

/** A word can contain more than the value, such as both days of a range. */
function formatAsPrinted(pages: DocumentText['pages'], finding: Finding): Finding {
  const { page, words } = finding.place
  const text = words.map((word) => pages[page]?.words[word]?.text ?? '').join(' ')
  const printedText =
    typeof finding.value === 'number'
      ? (text.match(/(?<![\d.,])\d[\d.,]{0,12} ?%/)?.[0] ?? text)
      : text.replace(/^[(\s]+|(?<![\s).,;])[\s).,;]+$/g, '')
  return { ...finding, value: printedText, match: printedText === text ? 'exact' : 'normalised' }
}
