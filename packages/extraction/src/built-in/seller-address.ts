import { heightOf, middle } from '../align/boxes.ts'
import { type Passage, slicePassage } from '../align/passage.ts'
import { countryOf, isCountryCode } from '../values/country-codes.ts'
import { derivedFinding, toldBy } from './explained.ts'
import { lettersOf } from './find-seller.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

export type Address = Readonly<
  Partial<Record<'street' | 'postcode' | 'city' | 'state' | 'country', Finding>>
>

const ofName = String.raw`[\p{L}.'’-]`
/** From the first capital of a word, so that a long word is gone through once. */
const name =
  String.raw`(?=\p{Lu})(?<=(?<!${ofName})(?:(?!\p{Lu})${ofName})*)` +
  String.raw`\p{Lu}${ofName}*(?: \p{L}${ofName}*){0,3}`

/** The last line of an address but for the country, in the orders of several countries. */
const townLines: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<city>${name}),?\s+(?<state>[A-Z]{2})\s+(?<postcode>\d{5}(?:-\d{4})?)(?!\d)`,
    'du',
  ),
  new RegExp(
    String.raw`(?<city>${name}),?\s+(?<postcode>[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})(?!\p{L})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{4}\s[A-Z]{2})\s+(?<city>${name})`,
    'du',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?(?<postcode>\d{4,5})\s+(?<city>${name})`,
    'du',
  ),
]

const linesOfAddress = 5
const separator = /\s[-–—|•·]\s|[|•·]\s/gu

/** The address that stands with the seller's name: on its line or in the lines under it. */
export function sellerAddress(prepared: PreparedDocument, seller: Finding | undefined): Address {
  if (!seller) return {}
  const blocks = occurrencesOf(prepared, String(seller.value)).map((cell) =>
    blockOf(prepared, cell),
  )
  return (
    blocks.map((block) => readAddress(prepared, block)).find(({ city }) => city !== undefined) ?? {}
  )
}

function occurrencesOf({ rows }: PreparedDocument, seller: string): readonly Passage[] {
  const letters = lettersOf(seller)
  return rows.flatMap((row) => row.cells).filter((cell) => lettersOf(cell.text).includes(letters))
}

/** The parts of the name's own line after it, then the cells under it that begin or end alike. */
function blockOf({ document, rows }: PreparedDocument, cell: Passage): readonly Passage[] {
  const height = heightOf(cell.box)
  const under = rows
    .flatMap((row) => row.cells)
    .filter((other) => {
      const drop = middle(other.box) - middle(cell.box)
      const isNear = drop > height / 2 && drop < linesOfAddress * 1.8 * height
      const isAligned = [0, 2].some(
        (side) => Math.abs((other.box[side] ?? 0) - (cell.box[side] ?? 0)) < 2 * height,
      )
      return other.page === cell.page && isNear && isAligned
    })
  return [...partsOf(document, cell), ...under.flatMap((line) => partsOf(document, line))]
}

function partsOf(document: PreparedDocument['document'], cell: Passage): readonly Passage[] {
  const cuts = [...cell.text.matchAll(separator)]
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)]
  const ends = [...cuts.map((cut) => cut.index), cell.text.length]
  return starts.flatMap((start, i) => slicePassage(document, cell, start, ends[i]) ?? [])
}

/** The forms are tried one after the other: a house number with a street looks like a town too. */
function readAddress({ document }: PreparedDocument, block: readonly Passage[]): Address {
  const towns = townLines.flatMap((pattern) =>
    block.flatMap((line, at) => {
      const places = line.text.match(pattern)?.indices?.groups
      return places ? [{ line, places, at }] : []
    }),
  )
  const town = towns[0]
  if (!town) return {}
  const part = (name: string): Finding | undefined => {
    const place = town.places[name]
    const words = place && slicePassage(document, town.line, place[0], place[1])
    return words ? finding(words, words.text, words.text) : undefined
  }
  return withoutGaps({
    street: streetIn(block[town.at - 1]),
    postcode: part('postcode'),
    city: part('city'),
    state: part('state'),
    country: countryIn(document, town.line, block[town.at + 1]),
  })
}

function withoutGaps(address: Readonly<Record<keyof Address, Finding | undefined>>): Address {
  return Object.fromEntries(
    Object.entries(address).flatMap(([part, found]) =>
      found ? [[part, besideSeller(found)] as const] : [],
    ),
  )
}

function besideSeller(found: Finding): Finding {
  return toldBy(found, { kind: 'beside', what: 'the name of the seller', page: found.place.page })
}

/** The line over the town, when it has the number of a house. */
function streetIn(line: Passage | undefined): Finding | undefined {
  const isStreet =
    line && /\d/.test(line.text) && /\p{L}{3}/u.test(line.text) && !/[:@]/.test(line.text)
  return isStreet ? finding(line, line.text.replace(/[,;]$/, ''), line.text) : undefined
}

/** Named on the next line, or as a code at the end of the town's. The value is the ISO code. */
function countryIn(
  document: PreparedDocument['document'],
  line: Passage,
  next: Passage | undefined,
): Finding | undefined {
  const named = next && countryOf(next.text)
  if (next && named) return derivedFinding(next, named, 'country-name')
  const code = line.text.match(/,\s*([A-Z]{2})$/u)
  if (!code?.[1] || !isCountryCode(code[1])) return undefined
  const part = slicePassage(document, line, line.text.length - 2)
  return part ? finding(part, code[1], code[1]) : undefined
}
