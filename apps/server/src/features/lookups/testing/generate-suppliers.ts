/** Suppliers as a company has them, and how documents name them. All of it follows from a seed. */

export type Supplier = {
  readonly number: string
  readonly name: string
  readonly vatId: string
  readonly iban: string
  readonly postcode: string
  readonly city: string
}

/** A supplier as a document names it; texts that it does not have are empty. */
export type Mention = Omit<Supplier, 'number'> & {
  /** The number of the supplier that is meant; undefined for one that the table does not have. */
  readonly number: string | undefined
}

export type Wordings = {
  readonly surnames: readonly string[]
  readonly trades: readonly string[]
  readonly legalForms: readonly string[]
  readonly cities: readonly string[]
  readonly additions: readonly string[]
}

/** Words from which the weights were chosen. */
export const fittingWordings: Wordings = {
  surnames:
    'Müller Schmidt Weber Fischer Wagner Becker Hoffmann Schäfer Koch Richter Klein Wolf Schröder Neumann Braun Krüger Hartmann Lange Krause Lehmann Köhler Maier Walter König Huber Fuchs Vogel Peters Keller Möller'.split(
      ' ',
    ),
  trades:
    'Bau Elektro Logistik Metallbau Druck Papier Reinigung Software Medizintechnik Transporte Gartenbau Sanitär Heizung Möbel Verpackung Werkzeuge Kunststoff Textil Getränke Optik Consulting Systeme Energie Dach Holz'.split(
      ' ',
    ),
  legalForms: [
    'GmbH',
    'AG',
    'KG',
    'GmbH & Co. KG',
    'e.K.',
    'UG (haftungsbeschränkt)',
    'OHG',
    'Ltd.',
  ],
  cities:
    'Berlin Hamburg München Köln Frankfurt Stuttgart Düsseldorf Leipzig Dortmund Essen Bremen Dresden Hannover Nürnberg Duisburg Bochum'.split(
      ' ',
    ),
  additions: ['Niederlassung Süd', 'Abt. Buchhaltung', 'Vertrieb', 'Deutschland'],
}

/** Other words, languages and forms, by which the result is judged. */
export const judgingWordings: Wordings = {
  surnames:
    'Dupont Lefèvre Moreau Bonnet Girard García Fernández Núñez Rossi Bianchi Ricci Jansen Visser Bakker Novák Dvořák Kowalski Wiśniewski Nielsen Sørensen Lindqvist Åkesson Taylor Clarke Hughes Robertson Grüber Österreicher Horvath Szabó'.split(
      ' ',
    ),
  trades:
    'Construction Électricité Logistics Trasporti Impianti Catering Packaging Foods Printing Tools Chemicals Marine Timber Plumbing Interiors Fasteners Bearings Lighting Pumps Labels Optics Dairy Ceramics Steel Paint'.split(
      ' ',
    ),
  legalForms: [
    'SARL',
    'S.A.',
    'S.r.l.',
    'S.p.A.',
    'B.V.',
    'Ltd',
    'Limited',
    'ApS',
    'AB',
    'Sp. z o.o.',
    's.r.o.',
    'Kft.',
  ],
  cities:
    'Lyon Paris Madrid Sevilla Milano Torino Utrecht Rotterdam Praha Brno Kraków Gdańsk Aarhus Malmö Leeds Bristol Wien Graz Budapest Szeged'.split(
      ' ',
    ),
  additions: ['Head Office', 'Accounts Dept.', 'International', 'Service'],
}

type Generator = { readonly random: () => number; readonly wordings: Wordings }

