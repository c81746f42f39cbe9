/** The content of an e-invoice that a test writes. */
export type WrittenInvoice = {
  readonly number: string
  readonly date: string
  readonly due: string
  readonly currency: string
  readonly seller: string
  readonly sellerVat: string
  readonly sellerCity: string
  readonly buyer: string
  readonly buyerCity: string
  readonly order: string
  readonly iban: string
  readonly bic: string
  readonly reference: string
  readonly net: string
  readonly tax: string
  readonly total: string
  readonly lines?: readonly WrittenLine[]
}

export type WrittenLine = {
  readonly name: string
  readonly code: string
  readonly quantity: string
  readonly unit: string
  readonly price: string
  readonly amount: string
  readonly rate: string
  /** Number of pieces that the price covers. */
  readonly base?: string
  /** Unit of that number, if it differs from the unit of the quantity. */
  readonly baseUnit?: string
}

/** Lines that add up to the net amount of `invoiceOf(at)`. */
export function linesOf(index: number): readonly WrittenLine[] {
  const first = 2 * (1200 + index)
  const usual = { unit: 'C62', rate: '19.00' }
  const rest = 10_000 + index * 1373 - first
  return [
    {
      ...usual,
      name: `Oak board ${index}`,
      code: `OB-${index}`,
      quantity: '2',
      price: hundredths(1200 + index),
      amount: hundredths(first),
    },
    {
      ...usual,
      name: 'Assembly',
      code: 'AS-9',
      quantity: '1',
      price: hundredths(rest),
      amount: hundredths(rest),
      unit: 'HUR',
    },
  ]
}

const hundredths = (cents: number) => (cents / 100).toFixed(2)
const sellers = [
  'Nordwind Handels GmbH',
  'Atelier Lumière SARL',
  'Bakker & Zoon B.V.',
  'Officina Rossi S.r.l.',
]
const buyers = ['Contoso Europe AG', 'Müller & Söhne KG', 'Vega Consulting SA']
const ibans = [
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'IT60X0542811101000000123456',
]
const bics = ['COBADEFFXXX', 'PSSTFRPPPAR', 'ABNANL2A', 'BCITITMM']
const vatIds = ['DE123456789', 'FR40303265045', 'NL123456789B01', 'IT12345678901']
const cities = ['Hamburg', 'Lyon', 'Utrecht', 'Torino']

