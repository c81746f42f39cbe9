import { omitUndefined } from '@recto/omit-undefined'
import { customerWords, sellerWords } from '../built-in/question-words.ts'
import { type BusinessFieldName, businessFields } from '../labels/business-fields.ts'
import { toPhrase } from '../labels/phrases.ts'
import type { Meaning, MeaningDefinition, TradingRole } from './meaning.ts'
import { signatureMeanings } from './signature-meanings.ts'

/** Words for seller and buyer, in all languages. */
export const roleWords: Readonly<Record<TradingRole, ReadonlySet<string>>> = {
  seller: sellerWords,
  buyer: customerWords,
}

/** Adds words for included tax to phrases of an amount: `total, tax included`. */
const addTaxPhrases = (amounts: string) =>
  amounts
    .split('|')
    .flatMap((amount) =>
      [
        'tax included',
        'vat included',
        'including tax',
        'including vat',
        'incl tax',
        'incl vat',
      ].map((words) => `${amount} ${words}`),
    )
    .join('|')

const duePhrases =
  'amount due|total due|total amount due|due amount|payable|amount payable|total payable|payable amount|balance due|amount to pay|total to pay|outstanding amount|open amount|zahlbetrag|zu zahlen|zu zahlender betrag|net a payer|montant a payer|total a payer|te betalen|totaal te betalen|totale da pagare|netto a pagare|total a pagar'

const createPartyMeanings = (
  role: TradingRole,
  terms: readonly string[],
  needsRole: boolean,
): readonly MeaningDefinition[] => {
  const [
    name = '',
    trading = '',
    vat = '',
    street = '',
    city = '',
    zip = '',
    country = '',
    contact = '',
    phone = '',
    email = '',
    company = '',
  ] = terms
  const roleFields = omitUndefined({ role, needsRole: needsRole ? true : undefined })
  return [
    {
      terms: [name, trading],
      kind: 'text',
      role,
      needsRole: true,
      phrases: 'name|full name|legal name|business name|company name|party name',
    },
    {
      terms: [vat],
      kind: 'text',
      field: 'vat-id',
      ...roleFields,
      phrases:
        'vat id|vat number|vat no|vat identification number|vat registration number|ust id|ust idnr|ustid|umsatzsteuer id|numero tva|tva intracommunautaire|btw nummer|partita iva',
    },
    {
      terms: [street],
      kind: 'text',
      field: 'street',
      phrases: 'street|street address|strasse|rue|straat|address line',
      ...roleFields,
    },
    {
      terms: [city],
      kind: 'text',
      field: 'city',
      phrases: 'city|town|stadt|ort|ville|plaats|citta|ciudad',
      ...roleFields,
    },
    {
      terms: [zip],
      kind: 'text',
      field: 'postcode',
      phrases: 'postcode|post code|postal code|zip|zip code|plz|postleitzahl|code postal',
      ...roleFields,
    },
    {
      terms: [country],
      kind: 'text',
      phrases: 'country code|iso country code|country iso code',
      ...roleFields,
    },
    {
      terms: [contact],
      kind: 'text',
      field: 'contact-person',
      phrases: 'contact|contact person|contact name|ansprechpartner',
      ...roleFields,
    },
    {
      terms: [phone],
      kind: 'text',
      field: 'phone',
      phrases: 'phone|phone number|telephone|telephone number|tel|telefon',
      ...roleFields,
    },
    {
      terms: [email],
      kind: 'text',
      field: 'email',
      phrases: 'email|e mail|email address|e mail address|mail',
      ...roleFields,
    },
    {
      terms: [company],
      kind: 'text',
      field: 'company-number',
      ...roleFields,
      phrases:
        'company number|registration number|company registration number|register number|handelsregisternummer',
    },
  ]
}

/** Meanings of machine-readable zones. */
const zoneMeanings: readonly MeaningDefinition[] = [
  {
    terms: ['mrz:surname'],
    kind: 'text',
    phrases: 'surname|last name|family name|nachname|apellidos|cognome',
  },
  {
    terms: ['mrz:given-names'],
    kind: 'text',
    phrases: 'given names|given name|first name|first names|forename|vorname|prenom',
  },
  {
    terms: ['mrz:document-number'],
    kind: 'text',
    phrases: 'passport number|id card number|identity card number|card number|passnummer',
  },
  {
    terms: ['mrz:nationality'],
    kind: 'text',
    phrases: 'nationality|citizenship|nationality code|staatsangehorigkeit',
  },
  {
    terms: ['mrz:issuing-state'],
    kind: 'text',
    phrases: 'issuing state|issuing country|country of issue',
  },
  {
    terms: ['mrz:date-of-birth'],
    kind: 'date',
    phrases: 'date of birth|birth date|dob|birthday|geburtsdatum|date de naissance',
  },
  { terms: ['mrz:sex'], kind: 'text', phrases: 'sex|gender|geschlecht|sexe' },
  { terms: ['mrz:personal-number'], kind: 'text', phrases: 'personal number|national id number' },
]

/** Meanings of email headers. */
const mailMeanings: readonly MeaningDefinition[] = [
  {
    terms: ['mail:from-address'],
    kind: 'text',
    phrases: 'sender email|sender address|sender email address',
  },
  {
    terms: ['mail:from'],
    kind: 'text',
    phrases: 'sender|sent by|absender|expediteur|afzender|mittente|remitente',
  },
  {
    terms: ['mail:subject'],
    kind: 'text',
    phrases: 'subject|subject line|betreff|objet|onderwerp|oggetto|asunto',
  },
  {
    terms: ['mail:date'],
    kind: 'date',
    phrases: 'date sent|sent date|date of mail|mail date|email date|sent on',
  },
  { terms: ['mail:to'], kind: 'text', phrases: 'mail recipients|email recipients|sent to' },
]