const pick = <T>({ random }: Generator, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

const digits = ({ random }: Generator, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('')

/**
 * Generates suppliers: of a hundred, about twelve are branches with the name and VAT id of another, six are other
 * companies of the same name, and eight have a name that differs by one word.
 */
export function generateSuppliers(generator: Generator, count: number): Supplier[] {
  const { random, wordings } = generator
  const suppliers: Supplier[] = []
  const place = () => ({ postcode: digits(generator, 5), city: pick(generator, wordings.cities) })
  while (suppliers.length < count) {
    const number = String(70_000 + suppliers.length)
    const otherSupplier = suppliers.length > 0 ? pick(generator, suppliers) : undefined
    const kind = otherSupplier ? random() : 1
    const mainOffice = kind < 0.12 ? otherSupplier : undefined
    const iban = `DE${digits(generator, 20)}`
    const vatId = `DE${digits(generator, 9)}`
    suppliers.push({
      iban: mainOffice?.iban ?? iban,
      vatId: mainOffice?.vatId ?? vatId,
      number,
      name: nameByKind(generator, kind, otherSupplier?.name ?? ''),
      ...place(),
    })
  }
  return suppliers
}

function nameByKind(generator: Generator, kind: number, otherName: string): string {
  if (kind < 0.18) return otherName
  if (kind >= 0.26) return inventName(generator)
  return otherName.replace(/^\S+/, pick(generator, generator.wordings.surnames))
}

function inventName(generator: Generator): string {
  const { random, wordings } = generator
  const words = [pick(generator, wordings.surnames)]
  if (random() < 0.5) words.push(`& ${pick(generator, wordings.surnames)}`)
  words.push(pick(generator, wordings.trades))
  if (random() < 0.4) words.push(pick(generator, wordings.trades))
  return [...words, pick(generator, wordings.legalForms)].join(' ')
}

/** Writes a supplier as a document might: with typing errors, old addresses, and without some of its values. */
export function mentionSupplier(generator: Generator, supplier: Supplier): Mention {
  const { random, wordings } = generator
  const hasMoved = random() < 0.04
  const newPlace = { postcode: digits(generator, 5), city: pick(generator, wordings.cities) }
  const { postcode, city } = hasMoved ? newPlace : supplier
  const textOrNone = (share: number, text: string) => (random() < share ? text : '')
  return {
    number: supplier.number,
    name: varyName(generator, supplier.name),
    vatId: textOrNone(
      0.7,
      random() < 0.02 ? makeTypo(generator, supplier.vatId) : addSpaces(supplier.vatId),
    ),
    iban: textOrNone(
      0.6,
      random() < 0.05 ? `DE${digits(generator, 20)}` : addSpaces(supplier.iban),
    ),
    postcode: textOrNone(0.95, postcode),
    city: textOrNone(0.95, random() < 0.03 ? makeTypo(generator, city) : city),
  }
}

const addSpaces = (text: string): string => text.replace(/(.{4})/g, '$1 ').trim()

function varyName(generator: Generator, name: string): string {
  const { random, wordings } = generator
  let variant = name
  if (random() < 0.25) variant = variant.replace(/ \S*(?:\(.*\))?$/, '')
  if (random() < 0.2) variant = makeTypo(generator, variant)
  if (random() < 0.05) variant = makeTypo(generator, variant)
  if (random() < 0.15) variant = variant.normalize('NFKD').replace(/\p{M}/gu, '')
  if (random() < 0.2) variant = variant.toUpperCase()
  if (random() < 0.08) variant = `${variant} ${pick(generator, wordings.additions)}`
  return variant
}

/** Leaves out, doubles, swaps or replaces one letter. */
function makeTypo(generator: Generator, text: string): string {
  const place = 1 + Math.floor(generator.random() * Math.max(1, text.length - 2))
  const start = text.slice(0, place)
  const letter = text[place] ?? ''
  const rest = text.slice(place + 1)
  const kind = Math.floor(generator.random() * 4)
  if (kind === 0) return `${start}${rest}`
  if (kind === 1) return `${start}${letter}${letter}${rest}`
  if (kind === 2) return `${start}${rest.slice(0, 1)}${letter}${rest.slice(1)}`
  return `${start}${pick(generator, [...'aeinrst0158'])}${rest}`
}

/** Invents a supplier that the table does not have; one in three has the name of one that it has. */
export function mentionStranger(generator: Generator, suppliers: readonly Supplier[]): Mention {
  const [stranger] = generateSuppliers(generator, 1) as [Supplier]
  const name = generator.random() < 0.33 ? pick(generator, suppliers).name : stranger.name
  return { ...mentionSupplier(generator, { ...stranger, name }), number: undefined }
}