/** The invoice of that number: others have other values in every field. */
export function invoiceOf(index: number, changes: Partial<WrittenInvoice> = {}): WrittenInvoice {
  const net = 10_000 + index * 1373
  const tax = Math.round(net * 0.19)
  const day = (month: number) => `2026-0${month}-${String((index % 27) + 1).padStart(2, '0')}`
  return {
    number: `RE-2026-${1000 + index}`,
    date: day((index % 5) + 1),
    due: day((index % 5) + 2),
    currency: index % 6 === 5 ? 'CHF' : 'EUR',
    seller: sellers[index % 4] ?? '',
    sellerVat: vatIds[index % 4] ?? '',
    sellerCity: cities[index % 4] ?? '',
    buyer: buyers[index % 3] ?? '',
    buyerCity: ['Berlin', 'Wien', 'Genève'][index % 3] ?? '',
    order: `PO-${7000 + index}`,
    iban: ibans[index % 4] ?? '',
    bic: bics[index % 4] ?? '',
    reference: `INV ${9000 + index}`,
    net: hundredths(net),
    tax: hundredths(tax),
    total: hundredths(net + tax),
    ...changes,
  }
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Elements as `name(…)`, texts escaped. */
const element = (name: string, ...parts: readonly (string | { readonly xml: string })[]) => {
  const inner = parts
    .map((part) => (typeof part === 'string' ? escapeText(part) : part.xml))
    .join('')
  return { xml: `<${name}>${inner}</${name.split(' ')[0]}>` }
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const money = (currency: string) => ` currencyID="${currency}"`

const baseOf = ({ base, unit, baseUnit = unit }: WrittenLine, name: string) =>
  base === undefined ? [] : [element(`${name} unitCode="${baseUnit}"`, base)]

type UblOptions = { readonly customization?: string; readonly isCredit?: boolean }

/** Writes the invoice in the Universal Business Language. */
export function writeUbl(
  invoice: WrittenInvoice,
  { customization = 'urn:cen.eu:en16931:2017', isCredit = false }: UblOptions = {},
): Uint8Array {
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const currencyAmount = money(invoice.currency)
  const party = (name: string, city: string, vat?: string) =>
    element(
      'cac:Party',
      element('cac:PostalAddress', element('cbc:CityName', city)),
      ...(vat
        ? [
            element(
              'cac:PartyTaxScheme',
              element('cbc:CompanyID', vat),
              element('cac:TaxScheme', element('cbc:ID', 'VAT')),
            ),
          ]
        : []),
      element('cac:PartyLegalEntity', element('cbc:RegistrationName', name)),
    )
  const { xml } = element(
    `${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`,
    element('cbc:CustomizationID', customization),
    element('cbc:ID', invoice.number),
    element('cbc:IssueDate', invoice.date),
    ...(isCredit ? [] : [element('cbc:DueDate', invoice.due)]),
    element(`cbc:${root}TypeCode`, isCredit ? '381' : '380'),
    element('cbc:DocumentCurrencyCode', invoice.currency),
    element('cac:OrderReference', element('cbc:ID', invoice.order)),
    element(
      'cac:AccountingSupplierParty',
      party(invoice.seller, invoice.sellerCity, invoice.sellerVat),
    ),
    element('cac:AccountingCustomerParty', party(invoice.buyer, invoice.buyerCity)),
    element(
      'cac:PaymentMeans',
      element('cbc:PaymentMeansCode', '58'),
      ...(isCredit ? [element('cbc:PaymentDueDate', invoice.due)] : []),
      element('cbc:PaymentID', invoice.reference),
      element(
        'cac:PayeeFinancialAccount',
        element('cbc:ID', invoice.iban),
        element('cac:FinancialInstitutionBranch', element('cbc:ID', invoice.bic)),
      ),
    ),
    element('cac:TaxTotal', element(`cbc:TaxAmount${currencyAmount}`, invoice.tax)),
    element(
      'cac:LegalMonetaryTotal',
      element(`cbc:LineExtensionAmount${currencyAmount}`, invoice.net),
      element(`cbc:TaxExclusiveAmount${currencyAmount}`, invoice.net),
      element(`cbc:TaxInclusiveAmount${currencyAmount}`, invoice.total),
      element(`cbc:PayableAmount${currencyAmount}`, invoice.total),
    ),
    ...(invoice.lines ?? []).map((line, i) =>
      element(
        `cac:${root}Line`,
        element('cbc:ID', String(i + 1)),
        element(
          `cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity unitCode="${line.unit}"`,
          line.quantity,
        ),
        element(`cbc:LineExtensionAmount${currencyAmount}`, line.amount),
        element(
          'cac:Item',
          element('cbc:Name', line.name),
          element('cac:SellersItemIdentification', element('cbc:ID', line.code)),
          element('cac:ClassifiedTaxCategory', element('cbc:Percent', line.rate)),
        ),
        element(
          'cac:Price',
          element(`cbc:PriceAmount${currencyAmount}`, line.price),
          ...baseOf(line, 'cbc:BaseQuantity'),
        ),
      ),
    ),
  )
  return new Uint8Array(Buffer.from(head + xml))
}

type CiiOptions = { readonly guideline?: string; readonly isZugferd1?: boolean }

/** As a Cross Industry Invoice, of now or of the draft that ZUGFeRD 1.0 uses. */
export function writeCii(
  invoice: WrittenInvoice,
  { guideline = 'urn:cen.eu:en16931:2017', isZugferd1 = false }: CiiOptions = {},
): Uint8Array {
  const dateElement = (name: string, date: string) =>
    element(name, element('udt:DateTimeString format="102"', date.replaceAll('-', '')))
  const names = isZugferd1
    ? {
        root: 'CrossIndustryDocument',
        context: 'SpecifiedExchangedDocumentContext',
        document: 'HeaderExchangedDocument',
        transaction: 'SpecifiedSupplyChainTradeTransaction',
        header: 'ApplicableSupplyChain',
        order: 'ram:ID',
        sums: 'SpecifiedTradeSettlementMonetarySummation',
      }
    : {
        root: 'CrossIndustryInvoice',
        context: 'ExchangedDocumentContext',
        document: 'ExchangedDocument',
        transaction: 'SupplyChainTradeTransaction',
        header: 'ApplicableHeader',
        order: 'ram:IssuerAssignedID',
        sums: 'SpecifiedTradeSettlementHeaderMonetarySummation',
      }
  const { xml } = element(
    `rsm:${names.root} xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"`,
    element(
      `rsm:${names.context}`,
      element('ram:GuidelineSpecifiedDocumentContextParameter', element('ram:ID', guideline)),
    ),
    element(
      `rsm:${names.document}`,
      element('ram:ID', invoice.number),
      element('ram:TypeCode', '380'),
      dateElement('ram:IssueDateTime', invoice.date),
    ),
    element(
      `rsm:${names.transaction}`,
      ...(invoice.lines ?? []).map((line, i) => {
        const part = isZugferd1 ? 'ram:SpecifiedSupplyChainTrade' : 'ram:SpecifiedLineTrade'
        return element(
          'ram:IncludedSupplyChainTradeLineItem',
          element('ram:AssociatedDocumentLineDocument', element('ram:LineID', String(i + 1))),
          element(
            'ram:SpecifiedTradeProduct',
            element('ram:SellerAssignedID', line.code),
            element('ram:Name', line.name),
          ),
          element(
            `${part}Agreement`,
            element(
              'ram:NetPriceProductTradePrice',
              element('ram:ChargeAmount', line.price),
              ...baseOf(line, 'ram:BasisQuantity'),
            ),
          ),
          element(
            `${part}Delivery`,
            element(`ram:BilledQuantity unitCode="${line.unit}"`, line.quantity),
          ),
          element(
            `${part}Settlement`,
            element(
              'ram:ApplicableTradeTax',
              element(
                isZugferd1 ? 'ram:ApplicablePercent' : 'ram:RateApplicablePercent',
                line.rate,
              ),
            ),
            element(
              isZugferd1
                ? 'ram:SpecifiedTradeSettlementMonetarySummation'
                : 'ram:SpecifiedTradeSettlementLineMonetarySummation',
              element('ram:LineTotalAmount', line.amount),
            ),
          ),
        )
      }),
      element(
        `ram:${names.header}TradeAgreement`,
        element(
          'ram:SellerTradeParty',
          element('ram:Name', invoice.seller),
          element('ram:PostalTradeAddress', element('ram:CityName', invoice.sellerCity)),
          element(
            'ram:SpecifiedTaxRegistration',
            element('ram:ID schemeID="VA"', invoice.sellerVat),
          ),
        ),
        element(
          'ram:BuyerTradeParty',
          element('ram:Name', invoice.buyer),
          element('ram:PostalTradeAddress', element('ram:CityName', invoice.buyerCity)),
        ),
        element('ram:BuyerOrderReferencedDocument', element(names.order, invoice.order)),
      ),
      element(
        `ram:${names.header}TradeSettlement`,
        element('ram:PaymentReference', invoice.reference),
        element('ram:InvoiceCurrencyCode', invoice.currency),
        element(
          'ram:SpecifiedTradeSettlementPaymentMeans',
          element('ram:TypeCode', '58'),
          element('ram:PayeePartyCreditorFinancialAccount', element('ram:IBANID', invoice.iban)),
          element(
            'ram:PayeeSpecifiedCreditorFinancialInstitution',
            element('ram:BICID', invoice.bic),
          ),
        ),
        element('ram:SpecifiedTradePaymentTerms', dateElement('ram:DueDateDateTime', invoice.due)),
        element(
          `ram:${names.sums}`,
          element('ram:LineTotalAmount', invoice.net),
          element('ram:TaxBasisTotalAmount', invoice.net),
          element(`ram:TaxTotalAmount${money(invoice.currency)}`, invoice.tax),
          element('ram:GrandTotalAmount', invoice.total),
          element('ram:DuePayableAmount', invoice.total),
        ),
      ),
    ),
  )
  return new Uint8Array(Buffer.from(head + xml))
}