/** Meanings of barcodes and QR codes. */
const codeMeanings: readonly MeaningDefinition[] = [
  {
    terms: ['code:text'],
    kind: 'text',
    phrases: 'qr code|barcode|bar code|qr code content|barcode content|barcode number',
  },
  { terms: ['gs1:01'], kind: 'text', phrases: 'gtin|gtin number|article gtin' },
  { terms: ['gs1:00'], kind: 'text', phrases: 'sscc|sscc number' },
  {
    terms: ['gs1:10'],
    kind: 'text',
    phrases: 'batch number|lot number|batch|lot|charge|chargennummer',
  },
  { terms: ['gs1:21'], kind: 'text', phrases: 'serial number|seriennummer' },
  {
    terms: ['gs1:17', 'mrz:expiry-date'],
    kind: 'date',
    phrases: 'expiry date|expiration date|date of expiry|expiry|verfallsdatum',
  },
  {
    terms: ['gs1:15'],
    kind: 'date',
    phrases: 'best before date|best before|mindesthaltbarkeitsdatum',
  },
  { terms: ['gs1:11'], kind: 'date', phrases: 'production date|date of production' },
]

const bt = (...numbers: readonly number[]) => numbers.map((number) => `BT-${number}`)

/** Meanings by EN 16931 terms and by codes, in the order in which they are tried. */
const meaningDefinitions: readonly MeaningDefinition[] = [
  { terms: bt(1), kind: 'text', field: 'invoice-number', phrases: 'number|id|credit note number' },
  { terms: bt(2), kind: 'date', field: 'date' },
  { terms: bt(9), kind: 'date', field: 'due-date' },
  { terms: bt(72), kind: 'date', field: 'delivery-date' },
  { terms: bt(73), kind: 'date', field: 'period-start' },
  { terms: bt(74), kind: 'date', field: 'period-end' },
  {
    terms: bt(115, 112),
    kind: 'number',
    field: 'balance-due',
    phrases: `${duePhrases}|${addTaxPhrases('pay|total pay|amount pay|due|total due|amount due|payable')}`,
  },
  {
    terms: bt(112, 115),
    kind: 'number',
    field: 'total',
    phrases: addTaxPhrases('total|amount|total amount|invoice amount|sum'),
  },
  { terms: bt(109), kind: 'number', field: 'net' },
  { terms: bt(110), kind: 'number', field: 'tax' },
  {
    terms: bt(113),
    kind: 'number',
    field: 'amount-paid',
    phrases: 'prepaid|prepaid amount|already paid',
  },
  { terms: bt(114), kind: 'number', field: 'rounding' },
  {
    terms: bt(107),
    kind: 'number',
    phrases: 'total discount|discount total|total allowance|allowance total',
  },
  { terms: bt(108), kind: 'number', phrases: 'total charge|charge total|total surcharge' },
  { terms: bt(5), kind: 'text', field: 'currency', phrases: 'invoice currency|currency code' },
  { terms: bt(13), kind: 'text', field: 'order-number' },
  {
    terms: bt(12),
    kind: 'text',
    phrases: 'contract|contract number|contract reference|vertragsnummer',
  },
  { terms: bt(11), kind: 'text', phrases: 'project|project number|project reference' },
  { terms: bt(10), kind: 'text', phrases: 'buyer reference|leitweg id|customer reference' },
  {
    terms: bt(25),
    kind: 'text',
    phrases:
      'preceding invoice|preceding invoice number|original invoice number|corrected invoice number',
  },
  { terms: bt(83), kind: 'text', field: 'payment-reference' },
  { terms: bt(20), kind: 'text', field: 'payment-terms' },
  { terms: bt(84), kind: 'text', field: 'iban', phrases: 'bank account iban|creditor iban' },
  { terms: bt(84), kind: 'text', field: 'account-number' },
  { terms: bt(86), kind: 'text', field: 'bic' },
  {
    terms: bt(85),
    kind: 'text',
    phrases: 'account holder|account name|kontoinhaber|titulaire compte',
  },
  { terms: bt(59), kind: 'text', phrases: 'payee|payee name|payeeparty|payeeparty name' },
  {
    terms: bt(46),
    kind: 'text',
    phrases:
      'customer number|customer id|customer code|client number|client id|buyer id|kundennummer|numero client|klantnummer|codice cliente',
  },
  { terms: bt(27, 59), kind: 'text', field: 'seller-name', role: 'seller' },
  { terms: bt(44), kind: 'text', field: 'customer-name', role: 'buyer' },
  ...codeMeanings,
  ...zoneMeanings,
  ...mailMeanings,
  ...signatureMeanings,
  {
    terms: bt(32, 31),
    kind: 'text',
    role: 'seller',
    field: 'tax-number',
    phrases: 'tax id|tax number|tax identification number|fiscal number',
  },
  ...createPartyMeanings('seller', bt(27, 28, 31, 35, 37, 38, 40, 41, 42, 43, 30), false),
  ...createPartyMeanings('buyer', bt(44, 45, 48, 50, 52, 53, 55, 56, 57, 58, 47), true),
]

const findBusinessField = (name: BusinessFieldName) =>
  businessFields.find((field) => field.name === name)

export const meanings: readonly Meaning[] = meaningDefinitions.map(({ phrases, ...meaning }) => {
  const businessField = meaning.field && findBusinessField(meaning.field)
  return {
    ...meaning,
    phrases: [
      ...(phrases ? phrases.split('|').map(toPhrase) : []),
      ...(businessField?.questionPhrases ?? []),
    ],
  }
})
