import type {
  EmbeddedData,
  EmbeddedPlace,
  EmbeddedProblem,
  EmbeddedSource,
  EmbeddedValue,
} from '@recto/document-text/embedded'
import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import { decodeText } from '../../detect/decode-text.ts'
import {
  childOf,
  decodeXml,
  elementsOf,
  parseTree,
  textOf,
  type XmlElement,
} from '../../markup/parse-xml.ts'
import { calendarDay } from '../calendar-day.ts'
import { joinData } from '../join-data.ts'
import { checkInvoice } from './check-invoice.ts'
import {
  ciiPathsOfNow,
  ciiPathsOfZugferd1,
  ciiPathsOfZugferdDraft,
  type InvoicePath,
  ublPaths,
} from './invoice-paths.ts'
import {
  ciiLinesOfNow,
  ciiLinesOfZugferd1,
  type LinePaths,
  readLines,
  ublLines,
} from './read-lines.ts'
import { elementsAt, parsePath } from './xml-path.ts'

/** No e-invoice is longer; a file that is takes too long to look into for what it may be. */
const maxInvoiceBytes = 20 * 1024 * 1024
const maxTextLength = 4000
const maxValuesOfTerm = 5

type Syntax = {
  readonly paths: readonly InvoicePath[]
  /** Paths of the element that identifies the rules of the invoice. */
  readonly guideline: readonly (readonly string[])[]
  readonly source: EmbeddedSource
  readonly lines: LinePaths
}

const ubl: Syntax = {
  paths: ublPaths,
  guideline: [['CustomizationID']],
  source: 'ubl',
  lines: ublLines,
}
const guidelineId = ['GuidelineSpecifiedDocumentContextParameter', 'ID']

/** Syntaxes by the name of the root element. */
const syntaxes: Readonly<Record<string, Syntax>> = {
  Invoice: ubl,
  CreditNote: ubl,
  CrossIndustryInvoice: {
    paths: ciiPathsOfNow,
    guideline: [['ExchangedDocumentContext', ...guidelineId]],
    source: 'cii',
    lines: ciiLinesOfNow,
  },
  CrossIndustryDocument: {
    paths: ciiPathsOfZugferd1,
    guideline: [['SpecifiedExchangedDocumentContext', ...guidelineId]],
    source: 'zugferd',
    lines: ciiLinesOfZugferd1,
  },
}

/** The release candidate of ZUGFeRD 1.0 shares the name of its root with UBL. */
const zugferdDraft: Syntax = {
  paths: ciiPathsOfZugferdDraft,
  guideline: [['SpecifiedExchangedDocumentContext', ...guidelineId]],
  source: 'zugferd',
  lines: ciiLinesOfZugferd1,
}

/** File names under which a PDF carries its invoice. The name is the kind of invoice that it claims to be. */
const claims = /^(factur-x|zugferd|xrechnung)(?:-invoice)?\.xml$/i

const noInvoice = 'The file name suggests an e-invoice, but the content is not one.'

/**
 * The fields of an e-invoice in UBL or CII; `undefined` of what is none and does not claim to be one. What it is, is
 * told by its content; its name only says whose rules it follows where it does not say so itself. It declares no
 * entities, and where it does it is refused. Never throws for what is in the file.
 */
export function readInvoice(bytes: Uint8Array, place: EmbeddedPlace): EmbeddedData | undefined {
  const claim = claimOf(place)
  const text = beginsLikeXml(bytes) && bytes.length <= maxInvoiceBytes ? decodeXml(bytes) : ''
  const detection = detectSyntax(text)
  if (detection === 'other') return claim && toProblem({ place, claim }, noInvoice)
  if (typeof detection === 'string') return toProblem({ place, claim }, detection)
  try {
    const element = childOf(parseTree(cutLongTexts(text)), detection.root)
    return element && fieldsOf(element, detection.syntax, { place, claim })
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return toProblem({ place, claim }, `The e-invoice was not read: ${error.message}`)
  }
}

const doctypeProblem =
  'The e-invoice was not read, because it contains a document type declaration.' as const
const cutOffProblem = 'The e-invoice is incomplete or damaged and was not read.' as const

const claimOf = ({ attachment = '' }: EmbeddedPlace) =>
  claims.exec(attachment)?.[1]?.toLowerCase() as EmbeddedSource | undefined

const toProblem = ({ place, claim }: InvoiceSource, text: string): EmbeddedData => ({
  values: [],
  problems: [{ place, text, ...omitUndefined({ source: claim }) }],
})

type RecognisedInvoice = { readonly root: string; readonly syntax: Syntax }

const headLength = 20_000

/** What the beginning and the end of a text say of it: an e-invoice, why it is not read, or nothing of the kind. */
function detectSyntax(
  text: string,
): RecognisedInvoice | typeof doctypeProblem | typeof cutOffProblem | 'other' {
  const head = text.slice(0, headLength)
  const root = localName(/<[A-Za-z_][\w.:-]*/.exec(head)?.[0].slice(1) ?? '')
  const syntaxOfRoot = Object.hasOwn(syntaxes, root) ? syntaxes[root] : undefined
  const isDraft = syntaxOfRoot === ubl && /<(?:\w+:)?HeaderExchangedDocument[\s>]/.test(head)
  const syntax = isDraft ? zugferdDraft : syntaxOfRoot
  // A long declaration hides what it declares for.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head)) return syntax || root === '' ? doctypeProblem : 'other'
  if (!syntax) return 'other'
  return lastName(text) === root ? { root, syntax } : cutOffProblem
}

