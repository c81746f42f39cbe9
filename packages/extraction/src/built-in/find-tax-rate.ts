import { slicePassage } from '../align/passage.ts'
import { toPhrase } from '../labels/phrases.ts'
import { scoreFields } from '../labels/score-fields.ts'
import { findNumbers } from '../values/parse-number.ts'
import { addReasons } from './explanations.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const minScore = 0.6
const maxRate = 50

/**
 * Finds the tax rate: the only percentage in a cell with a word for the tax, or beside or below
 * such a label.
 */
export function findTaxRate(preparedDocument: PreparedDocument): Finding | undefined {
  const findings = [...findInCells(preparedDocument), ...findBesideLabels(preparedDocument)]
  return new Set(findings.map(({ value }) => value)).size === 1 ? findings[0] : undefined
}

function findInCells({ document, rows, decimalMark }: PreparedDocument): readonly Finding[] {
  return rows
    .flatMap((row) => row.cells)
    .filter(({ text }) => text.includes('%') && namesTax(text))
    .flatMap((cell) =>
      findNumbers(cell.text, decimalMark)
        .map((number) => ({ ...number, value: Math.abs(number.value) }))
        .filter(({ isPercent, value }) => isPercent && value <= maxRate)
        .map(({ start, end, value }) => {
          const part = slicePassage(document, cell, start, end)
          return part
            ? addReasons(
                toFinding(part, value, String(value)),
                toInlineReason(cell.text, cell.page),
              )
            : undefined
        })
        .filter((value) => value !== undefined),
    )
}

const toInlineReason = (label: string, page: number) =>
  ({ kind: 'label', label, page, relation: 'inline' }) as const

const namesTax = (text: string): boolean => {
  const matches = scoreFields(toPhrase(text))
  return Math.max(matches.get('tax') ?? 0, matches.get('tax-rate') ?? 0) >= minScore
}

function findBesideLabels({ document, pairs, decimalMark }: PreparedDocument): readonly Finding[] {
  return pairs
    .filter(({ fieldScores, bestFieldScore }) => {
      const match = Math.max(fieldScores.get('tax-rate') ?? 0, fieldScores.get('tax') ?? 0)
      return match >= minScore && match >= bestFieldScore - 0.01
    })
    .flatMap(({ value: passage, label, relation }) => {
      const number = findNumbers(passage.text, decimalMark).find(
        ({ isPercent, start }) => isPercent && start === 0,
      )
      const part = number && slicePassage(document, passage, number.start, number.end)
      // An apparent minus sign only separates the rate from its label.
      const value = Math.abs(number?.value ?? 0)
      if (!number || !part || value > maxRate) return []
      const reason = { kind: 'label', label: label.text, page: label.page, relation } as const
      return [addReasons(toFinding(part, value, String(value)), reason)]
    })
}
