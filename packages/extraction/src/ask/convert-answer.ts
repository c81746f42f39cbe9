import type { FieldType, Json, ListType } from '@recto/provider-spec/answer'
import type { DecimalMark } from '../values/decimal-mark.ts'
import { fenceText } from '../values/fence-text.ts'
import { meansUnknown } from '../values/non-answers.ts'
import { parseBoolean } from '../values/parse-boolean.ts'
import { type DateOrder, parseDate } from '../values/parse-date.ts'
import { type cutOff, isNa, parseJson } from '../values/parse-json.ts'
import { parseNumber } from '../values/parse-number.ts'
import { findEmails } from '../values/shapes.ts'

/** Notation of numbers and dates in the document, which resolves ambiguous values. */
export type Notation = {
  readonly decimalMark?: DecimalMark | undefined
  readonly dateOrder?: DateOrder | undefined
}

/** Types other than lists, which are read row by row; see `lists/`. */
export type PlainType = Exclude<FieldType, ListType>

/**
 * Converts a model's answer to a value of the field's type; `undefined` when it cannot be
 * converted, `cutOff` when it is incomplete JSON. Texts lose their trailing line breaks, dates
 * become ISO 8601.
 */
export function convertAnswer(
  text: string,
  type: PlainType,
  notation: Notation = {},
): Json | typeof cutOff | undefined {
  if (isNa(text)) return null
  if (type !== 'text' && type !== 'json' && meansUnknown(text)) return null
  switch (type) {
    case 'text':
      return trimLineBreaks(text)
    case 'json':
      return parseJson(text)
    case 'number':
      return parseNumber(text, notation.decimalMark)
    case 'date':
      return parseDate(text, notation.dateOrder)
    case 'email':
      return getOnlyEmail(text)
    case 'boolean':
      return readYesOrNo(text)
  }
}

function trimLineBreaks(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1
  return text.slice(0, end)
}

function getOnlyEmail(text: string): string | undefined {
  const addresses = new Set(findEmails(text).map(({ value }) => value))
  return addresses.size === 1 ? [...addresses][0] : undefined
}

/**
 * Reads yes or no. The word must be alone or begin the answer as a word followed by punctuation:
 * “No, it was not.”, but not “no receipt was found”.
 */
function readYesOrNo(text: string): boolean | undefined {
  const [first = '', ...rest] = text.trim().split(/[\s,.;:!]+/)
  if (/^[\p{L}\p{N}]+\s+[\p{L}\p{N}]/u.test(text.trim())) return undefined
  const otherAnswers = rest.map(parseBoolean).filter((answer) => answer !== undefined)
  const answer = parseBoolean(first)
  return answer !== undefined && otherAnswers.every((otherAnswer) => otherAnswer === answer)
    ? answer
    : undefined
}

const restatedForms: Readonly<Record<PlainType, string>> = {
  text: 'the text that answers the question',
  number:
    'the one number that it states, as a plain decimal number such as 1234.5, without currency, unit or thousands separators',
  email: 'the one e-mail address that it states',
  date: 'the one date that it states, as YYYY-MM-DD, or as YYYY-MM-DDThh:mm:ss if it gives a time',
  boolean: 'true if it affirms, false if it denies',
  json: 'one valid JSON value, with the same content and nothing around it',
}

/** Asks a model to restate an answer that `convertAnswer` did not understand. */
export function createRestatementPrompt(text: string, type: PlainType): string {
  return `Restate the text between the lines as ${restatedForms[type]}.
Reply with one JSON object {"value": …} and nothing around it; the value is null if the text states no such thing.

${fenceText(text)}

Answer:`
}