/** Returns the name of the last element that is closed. */
function lastName(text: string): string {
  return localName(text.slice(text.lastIndexOf('</') + 2, text.lastIndexOf('>')).trim())
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function beginsLikeXml(bytes: Uint8Array): boolean {
  const head = decodeText(bytes.subarray(0, 200)).trimStart()
  return head.startsWith('<')
}

/** Letters. A longer text of an element is a file in base64, of which no value is read. */
const maxElementText = 100_000

/** Shortens long texts between two tags, because parsing them takes most of the time. */
function cutLongTexts(xml: string): string {
  const parts: string[] = []
  let copiedTo = 0
  let lastTag = 0
  for (let tag = xml.indexOf('<'); tag >= 0; tag = xml.indexOf('<', tag + 1)) {
    const textStart = tag - lastTag > maxElementText ? xml.lastIndexOf('>', tag) + 1 : tag
    if (tag - textStart > maxElementText) {
      parts.push(xml.slice(copiedTo, textStart + maxElementText))
      copiedTo = tag
    }
    lastTag = tag
  }
  return parts.length === 0 ? xml : [...parts, xml.slice(copiedTo)].join('')
}

type InvoiceSource = { readonly place: EmbeddedPlace; readonly claim: EmbeddedSource | undefined }

function fieldsOf(root: XmlElement, syntax: Syntax, { place, claim }: InvoiceSource): EmbeddedData {
  const source = sourceOf(root, syntax, claim)
  const currency = currencyOf(root, syntax)
  const values: EmbeddedValue[] = []
  const problems: EmbeddedProblem[] = []
  for (const { term, kind, path } of syntax.paths) {
    const steps = parsePath(path.replace('$currency', currency))
    const name = nameOf(steps.map((step) => step.name))
    for (const element of elementsAt(root, steps).slice(0, maxValuesOfTerm)) {
      const content = textIn(element)
      if (content === '') continue
      const value = readValue(content, kind)
      if (value === undefined)
        problems.push({
          source,
          place,
          text: `“${cut(content)}” in ${name} is not a valid ${kind}.`,
          terms: [term],
        })
      else values.push({ source, name, term, kind, value, place })
    }
  }
  const invoiceData = { values, problems: [...problems, ...checkInvoice(values)] }
  return joinData([
    invoiceData,
    readLines(root, syntax.lines, { source, place }, sumOfLines(values)),
  ])
}

const sumOfLines = (values: readonly EmbeddedValue[]) =>
  values.find(({ term }) => term === 'BT-106')?.value

function sourceOf(
  root: XmlElement,
  syntax: Syntax,
  claim: EmbeddedSource | undefined,
): EmbeddedSource {
  const [guidelineElement] = syntax.guideline.flatMap((path) => childOf(root, ...path) ?? [])
  const guideline = guidelineElement ? textOf(guidelineElement).toLowerCase() : ''
  for (const name of ['xrechnung', 'factur-x', 'zugferd'] as const)
    if (guideline.includes(name)) return name
  return syntax.source === 'cii' ? (claim ?? 'cii') : syntax.source
}

function currencyOf(root: XmlElement, { paths }: Syntax): string {
  const path = paths.find(({ term }) => term === 'BT-5')?.path ?? ''
  const [match] = elementsAt(root, parsePath(path))
  return match ? textOf(match).trim() : ''
}

/** Names that say nothing without that of the element around them. */
const generic = new Set([
  'ID',
  'Name',
  'Note',
  'CompanyID',
  'Content',
  'Description',
  'IssuerAssignedID',
  'TypeCode',
])

function nameOf(names: readonly string[]): string {
  const [last = '', parent = '', outer = ''] = names.toReversed()
  // The party is the name of an outer element.
  const party = names.find((name) => /Party$/.test(name) && name !== 'Party')
  if (last === 'DateTimeString') return parent
  if (party && party !== parent)
    return `${party}/${parent === 'Party' || !generic.has(last) ? last : `${parent}/${last}`}`
  if (!generic.has(last) || parent === '') return last
  return parent === 'Party' ? `${outer}/${last}` : `${parent}/${last}`
}

/** Returns the trimmed text of an element without child elements; otherwise an empty text. */
function textIn(element: XmlElement): string {
  if (elementsOf(element).length > 0) return ''
  return textOf(element).trim().slice(0, maxTextLength)
}

function readValue(text: string, kind: EmbeddedValue['kind']): string | undefined {
  if (kind === 'text') return text
  if (kind === 'number')
    return /^[+-]?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? text.replace('+', '') : undefined
  const [, year, month, day] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:Z|[+-]\d{2}:\d{2}|T.{0,30})?$/.exec(text) ?? []
  return calendarDay(Number(year), Number(month), Number(day))
}

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
