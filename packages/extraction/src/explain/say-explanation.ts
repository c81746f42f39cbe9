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
export function sayExplanation(explanation: Explanation): string {
  if ('missing' in explanation) return sayMissing(explanation.missing)
  const clauses = explanation.found.map(sayFound)
  const verb = /^(?:Derived|Concluded) /.test(clauses[0] ?? '') ? '' : 'Found '
  return `${verb}${clauses.join('; ').replaceAll('; Derived', '; derived')}.`
}

const besideLabel: Readonly<Record<LabelRelation, (label: string) => string>> = {
  'after-colon': (label) => `after the label ${label}`,
  inline: (label) => `after the label ${label}`,
  right: (label) => `to the right of the label ${label}`,
  'row-end': (label) => `at the end of the row ${label}`,
  below: (label) => `under the label ${label}`,
  'in-sentence': (label) => `in a sentence after ${label}`,
}

const nameSigns: Readonly<Record<NameSignal, (page: number) => string>> = {
  'legal-form': () => 'its legal form',
  'own-address': () => 'the document’s own web or e-mail address',
  'registered-office': () => 'standing over its registered office',
  top: (page) => `its place at the top of page ${page + 1}`,
  foot: (page) => `its place in the foot of page ${page + 1}`,
  repeated: () => 'being named twice',
}

const derivedFrom: Readonly<Record<DerivedBy, string>> = {
  'currency-sign': 'the currency sign ',
  'currency-name': 'the name of the currency ',
  'country-name': 'the name of the country ',
  'vat-id': 'the VAT id ',
  judgement: '',
}

function sayFound(by: ExplanationFinding): string {
  switch (by.kind) {
    case 'label':
      return sayLabel(by)
    case 'sum':
      return `by ${saySum(by.terms)} = ${sayAmount(by.whole.amount)} (${by.whole.name})`
    case 'checksum':
      return sayChecksum(by)
    case 'only':
      return `as the only ${by.what} ${by.bearing === undefined ? 'in the document' : `that bears the name ${quote(by.bearing)}`}`
    case 'letterhead':
      return `in the block at the head of page ${by.page + 1} that names who issued the document`
    case 'name':
      return `by ${listed(by.signs.map((sign) => nameSigns[sign](by.page)))}`
    case 'beside':
      return `with ${by.what} ${onPage(by.page)}`
    case 'most':
      return `beside ${by.count} of ${by.of} amounts with a currency`
    case 'derived':
      return `Derived from ${derivedFrom[by.by]}${quote(by.from)} ${onPage(by.page)}`
    case 'rows':
      return sayRows(by)
    case 'embedded':
      return `in data that the document carries, under ${by.source}`
    case 'layout':
      return `by a rule that held on ${by.documents} approved documents of this layout: ${by.rule}, ${onPage(by.page)}`
    case 'concluded':
      return `Concluded from ${by.from}`
  }
}

type Told<Kind extends ExplanationFinding['kind']> = Extract<
  ExplanationFinding,
  { readonly kind: Kind }
>

function sayLabel({ label, page, relation, isMeant }: Told<'label'>): string {
  const place = `${besideLabel[relation](quote(label))} ${onPage(page)}`
  return isMeant ? `${place}, which means what is asked` : place
}

const numbers: Readonly<Record<CheckedNumber, string>> = {
  iban: 'IBAN',
  'vat-id': 'VAT id',
  siren: 'SIREN',
}

function sayChecksum({ number, mended }: Told<'checksum'>): string {
  if (mended === undefined) return `the check digits of the ${numbers[number]} agree`
  return `printed as ${quote(mended)}, whose check digits agree once a confusable letter is mended`
}

function sayRows({ headings, page }: Told<'rows'>): string {
  if (headings.length === 0) return `in lines from page ${page + 1} on that are alike`
  return `in rows under the headings ${listed(headings.map(quote))} ${onPage(page)}`
}

function sayMissing(because: MissingReason): string {
  switch (because.kind) {
    case 'no-text':
      return 'The document has no text.'
    case 'no-label':
      return 'The document has no label of this kind.'
    case 'no-value':
      return `Nothing beside the label ${quote(because.label)} ${onPage(because.page)} can be such a value.`
    case 'unsure': {
      const label = because.label === undefined ? '' : ` beside ${quote(because.label)}`
      return `The likeliest, ${quote(because.value)}${label} ${onPage(because.page)}, is more likely something else.`
    }
    case 'contradiction':
      return `There are several, and nothing tells which is meant: ${listed(because.values.map(quote))}.`
    case 'wrong-checksum':
      return `${quote(because.value)} is no ${numbers[because.number]}: its check digits are wrong.`
    case 'said-absent':
      return `${quote(because.words)} ${onPage(because.page)} says that there is none.`
    case 'no-rows':
      return 'The document has no rows of such a list.'
    case 'made-up-placeholder':
      return 'The model made up a placeholder that stands for no value of the document.'
    case 'needs-model':
      return 'A value of this type needs a model.'
  }
}

const onPage = (page: number) => `on page ${page + 1}`

/** Maximum length of a quote, in characters. */
const longestQuote = 60

function quote(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim()
  return `“${plain.length > longestQuote ? `${plain.slice(0, longestQuote - 1)}…` : plain}”`
}

function listed(parts: readonly string[]): string {
  return parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}

function saySum(terms: readonly Term[]): string {
  const [first, ...rest] = terms.map(({ name, amount }, at) => {
    const sign = amount < 0 ? '−' : '+'
    const size = `${sayAmount(Math.abs(amount))} (${name})`
    return at === 0 ? `${amount < 0 ? '−' : ''}${size}` : `${sign} ${size}`
  })
  return [first, ...rest].join(' ')
}

/** Formats an amount with at least two decimals. */
const sayAmount = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
