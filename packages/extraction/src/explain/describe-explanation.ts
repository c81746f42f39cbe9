import type {
  CheckedNumber,
  DerivedBy,
  Explanation,
  ExplanationFinding,
  LabelRelation,
  MissingReason,
  NameSignal,
  Term,
} from '@recto/provider-spec/explanation'

/**
 * Returns one sentence that explains how a value was found, or why there is none. Pages are counted
 * from one.
 */
export function describeExplanation(explanation: Explanation): string {
  if ('missing' in explanation) return describeMissing(explanation.missing)
  const clauses = explanation.found.map(describeFinding)
  const verb = /^(?:Derived|Inferred|Seen) /.test(clauses[0] ?? '') ? '' : 'Found '
  return `${verb}${clauses.join('; ').replaceAll('; Derived', '; derived')}.`
}

/** Returns what a reader must know about a value that was not read as the model was asked to write it. */
export function describeWarning(explanation: Explanation): string | undefined {
  const isWarning =
    'missing' in explanation
      ? explanation.missing.kind === 'no-json'
      : explanation.found.some(({ kind }) => kind === 'broken-off')
  return isWarning ? describeExplanation(explanation) : undefined
}

const relationTexts: Readonly<Record<LabelRelation, (label: string) => string>> = {
  'after-colon': (label) => `after the label ${label}`,
  inline: (label) => `after the label ${label}`,
  right: (label) => `to the right of the label ${label}`,
  'row-end': (label) => `at the end of the row ${label}`,
  below: (label) => `below the label ${label}`,
  'in-sentence': (label) => `in a sentence after ${label}`,
}

const nameSignalTexts: Readonly<Record<NameSignal, (page: number) => string>> = {
  'legal-form': () => 'its legal form',
  'own-address': () => 'the document’s own web or email address',
  'registered-office': () => 'its position above the registered office',
  top: (page) => `its position at the top of page ${page + 1}`,
  foot: (page) => `its position at the bottom of page ${page + 1}`,
  repeated: () => 'being mentioned twice',
}

const derivedByTexts: Readonly<Record<DerivedBy, string>> = {
  'currency-sign': 'the currency sign ',
  'currency-name': 'the name of the currency ',
  'country-name': 'the name of the country ',
  'vat-id': 'the VAT ID ',
  judgement: '',
}

function describeFinding(finding: ExplanationFinding): string {
  switch (finding.kind) {
    case 'label':
      return describeLabel(finding)
    case 'sum':
      return `by ${describeSum(finding.terms)} = ${formatAmount(finding.whole.amount)} (${finding.whole.name})`
    case 'checksum':
      return describeChecksum(finding)
    case 'only':
      return `as the only ${finding.what} ${finding.bearing === undefined ? 'in the document' : `that contains the name ${quote(finding.bearing)}`}`
    case 'letterhead':
      return `in the block at the top of page ${finding.page + 1} that names the issuer of the document`
    case 'name':
      return `by ${joinList(finding.signs.map((sign) => nameSignalTexts[sign](finding.page)))}`
    case 'beside':
      return `near ${finding.what} ${toPageReference(finding.page)}`
    case 'most':
      return `next to ${finding.count} of ${finding.of} amounts with a currency`
    case 'derived':
      return `Derived from ${derivedByTexts[finding.by]}${quote(finding.from)} ${toPageReference(finding.page)}`
    case 'rows':
      return describeRows(finding)
    case 'scale':
      return `in the unit that ${quote(finding.words)} states ${toPageReference(finding.page)}`
    case 'embedded':
      return `in the embedded data of the document, under ${finding.source}`
    case 'layout':
      return `by a rule that was confirmed on ${finding.documents} approved documents with this layout: ${finding.rule}, ${toPageReference(finding.page)}`
    case 'broken-off':
      return 'in a reply that the model broke off, so values at its end may be missing'
    case 'seen':
      return 'Seen on the page by the model, but not found in the text that was read of it'
    case 'concluded':
      return `Inferred from ${finding.from}`
  }
}

