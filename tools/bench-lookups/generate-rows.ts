/** Rows of a large lookup table: invented words, so that names are as rare as those of companies are. */
export type LargeRow = {
  readonly number: string
  readonly name: string
  readonly vatId: string
  readonly postcode: string
  readonly city: string
}

const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo ga go ha he hi ho ja jo ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi wo za ze zi zo'.split(
    ' ',
  )
const endings = ['n', 'r', 's', 'l', 'm', 't', 'ck', 'nd', 'rt', '', '', '']
const trades =
  'Construction Logistics Catering Packaging Foods Printing Tools Chemicals Marine Timber Plumbing Interiors Fasteners Bearings Lighting Pumps Labels Optics Dairy Ceramics Steel Paint Trading Services Systems Consulting Energy Transport Textiles Electronics'.split(
    ' ',
  )
const legalForms = ['GmbH', 'Ltd', 'AG', 'B.V.', 'SARL', 'S.r.l.', 'ApS', 'Inc.']
const cities =
  'Lyon Paris Madrid Sevilla Milano Torino Utrecht Rotterdam Praha Brno Aarhus Malmö Leeds Bristol Wien Graz Berlin Hamburg München Köln'.split(
    ' ',
  )

type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

function inventWord(random: Random): string {
  const count = 2 + Math.floor(random() * 2)
  const word = Array.from({ length: count }, () => pick(random, syllables)).join('')
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}${pick(random, endings)}`
}

export function generateRow(random: Random, index: number): LargeRow {
  const words = [inventWord(random)]
  if (random() < 0.4) words.push(inventWord(random))
  words.push(pick(random, trades))
  if (random() < 0.3) words.push(pick(random, trades))
  return {
    number: String(10_000_000 + index),
    name: [...words, pick(random, legalForms)].join(' '),
    vatId: `DE${String(100_000_000 + index * 7)}`,
    postcode: String(10_000 + Math.floor(random() * 90_000)),
    city: pick(random, cities),
  }
}

/** Replaces one letter, swaps two, or leaves one out. */
export function makeTypo(random: Random, text: string): string {
  const place = 1 + Math.floor(random() * Math.max(1, text.length - 3))
  const start = text.slice(0, place)
  const letter = text.charAt(place)
  const next = text.charAt(place + 1)
  const rest = text.slice(place + 2)
  const kind = Math.floor(random() * 3)
  if (kind === 0) return `${start}${pick(random, ['a', 'e', 'i', 'n', 'r'])}${next}${rest}`
  return kind === 1 ? `${start}${next}${letter}${rest}` : `${start}${next}${rest}`
}
