import type {
  EmbeddedData,
  EmbeddedLine,
  EmbeddedProblem,
  EmbeddedValue,
} from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'
import { elementsOf, textOf, type XmlElement } from '../../markup/parse-xml.ts'
import { elementsAt, parsePath } from './xml-path.ts'

/** Where the lines of an e-invoice stand, and their fields as seen from one of them. */
export type LinePaths = {
  readonly lines: readonly string[]
  readonly fields: readonly {
    readonly term: string
    readonly kind: 'text' | 'number'
    readonly path: string
    readonly steps: ReturnType<typeof parsePath>
    /** The attribute that says it, where it is not the text. */
    readonly attribute?: string
  }[]
}

type FieldDefinitions = readonly (readonly [term: number, path: string, attribute?: string])[]

const numbers = new Set([129, 131, 146, 149, 152])

const toFields = (definitions: FieldDefinitions): LinePaths['fields'] =>
  definitions.map(([term, path, attribute]) => ({
    term: `BT-${term}`,
    kind: numbers.has(term) ? 'number' : 'text',
    path,
    steps: parsePath(path),
    ...omitUndefined({ attribute }),
  }))

/** Line paths of UBL invoices and credit notes. */
export const ublLines: LinePaths = {
  lines: ['InvoiceLine', 'CreditNoteLine'],
  fields: toFields([
    [126, 'ID'],
    [153, 'Item/Name'],
    [154, 'Item/Description'],
    [155, 'Item/SellersItemIdentification/ID'],
    [157, 'Item/StandardItemIdentification/ID'],
    [129, 'InvoicedQuantity'],
    [129, 'CreditedQuantity'],
    [130, 'InvoicedQuantity', 'unitCode'],
    [130, 'CreditedQuantity', 'unitCode'],
    [146, 'Price/PriceAmount'],
    [149, 'Price/BaseQuantity'],
    [150, 'Price/BaseQuantity', 'unitCode'],
    [131, 'LineExtensionAmount'],
    [152, 'Item/ClassifiedTaxCategory/Percent'],
  ]),
}

type Names = Readonly<Record<'transaction' | 'part' | 'rate' | 'sums', string>>

const ciiLines = ({ transaction, part, rate, sums }: Names): LinePaths => ({
  lines: [`${transaction}/IncludedSupplyChainTradeLineItem`],
  fields: toFields([
    [126, 'AssociatedDocumentLineDocument/LineID'],
    [153, 'SpecifiedTradeProduct/Name'],
    [154, 'SpecifiedTradeProduct/Description'],
    [155, 'SpecifiedTradeProduct/SellerAssignedID'],
    [157, 'SpecifiedTradeProduct/GlobalID'],
    [129, `${part}Delivery/BilledQuantity`],
    [130, `${part}Delivery/BilledQuantity`, 'unitCode'],
    [146, `${part}Agreement/NetPriceProductTradePrice/ChargeAmount`],
    // Where only the gross price says for how many pieces it is, the net price is for as many.
    ...['Net', 'Gross'].flatMap((price): FieldDefinitions => {
      const path = `${part}Agreement/${price}PriceProductTradePrice/BasisQuantity`
      return [
        [149, path],
        [150, path, 'unitCode'],
      ]
    }),
    [131, `${part}Settlement/${sums}/LineTotalAmount`],
    [152, `${part}Settlement/ApplicableTradeTax/${rate}`],
  ]),
})

export const ciiLinesOfNow = ciiLines({
  transaction: 'SupplyChainTradeTransaction',
  part: 'SpecifiedLineTrade',
  rate: 'RateApplicablePercent',
  sums: 'SpecifiedTradeSettlementLineMonetarySummation',
})

export const ciiLinesOfZugferd1 = ciiLines({
  transaction: 'SpecifiedSupplyChainTradeTransaction',
  part: 'SpecifiedSupplyChainTrade',
  rate: 'ApplicablePercent',
  sums: 'SpecifiedTradeSettlementMonetarySummation',
})

/** An invoice of more lines is asked of the model, and a problem says so. */
const maxLines = 1000
const maxTextLength = 1000

