import type { LayoutRule, Reading, Relation, Spot } from './layout.ts'
import { sayPattern } from './pattern.ts'

/** Maximum length of a displayed anchor, in characters. */
const longestAnchor = 40

/** Describes a rule for people: `right of “Invoice no.” on the same line, like RE-9999`. */
export function sayRule({ spots, checksum }: Pick<LayoutRule, 'spots' | 'checksum'>): string {
  const [first, ...others] = spots
  if (!first) return ''
  const checks = checksum ? `, whose check digits must agree` : ''
  const more = others.length === 0 ? '' : `; must agree with ${others.map(sayOther).join(' and ')}`
  return `${saySpot(first)}${checks}${more}`
}

const sayOther = (spot: Spot): string =>
  spot.kind === 'constant' ? sayPlace(spot) : `what stands ${sayPlace(spot)}`

/** Describes the position of a spot and the form of its value. */
export function saySpot(spot: Spot): string {
  if (spot.kind === 'constant') return `always ${quote(String(spot.value))}, where it is printed`
  const { pattern, reading, relation } = spot
  const like = reading.kind === 'number' ? '' : `, ${sayPattern(pattern)}`
  const always = spot.always === undefined ? '' : ', as on all documents so far'
  return `${sayReading(reading)}${sayPlace(spot)}${until(relation)}${like}${always}`
}

export function sayPlace(spot: Spot): string {
  if (spot.kind === 'constant') return 'the place where it is printed'
  const { anchor, relation } = spot
  const page = anchor.page === 'last' ? ' on the last page' : ''
  return `${placeOf(relation)} ${quote(anchor.text)}${page}`
}

function placeOf(relation: Relation): string {
  switch (relation.kind) {
    case 'right':
      return 'right of'
    case 'row-end':
      return 'at the end of the line of'
    case 'left':
      return 'left of'
    case 'above':
    case 'below':
      return `${linesOf(relation)}${relation.kind}`
  }
}

const linesOf = ({ from, to }: { readonly from: number; readonly to: number }) => {
  if (from !== to) return `in lines ${from} to ${to} `
  return from === 1 ? '' : `in line ${from} `
}

const until = (relation: Relation) => (relation.kind === 'right' ? ' on the same line' : '')

function sayReading(reading: Reading): string {
  switch (reading.kind) {
    case 'number':
      return `the ${reading.at === 'last' ? 'last ' : ''}number `
    case 'date':
      return `the ${reading.at === 'last' ? 'last ' : ''}date `
    case 'word':
      return `the ${reading.at} word `
    case 'currency':
      return `the currency beside the amount `
    case 'joined':
      return 'the words, without blanks, '
    case 'whole':
      return 'what stands '
  }
}

const quote = (text: string) =>
  `“${text.length > longestAnchor ? `${text.slice(0, longestAnchor - 1)}…` : text}”`
