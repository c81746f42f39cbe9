import { omitUndefined } from '@recto/omit-undefined'
import type { Attributes } from '../../markup/parse-xml.ts'
import { type CellRange, isInRange, parseCellRanges } from '../parts/cell-ranges.ts'
import type { CellLook, CellLooks, LookedValue } from './cell-looks.ts'

/** A rule that gives cells another look under a condition. */
export type ConditionalFormat = {
  readonly ranges: readonly CellRange[]
  readonly attributes: Attributes
  readonly formulas: string[]
  /** It paints the cell by its value. */
  paints: boolean
}

export const openConditionalFormat = (
  ranges: string,
  attributes: Attributes,
): ConditionalFormat => ({
  ranges: parseCellRanges(ranges),
  attributes,
  formulas: [],
  paints: false,
})

/** Comparisons of cells with ranges; beyond them, nothing is known of a cell. */
const maxSteps = 50_000_000

type Cell = { readonly row: number; readonly column: number; readonly value: LookedValue }

export type ConditionalLooks = {
  readonly isEmpty: boolean
  /** Returns the look of a cell with what the conditions add to it. */
  readonly add: (look: CellLook, cell: Cell) => CellLook
}

/** A condition that cannot be judged without computing leaves what it changes `unknown`. */
export function openConditionalLooks(
  formats: readonly ConditionalFormat[],
  looks: CellLooks,
): ConditionalLooks {
  const byPriority = formats.toSorted(
    (a, b) => Number(a.attributes.priority ?? 0) - Number(b.attributes.priority ?? 0),
  )
  const rangeCount = formats.reduce((sum, { ranges }) => sum + ranges.length, 0)
  let steps = 0
  return {
    isEmpty: formats.length === 0,
    add(look, { row, column, value }) {
      steps += rangeCount
      if (steps > maxSteps) return { ...look, ink: 'unknown', background: 'unknown' }
      const rules = byPriority.filter(({ ranges }) =>
        ranges.some((range) => isInRange(range, row, column)),
      )
      let addedLook: CellLook = {}
      for (const rule of rules) {
        const isTrue = judge(rule, value)
        if (isTrue === false) continue
        addedLook = { ...lookOfRule(rule, looks, isTrue), ...addedLook }
      }
      return { ...look, ...addedLook }
    },
  }
}

function lookOfRule(
  { attributes, paints }: ConditionalFormat,
  looks: CellLooks,
  isTrue: boolean | undefined,
): CellLook {
  if (paints) return { background: 'unknown' }
  const look = looks.ofDifference(Number(attributes.dxfId ?? Number.NaN))
  if (isTrue) return look
  return omitUndefined({
    ink: look.ink && ('unknown' as const),
    background: look.background && ('unknown' as const),
  })
}

type Judge = (
  { attributes, formulas }: ConditionalFormat,
  value: LookedValue,
) => boolean | undefined

/** Conditions on a text that a rule names. */
const searchText =
  (find: (text: string, wantedText: string) => boolean): Judge =>
  ({ attributes: { text: wantedText = '' } }, { text }) =>
    wantedText === '' ? undefined : find(text.toLowerCase(), wantedText.toLowerCase())

const judges: Readonly<Record<string, Judge>> = {
  expression: ({ formulas }) => constantOf(formulas[0] ?? ''),
  cellIs: ({ attributes, formulas }, { text, isText }) =>
    isText
      ? undefined
      : compare(Number(text), attributes.operator ?? '', [formulas[0] ?? '', formulas[1] ?? '']),
  containsBlanks: () => false,
  notContainsBlanks: () => true,
  containsText: searchText((text, wantedText) => text.includes(wantedText)),
  notContainsText: searchText((text, wantedText) => !text.includes(wantedText)),
  beginsWith: searchText((text, wantedText) => text.startsWith(wantedText)),
  endsWith: searchText((text, wantedText) => text.endsWith(wantedText)),
}

/** `undefined` where only a spreadsheet program knows. */
function judge(format: ConditionalFormat, value: LookedValue): boolean | undefined {
  return format.paints || judges[format.attributes.type ?? '']?.(format, value)
}

function constantOf(formula: string): boolean | undefined {
  const plain = formula.trim().replace(/^=/, '').toUpperCase()
  if (/^(?:TRUE(?:\(\))?|-?[1-9]\d{0,8})$/.test(plain)) return true
  if (/^(?:FALSE(?:\(\))?|0)$/.test(plain)) return false
  const [, left, right] = /^(\d{1,9})=(\d{1,9})$/.exec(plain) ?? []
  return left === undefined ? undefined : Number(left) === Number(right)
}

function compare(
  number: number,
  operator: string,
  formulas: readonly [string, string],
): boolean | undefined {
  const [low = Number.NaN, high = Number.NaN] = formulas.map((formula) =>
    formula.trim() === '' ? Number.NaN : Number(formula),
  )
  if (Number.isNaN(low) || Number.isNaN(number)) return undefined
  if (operator === 'between' || operator === 'notBetween') {
    if (Number.isNaN(high)) return undefined
    return (number >= low && number <= high) === (operator === 'between')
  }
  const results: Readonly<Record<string, boolean>> = {
    lessThan: number < low,
    lessThanOrEqual: number <= low,
    equal: number === low,
    notEqual: number !== low,
    greaterThanOrEqual: number >= low,
    greaterThan: number > low,
  }
  return results[operator]
}