type ValueOrigin = Pick<EmbeddedValue, 'source' | 'place'>
/** The lines of an e-invoice, and which of them say something against themselves or against their sum. */
export function readLines(
  root: XmlElement,
  paths: LinePaths,
  origin: ValueOrigin,
  sum?: string,
): EmbeddedData {
  const elements = paths.lines.flatMap((path) => elementsAt(root, parsePath(path)))
  if (elements.length > maxLines) {
    const text = `The e-invoice has ${elements.length} lines, which is more than can be read.`
    return { values: [], problems: [{ ...origin, text }] }
  }
  const lines = elements.map((element, index) => lineOf(element, index, paths, origin))
  const ofLines = elements.flatMap((element, index) => {
    const line = lines[index]
    return line ? problemOf(element, line, index) : []
  })
  return { values: [], lines, problems: [...ofLines, ...problemOfSum(lines, origin, sum)] }
}

function lineOf(
  element: XmlElement,
  index: number,
  { fields }: LinePaths,
  origin: ValueOrigin,
): EmbeddedLine {
  const name = `${element.name}[${index + 1}]`
  const fieldValues = new Map<string, EmbeddedValue>()
  for (const field of fields) {
    const value = readField(element, field)
    if (value === undefined || fieldValues.has(field.term)) continue
    const { term, kind, path, attribute } = field
    const last = attribute ?? path.slice(path.lastIndexOf('/') + 1)
    fieldValues.set(term, { ...origin, name: `${name}/${last}`, term, kind, value })
  }
  return { ...origin, name, values: [...fieldValues.values()] }
}

function readField(
  line: XmlElement,
  { kind, steps, attribute }: LinePaths['fields'][number],
): string | undefined {
  const [field] = elementsAt(line, steps)
  if (!field) return undefined
  const content = attribute === undefined ? textIn(field) : field.attributes[attribute]
  const text = (content ?? '').trim()
  if (kind === 'text') return text === '' ? undefined : text.slice(0, maxTextLength)
  return /^[+-]?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? text.replace('+', '') : undefined
}

const textIn = (element: XmlElement) => (elementsOf(element).length > 0 ? '' : textOf(element))

const numberOf = ({ values }: EmbeddedLine, term: string): number | undefined => {
  const match = values.find((value) => value.term === term)
  return match && Number(match.value)
}

/** A line's amount is its quantity times its price, but for allowances and charges of its own. */
function problemOf(
  element: XmlElement,
  line: EmbeddedLine,
  index: number,
): readonly EmbeddedProblem[] {
  const [quantity, price, amount] = ['BT-129', 'BT-146', 'BT-131'].map((term) =>
    numberOf(line, term),
  )
  if (quantity === undefined || price === undefined || amount === undefined) return []
  if (hasAllowance(element) || hasOtherUnit(line)) return []
  const base = numberOf(line, 'BT-149') || 1
  if (Math.abs((quantity * price) / base - amount) < 0.011) return []
  const { source, place } = line
  const text = `In line ${index + 1}, the quantity times the price is not the amount.`
  return [{ source, place, text, terms: ['BT-131'], line: index }]
}

const textOfTerm = ({ values }: EmbeddedLine, term: string) =>
  values.find((value) => value.term === term)?.value

/** Pieces that are priced by the tonne are not multiplied. */
function hasOtherUnit(line: EmbeddedLine): boolean {
  const [unit, ofPrice] = ['BT-130', 'BT-150'].map((term) => textOfTerm(line, term))
  return ofPrice !== undefined && ofPrice !== unit
}

const hasAllowance = (element: XmlElement): boolean =>
  elementsOf(element).some((child) => /AllowanceCharge$/.test(child.name) || hasAllowance(child))

function problemOfSum(
  lines: readonly EmbeddedLine[],
  origin: ValueOrigin,
  sum: string | undefined,
): readonly EmbeddedProblem[] {
  const amounts = lines.map((line) => numberOf(line, 'BT-131'))
  if (sum === undefined || lines.length === 0 || amounts.includes(undefined)) return []
  const total = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0)
  if (Math.abs(total - Number(sum)) < 0.011) return []
  const text = 'The lines do not add up to the stated sum of the lines.'
  return [{ ...origin, text, terms: ['BT-131', 'BT-106'] }]
}
