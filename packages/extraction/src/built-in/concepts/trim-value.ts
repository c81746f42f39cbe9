import type { DocumentText } from '@recto/document-text/model'
import { type Passage, slicePassage } from '../../align/passage.ts'
import { fold } from '../../values/fold.ts'
import { findDates } from '../../values/parse-date.ts'
import { findEmails } from '../../values/shapes.ts'
import type { MeantQuestion } from './meant-question.ts'

/** Forms of address; a degree belongs to the name. */
export const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss m mme mlle sr sra d dna sig sigra signor signora herr herrn frau de heer mevrouw dhr mevr gez pan pani hr fru'.split(
    ' ',
  ),
)

/** A full stop after a whole word, before another sentence. */
const sentenceEnd = /(?<=\p{Ll}{4}|\d{4}|\))\.\s+(?=\p{Lu})/u

/** Cuts off what follows the value that a question asks for: a sentence, a date, an address. */
export function trimValue(
  document: DocumentText,
  passage: Passage,
  question: MeantQuestion,
): Passage | undefined {
  let part: Passage | undefined = passage
  const end = part.text.search(sentenceEnd)
  if (end > 0) part = slicePassage(document, part, 0, end)
  if (part && question.forms.has('number')) part = trimNumber(document, part)
  if (part && question.asksName) part = trimName(document, part)
  return part
}

const numberMark =
  /(?<![\p{L}\p{N}])(?:n[or°º]\.?|nr\.?|num\.?|número|numéro|nummer|number) ?[:.]? ?(?=\p{L}{0,4}\d)/giu
const separator = /,\s|\s[-–|·(/]\s?|\s(?:v|vom|du|del|of|dated|d\.d)\.?\s/u

/** The identifier of a text that also has a date or a description. */
function trimNumber(document: DocumentText, passage: Passage): Passage | undefined {
  const mark = [...passage.text.matchAll(numberMark)].at(-1)
  const start = mark ? mark.index + mark[0].length : 0
  const rest = passage.text.slice(start)
  const [date] = findDates(rest)
  const stop = [rest.search(separator), date && date.start > 0 ? date.start : -1]
    .filter((offset) => offset > 0)
    .toSorted((a, b) => a - b)[0]
  const isLater = stop !== undefined && /\d/.test(rest.slice(0, stop))
  return slicePassage(document, passage, start, isLater ? start + stop : undefined)
}

/** The name of a text that also has a title, an office or an address. */
function trimName(document: DocumentText, passage: Passage): Passage | undefined {
  const words = passage.text.split(' ')
  const first = words.findIndex((word) => {
    const plain = fold(word).replace(/[.:]$/, '')
    return plain !== '' && !titles.has(plain)
  })
  const start = first > 0 ? words.slice(0, first).join(' ').length + 1 : 0
  const rest = passage.text.slice(start)
  const [email] = findEmails(rest)
  const parts = rest.split(', ')
  const isInverted = (parts[0]?.split(' ').length ?? 0) < 2 && parts.length > 1
  const byComma = parts.slice(0, isInverted ? 2 : 1).join(', ').length
  const byOther = rest.search(/\s[-–|·<(]\s?|;/u)
  const length = Math.min(
    byComma,
    byOther > 0 ? byOther : rest.length,
    email && email.start > 0 ? email.start : rest.length,
  )
  return slicePassage(document, passage, start, start + length)
}