type FindingOfKind<Kind extends ExplanationFinding['kind']> = Extract<
  ExplanationFinding,
  { readonly kind: Kind }
>

function describeLabel({ label, page, relation, isMeant }: FindingOfKind<'label'>): string {
  const place = `${relationTexts[relation](quote(label))} ${toPageReference(page)}`
  return isMeant ? `${place}, which has the meaning of the prompt` : place
}

const numberNames: Readonly<Record<CheckedNumber, string>> = {
  iban: 'IBAN',
  'vat-id': 'VAT ID',
  siren: 'SIREN',
}

function describeChecksum({ number, mended: printedText }: FindingOfKind<'checksum'>): string {
  if (printedText === undefined) return `the check digits of the ${numberNames[number]} are correct`
  return `printed as ${quote(printedText)}, whose check digits are correct after one misread character is replaced`
}

function describeRows({ headings, page }: FindingOfKind<'rows'>): string {
  if (headings.length === 0) return `in similar lines, starting on page ${page + 1}`
  return `in rows under the headings ${joinList(headings.map(quote))} ${toPageReference(page)}`
}

/** Maximum number of columns named in a sentence. */
const maxNames = 12

function describeMissing(reason: MissingReason): string {
  switch (reason.kind) {
    case 'no-text':
      return 'The document has no text.'
    case 'no-label':
      return 'The document has no matching label.'
    case 'no-value':
      return `There is no suitable value next to the label ${quote(reason.label)} ${toPageReference(reason.page)}.`
    case 'unsure': {
      const label = reason.label === undefined ? '' : ` next to ${quote(reason.label)}`
      return `The best match, ${quote(reason.value)}${label} ${toPageReference(reason.page)}, is probably not the requested value.`
    }
    case 'contradiction':
      return `There are several possible values, and it is unclear which one is meant: ${joinList(reason.values.map(quote))}.`
    case 'wrong-checksum':
      return `${quote(reason.value)} is not a valid ${numberNames[reason.number]}: its check digits are wrong.`
    case 'said-absent':
      return `${quote(reason.words)} ${toPageReference(reason.page)} indicates that there is no value.`
    case 'no-rows':
      return 'The document has no rows for this list.'
    case 'no-role':
      return `Nothing in the document shows who this is: ${quote(reason.role)}.`
    case 'other-columns':
      return `No table has ${reason.columns.length === 1 ? 'the column' : 'the columns'} ${joinList(reason.columns.slice(0, maxNames).map(quote))}; the table ${toPageReference(reason.page)} has ${joinList(reason.headings.slice(0, maxNames).map(quote))}.`
    case 'other-list':
      return `Nothing shows that the table ${toPageReference(reason.page)} with ${joinList(reason.headings.slice(0, maxNames).map(quote))} is the requested list.`
    case 'made-up-placeholder':
      return 'The model returned a placeholder that does not correspond to any value in the document.'
    case 'needs-model':
      return 'A value of this type requires a model.'
    case 'refused':
      return `The model did not answer: “${reason.words}”`
    case 'no-json':
      return `The model did not reply with JSON: “${reason.words}”`
    case 'left-out':
      return 'The model did not answer this question, although it was asked twice.'
  }
}

const toPageReference = (page: number) => `on page ${page + 1}`

/** Maximum length of a quote, in characters. */
const maxQuoteLength = 60

function quote(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim()
  return `“${plain.length > maxQuoteLength ? `${plain.slice(0, maxQuoteLength - 1)}…` : plain}”`
}

function joinList(parts: readonly string[]): string {
  return parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}

function describeSum(terms: readonly Term[]): string {
  const [first, ...rest] = terms.map(({ name, amount }, index) => {
    const sign = amount < 0 ? '−' : '+'
    const size = `${formatAmount(Math.abs(amount))} (${name})`
    return index === 0 ? `${amount < 0 ? '−' : ''}${size}` : `${sign} ${size}`
  })
  return [first, ...rest].join(' ')
}

/** Formats an amount with at least two decimals. */
const formatAmount = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
