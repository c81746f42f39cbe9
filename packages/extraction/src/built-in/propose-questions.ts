import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Question } from '@recto/provider-spec/answer'
import type { LabelValue } from '../labels/label-value.ts'
import { labelValues } from '../labels/label-values.ts'
import { wordsOf } from '../values/fold.ts'
import { findDates, parseDate } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails } from '../values/shapes.ts'

const maxQuestions = 20
const maxLabelWords = 5
const maxLabelLength = 40
const maxValueLength = 60

/**
 * Questions that a document itself suggests: one for each label with a value, in reading order,
 * at most twenty. Keys are in snake case and unique; types are read from the values.
 */
export function proposeQuestions(document: DocumentText): readonly Question[] {
  const proposed = new Map<string, Question>()
  for (const pair of labelValues(document).filter(isTelling)) {
    const label = pair.label.text.replace(/(?<![\s:：.#*])[\s:：.#*]+$/u, '')
    const key = wordsOf(label).join('_')
    if (!proposed.has(key)) proposed.set(key, { key, prompt: label, type: typeOf(pair.value.text) })
  }
  return [...proposed.values()].slice(0, maxQuestions)
}

/** Short labels beside their values; what stands below may as well be the next row of a table. */
function isTelling({ label, value, relation }: LabelValue): boolean {
  const isSure = relation === 'after-colon' || /\d/.test(value.text)
  const isShort = label.words.length <= maxLabelWords && label.text.length <= maxLabelLength
  const isName = /^\p{Lu}/u.test(label.text) && !/\d/.test(label.text)
  const isWorded = wordsOf(label.text).some((word) => word.length > 2)
  const isNear = relation === 'after-colon' || relation === 'inline' || relation === 'right'
  return isSure && isShort && isName && isWorded && isNear && value.text.length <= maxValueLength
}

function typeOf(value: string): FieldType {
  if (isWhole(value, findDates(value)) && parseDate(value)) return 'date'
  if (isWhole(value, findEmails(value))) return 'email'
  const [number] = findNumbers(value)
  const isAmount = number && (number.hasDecimals || number.currency !== undefined)
  return isAmount && isWhole(value, [number]) ? 'number' : 'text'
}

function isWhole(value: string, found: readonly { start: number; end: number }[]): boolean {
  return found.length === 1 && found[0]?.start === 0 && found[0].end === value.trimEnd().length
}
