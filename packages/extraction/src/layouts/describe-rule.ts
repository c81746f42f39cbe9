import type { FieldRule, Reading, Relation, Spot } from './layout.ts'
import { describePattern } from './pattern.ts'

/** Maximum length of a displayed anchor, in characters. */
const maxAnchorLength = 40

/** Describes a rule for people: `the text to the right of “Invoice no.” on the same line, like RE-9999`. */
export function describeRule({ spots, checksum }: Pick<FieldRule, 'spots' | 'checksum'>): string {
  const [first, ...otherSpots] = spots
  if (!first) return ''
  const checks = checksum ? `, whose check digits must be correct` : ''
  const otherClause =
    otherSpots.length === 0
      ? ''
      : `; must agree with ${otherSpots.map(describeOtherSpot).join(' and ')}`
  return `${describeSpot(first)}${checks}${otherClause}`
}

const describeOtherSpot = (spot: Spot): string =>
  spot.kind === 'constant' ? describePosition(spot) : `the text ${describePosition(spot)}`

/** Describes the position of a spot and the form of its value. */
export function describeSpot(spot: Spot): string {
  if (spot.kind === 'constant') return `always ${quote(String(spot.value))}, as printed on the page`
  const { pattern, reading, relation } = spot
  const patternClause = reading.kind === 'number' ? '' : `, ${describePattern(pattern)}`
  const constantClause = spot.always === undefined ? '' : ', as on all documents so far'
  return `${describeReading(reading)}${describePosition(spot)}${describeExtent(relation)}${patternClause}${constantClause}`
}

export function describePosition(spot: Spot): string {
  if (spot.kind === 'constant') return 'the printed value'
  const { anchor, relation } = spot
  const page = anchor.page === 'last' ? ' on the last page' : ''
  return `${describeRelation(relation)} ${quote(anchor.text)}${page}`
}

function describeRelation(relation: Relation): string {
  switch (relation.kind) {
    case 'right':
      return 'to the right of'
    case 'row-end':
      return 'at the end of the line with'
    case 'left':
      return 'to the left of'
    case 'above':
    case 'below':
      return `${describeLines(relation)}${relation.kind}`
  }
}

const describeLines = ({ from, to }: { readonly from: number; readonly to: number }) => {
  if (from !== to) return `in lines ${from} to ${to} `
  return from === 1 ? '' : `in line ${from} `
}

const describeExtent = (relation: Relation) =>
  relation.kind === 'right' ? ' on the same line' : ''

function describeReading(reading: Reading): string {
  switch (reading.kind) {
    case 'number':
      return `the ${reading.at === 'last' ? 'last ' : ''}number `
    case 'date':
      return `the ${reading.at === 'last' ? 'last ' : ''}date `
    case 'word':
      return `the ${reading.at} word `
    case 'currency':
      return `the currency next to the amount `
    case 'joined':
      return 'the words, without spaces, '
    case 'whole':
      return 'the text '
  }
}

const quote = (text: string) =>
  `“${text.length > maxAnchorLength ? `${text.slice(0, maxAnchorLength - 1)}…` : text}”`
