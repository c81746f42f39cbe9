/** A field of an e-invoice: the business term of EN 16931, and the path that leads to it. */
export type InvoicePath = {
  readonly term: string
  readonly kind: 'text' | 'number' | 'date'
  readonly path: string
}

/** `$currency` stands for the currency that the invoice is in. */
type PathDefinition = string

const terms = (definition: PathDefinition, prefix = ''): readonly InvoicePath[] =>
  definition
    .trim()
    .split('\n')
    .map((line) => {
      const [term = '', kind = '', path = ''] = line.trim().split(' ')
      return { term: `BT-${term}`, kind: kind as InvoicePath['kind'], path: prefix + path }
    })

const ublParty = (first: readonly number[], prefix: string): readonly InvoicePath[] => {
  const fields = [
    'PartyLegalEntity/RegistrationName',
    'PartyName/Name',
    'PartyIdentification/ID',
    'PartyLegalEntity/CompanyID',
    'PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID',
    'PostalAddress/StreetName',
    'PostalAddress/AdditionalStreetName',
    'PostalAddress/CityName',
    'PostalAddress/PostalZone',
    'PostalAddress/CountrySubentity',
    'PostalAddress/Country/IdentificationCode',
    'Contact/Name',
    'Contact/Telephone',
    'Contact/ElectronicMail',
  ]
  return fields.map((path, i) => ({
    term: `BT-${first[i]}`,
    kind: 'text',
    path: `${prefix}/Party/${path}`,
  }))
}

const sellerTerms = [27, 28, 29, 30, 31, 35, 36, 37, 38, 39, 40, 41, 42, 43]
const buyerTerms = [44, 45, 46, 47, 48, 50, 51, 52, 53, 54, 55, 56, 57, 58]

/** Paths in UBL 2.1 invoices and credit notes, as EN 16931-3-2 maps them. */
export const ublPaths: readonly InvoicePath[] = [
  ...terms(`
    1 text ID
    2 date IssueDate
    3 text InvoiceTypeCode
    3 text CreditNoteTypeCode
    5 text DocumentCurrencyCode
    9 date DueDate
    9 date PaymentMeans/PaymentDueDate
    10 text BuyerReference
    11 text ProjectReference/ID
    12 text ContractDocumentReference/ID
    13 text OrderReference/ID
    14 text OrderReference/SalesOrderID
    20 text PaymentTerms/Note
    22 text Note
    25 text BillingReference/InvoiceDocumentReference/ID
    32 text AccountingSupplierParty/Party/PartyTaxScheme[TaxScheme/ID=FC]/CompanyID
    59 text PayeeParty/PartyName/Name
    72 date Delivery/ActualDeliveryDate
    73 date InvoicePeriod/StartDate
    74 date InvoicePeriod/EndDate
    81 text PaymentMeans/PaymentMeansCode
    83 text PaymentMeans/PaymentID
    84 text PaymentMeans/PayeeFinancialAccount/ID
    85 text PaymentMeans/PayeeFinancialAccount/Name
    86 text PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID
    106 number LegalMonetaryTotal/LineExtensionAmount
    107 number LegalMonetaryTotal/AllowanceTotalAmount
    108 number LegalMonetaryTotal/ChargeTotalAmount
    109 number LegalMonetaryTotal/TaxExclusiveAmount
    110 number TaxTotal/TaxAmount[@currencyID=$currency]
    112 number LegalMonetaryTotal/TaxInclusiveAmount
    113 number LegalMonetaryTotal/PrepaidAmount
    114 number LegalMonetaryTotal/PayableRoundingAmount
    115 number LegalMonetaryTotal/PayableAmount`),
  ...ublParty(sellerTerms, 'AccountingSupplierParty'),
  ...ublParty(buyerTerms, 'AccountingCustomerParty'),
]

const ciiParty = (first: readonly number[], prefix: string): readonly InvoicePath[] => {
  const fields = [
    'Name',
    'SpecifiedLegalOrganization/TradingBusinessName',
    'ID',
    'SpecifiedLegalOrganization/ID',
    'SpecifiedTaxRegistration/ID[@schemeID=VA]',
    'PostalTradeAddress/LineOne',
    'PostalTradeAddress/LineTwo',
    'PostalTradeAddress/CityName',
    'PostalTradeAddress/PostcodeCode',
    'PostalTradeAddress/CountrySubDivisionName',
    'PostalTradeAddress/CountryID',
    'DefinedTradeContact/PersonName',
    'DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber',
    'DefinedTradeContact/EmailURIUniversalCommunication/URIID',
  ]
  return fields.map((path, i) => ({ term: `BT-${first[i]}`, kind: 'text', path: prefix + path }))
}

