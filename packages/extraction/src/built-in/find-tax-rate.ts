import { slicePassage } from '../align/passage.ts'
import { fieldMatches } from '../labels/label-match.ts'
import { phraseOf } from '../labels/phrases.ts'
import { findNumbers } from '../values/parse-number.ts'
import { toldBy } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

const leastMatch = 0.6
const highest = 50

/** The rate of the tax: the one percentage that stands with a word for the tax, in its cell, beside or under it. */
export function findTaxRate(prepared: PreparedDocument): Finding | undefined {
  const found = [...inCells(prepared), ...besideLabels(prepared)]
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined
}

function inCells({ document, rows, decimalMark }: PreparedDocument): readonly Finding[] {
  return rows
    .flatMap((row) => row.cells)
    .filter(({ text }) => text.includes('%') && namesTax(text))
    .flatMap((cell) =>
      findNumbers(cell.text, decimalMark)
        .map((number) => ({ ...number, value: Math.abs(number.value) }))
        .filter(({ isPercent, value }) => isPercent && value <= highest)
        .flatMap(({ start, end, value }) => {
          const part = slicePassage(document, cell, start, end)
          return part
            ? [toldBy(finding(part, value, String(value)), beside(cell.text, cell.page))]
            : []
        }),
    )
}

const beside = (label: string, page: number) =>
  ({ kind: 'label', label, page, relation: 'inline' }) as const

const namesTax = (text: string): boolean => {
  const matches = fieldMatches(phraseOf(text))
  return Math.max(matches.get('tax') ?? 0, matches.get('tax-rate') ?? 0) >= leastMatch
}

function besideLabels({ document, pairs, decimalMark }: PreparedDocument): readonly Finding[] {
  return pairs
    .filter(({ fields, known }) => {
      const match = Math.max(fields.get('tax-rate') ?? 0, fields.get('tax') ?? 0)
      return match >= leastMatch && match >= known - 0.01
    })
    .flatMap(({ value: passage, label, relation }) => {
      const number = findNumbers(passage.text, decimalMark).find(
        ({ isPercent, start }) => isPercent && start === 0,
      )
      const part = number && slicePassage(document, passage, number.start, number.end)
      // What looks like a minus parts the rate from its label.
      const value = Math.abs(number?.value ?? 0)
      if (!number || !part || value > highest) return []
      const told = { kind: 'label', label: label.text, page: label.page, relation } as const
      return [toldBy(finding(part, value, String(value)), told)]
    })
}
