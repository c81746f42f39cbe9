import { slicePassage } from '../align/passage.ts'
import { toLabelWords } from '../labels/phrases.ts'
import { findNumbers } from '../values/parse-number.ts'
import { getSpecificWords, isSameWord } from './classify-words.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const units = 'kWh|MWh|m³|m3|kg|km|m²|m2|kW|kVA|GB|litres|l'.split('|')
const namedUnit = new RegExp(
  String.raw`(?<![\p{L}\d])(?<unit>${units.join('|')})(?![\p{L}\d])`,
  'iu',
)

/** Minimum number of leading letters that related words share: `consumo` and `consumida`. */
const minSharedLetters = 6

/**
 * Finds the only number before the unit that the question names, in a row that contains another
 * word of the question: `Energy used 612 kWh`.
 */
export function findByUnit(
  { document, rows, decimalMark }: PreparedDocument,
  { question, phrases }: FieldQuestion,
): Finding | undefined {
  const unit = question.type === 'number' ? findUnit(question.prompt) : undefined
  if (unit === undefined) return undefined
  const questionWords = getSpecificWords(phrases).filter((word) => word !== unit.toLowerCase())
  const findings = rows.flatMap(({ cells }) => {
    const rowWords = cells.flatMap(({ text }) => toLabelWords(text))
    if (!rowWords.some((word) => questionWords.some((one) => isRelatedWord(word, one)))) return []
    return cells.flatMap((cell) =>
      findNumbers(cell.text, decimalMark)
        .filter(({ end }) => isSameUnit(findUnitAfter(cell.text.slice(end)), unit))
        .map(({ start, end, value }) => {
          const part = slicePassage(document, cell, start, end)
          return part ? toFinding(part, value, String(value)) : undefined
        })
        .filter((value) => value !== undefined),
    )
  })
  const [first] = findings
  if (!first || new Set(findings.map(({ value }) => value)).size > 1) return undefined
  return addReasons(first, { kind: 'only', what: `number of ${unit} that matches the prompt` })
}

/** A price per unit is no quantity. */
const perUnit = /(?:\/|\b(?:per|pro|je|par|por|al|za|na|pr)\s)\s?$/iu

function findUnit(text: string): string | undefined {
  const match = text.match(namedUnit)
  return match && !perUnit.test(text.slice(0, match.index)) ? match.groups?.unit : undefined
}

const findUnitAfter = (text: string): string | undefined =>
  text.match(/^\s?(?<unit>[\p{L}]{1,6}[³²23]?)(?![\p{L}\d])/u)?.groups?.unit

const isSameUnit = (first: string | undefined, second: string): boolean =>
  normalizeUnit(first ?? '') === normalizeUnit(second)
const normalizeUnit = (unit: string): string =>
  unit.toLowerCase().replace('³', '3').replace('²', '2')

function isRelatedWord(a: string, b: string): boolean {
  if (isSameWord(a, b)) return true
  return (
    a.length >= minSharedLetters && a.slice(0, minSharedLetters) === b.slice(0, minSharedLetters)
  )
}