type CiiNames = {
  readonly document: string
  readonly transaction: string
  readonly agreement: string
  readonly delivery: string
  readonly settlement: string
  readonly sums: string
  /** Path of the day below an element for a point in time. */
  readonly day: string
}

function ciiPaths(names: CiiNames): readonly InvoicePath[] {
  const agreement = `${names.transaction}/${names.agreement}/`
  const delivery = `${names.transaction}/${names.delivery}/`
  const settlement = `${names.transaction}/${names.settlement}/`
  return [
    ...terms(
      `
      1 text ID
      2 date IssueDateTime${names.day}
      3 text TypeCode
      22 text IncludedNote/Content`,
      `${names.document}/`,
    ),
    ...terms(
      `
      10 text BuyerReference
      12 text ContractReferencedDocument/IssuerAssignedID
      13 text BuyerOrderReferencedDocument/IssuerAssignedID
      13 text BuyerOrderReferencedDocument/ID
      14 text SellerOrderReferencedDocument/IssuerAssignedID
      11 text SpecifiedProcuringProject/ID
      32 text SellerTradeParty/SpecifiedTaxRegistration/ID[@schemeID=FC]`,
      agreement,
    ),
    ...ciiParty(sellerTerms, `${agreement}SellerTradeParty/`),
    ...ciiParty(buyerTerms, `${agreement}BuyerTradeParty/`),
    ...terms(`72 date ActualDeliverySupplyChainEvent/OccurrenceDateTime${names.day}`, delivery),
    ...terms(
      `
      5 text InvoiceCurrencyCode
      9 date SpecifiedTradePaymentTerms/DueDateDateTime${names.day}
      20 text SpecifiedTradePaymentTerms/Description
      25 text InvoiceReferencedDocument/IssuerAssignedID
      59 text PayeeTradeParty/Name
      73 date BillingSpecifiedPeriod/StartDateTime${names.day}
      74 date BillingSpecifiedPeriod/EndDateTime${names.day}
      81 text SpecifiedTradeSettlementPaymentMeans/TypeCode
      83 text PaymentReference
      84 text SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID
      84 text SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/ProprietaryID
      85 text SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/AccountName
      86 text SpecifiedTradeSettlementPaymentMeans/PayeeSpecifiedCreditorFinancialInstitution/BICID
      106 number ${names.sums}/LineTotalAmount
      107 number ${names.sums}/AllowanceTotalAmount
      108 number ${names.sums}/ChargeTotalAmount
      109 number ${names.sums}/TaxBasisTotalAmount
      110 number ${names.sums}/TaxTotalAmount[@currencyID=$currency]
      112 number ${names.sums}/GrandTotalAmount
      113 number ${names.sums}/TotalPrepaidAmount
      114 number ${names.sums}/RoundingAmount
      115 number ${names.sums}/DuePayableAmount`,
      settlement,
    ),
  ]
}

/** Paths in the UN/CEFACT Cross Industry Invoice D16B, as EN 16931-3-3 maps them. */
export const ciiPathsOfNow = ciiPaths({
  document: 'ExchangedDocument',
  transaction: 'SupplyChainTradeTransaction',
  agreement: 'ApplicableHeaderTradeAgreement',
  delivery: 'ApplicableHeaderTradeDelivery',
  settlement: 'ApplicableHeaderTradeSettlement',
  sums: 'SpecifiedTradeSettlementHeaderMonetarySummation',
  day: '/DateTimeString',
})

const namesOfZugferd1 = {
  document: 'HeaderExchangedDocument',
  transaction: 'SpecifiedSupplyChainTradeTransaction',
  agreement: 'ApplicableSupplyChainTradeAgreement',
  delivery: 'ApplicableSupplyChainTradeDelivery',
  settlement: 'ApplicableSupplyChainTradeSettlement',
  sums: 'SpecifiedTradeSettlementMonetarySummation',
}

/** Paths in the draft of CII that ZUGFeRD 1.0 uses. */
export const ciiPathsOfZugferd1 = ciiPaths({ ...namesOfZugferd1, day: '/DateTimeString' })

/** Paths in the release candidate of ZUGFeRD 1.0, in which a point in time contains its day. */
export const ciiPathsOfZugferdDraft = ciiPaths({ ...namesOfZugferd1, day: '' })
