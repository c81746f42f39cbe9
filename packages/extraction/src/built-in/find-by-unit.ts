import { slicePassage } from '../align/passage.ts'
import { namedWordsOf } from '../labels/phrases.ts'
import { findNumbers } from '../values/parse-number.ts'
import { toldBy } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { FieldQuestion } from './question-field.ts'
import { isSameWord, specificOf } from './said-words.ts'
import { type Finding, finding } from './typed-value.ts'

const units = 'kWh|MWh|m³|m3|kg|km|m²|m2|kW|kVA|GB|litres|l'.split('|')
const namedUnit = new RegExp(
  String.raw`(?<![\p{L}\d])(?<unit>${units.join('|')})(?![\p{L}\d])`,
  'iu',
)

/** Letters that two words of one family share: `consumo` and `consumida`. */
const fewestShared = 6

/** The one number before the unit that a question names, in a line with another word of the question: `Energy used  612 kWh`. */
export function findByUnit(
  { document, rows, decimalMark }: PreparedDocument,
  { question, words }: FieldQuestion,
): Finding | undefined {
  const unit = question.type === 'number' ? unitIn(question.prompt) : undefined
  if (unit === undefined) return undefined
  const asked = specificOf(words).filter((word) => word !== unit.toLowerCase())
  const found = rows.flatMap(({ cells }) => {
    const said = cells.flatMap(({ text }) => namedWordsOf(text))
    if (!said.some((word) => asked.some((one) => isAkin(word, one)))) return []
    return cells.flatMap((cell) =>
      findNumbers(cell.text, decimalMark)
        .filter(({ end }) => isUnit(unitBehind(cell.text.slice(end)), unit))
        .flatMap(({ start, end, value }) => {
          const part = slicePassage(document, cell, start, end)
          return part ? [finding(part, value, String(value))] : []
        }),
    )
  })
  const [first] = found
  if (!first || new Set(found.map(({ value }) => value)).size > 1) return undefined
  return toldBy(first, { kind: 'only', what: `number of ${unit} with such words` })
}

const unitIn = (text: string): string | undefined => text.match(namedUnit)?.groups?.unit

const unitBehind = (text: string): string | undefined =>
  text.match(/^\s?(?<unit>[\p{L}]{1,6}[³²23]?)(?![\p{L}\d])/u)?.groups?.unit

const isUnit = (one: string | undefined, other: string): boolean =>
  plain(one ?? '') === plain(other)
const plain = (unit: string): string => unit.toLowerCase().replace('³', '3').replace('²', '2')

function isAkin(a: string, b: string): boolean {
  if (isSameWord(a, b)) return true
  return a.length >= fewestShared && a.slice(0, fewestShared) === b.slice(0, fewestShared)
}
