import { phrasesOf } from './phrases.ts'

/** What a value must look like to answer a question about the field. */
export type FieldKind =
  | 'identifier'
  | 'date'
  | 'amount'
  | 'text'
  | 'vat-id'
  | 'iban'
  | 'bic'
  | 'email'
  | 'phone'
  | 'website'
  | 'currency'
  | 'currency-symbol'
  | 'incoterm'
  | 'address'
  | 'siren'

type Phrases = readonly (readonly string[])[]

/** A field that business documents of many kinds carry, with the words for it in several languages. */
export type BusinessField = {
  readonly name: BusinessFieldName
  readonly kind: FieldKind
  /** How people ask for it, beside the words of its labels. */
  readonly asked: Phrases
  /** How documents label it. */
  readonly labels: Phrases
  /** Labels that may mean something else too. */
  readonly weakLabels: Phrases
}

type Written = {
  readonly kind: FieldKind
  readonly asked?: string
  readonly labels: string
  readonly weak?: string
}

const written = {
  'invoice-number': {
    kind: 'identifier',
    asked: 'invoice|bill number|receipt number|document number',
    labels:
      'invoice no|invoice ref|invoice reference|tax invoice no|inv no|bill no|receipt no|document no|credit note no|rechnungsnummer|rechnungsnr|rechnungs nr|rechnung nr|belegnummer|belegnr|beleg nr|facture no|facture numero|numero facture|factuurnummer|factuurnr|factuur nr|fattura no|numero fattura|fattura numero|factura no|numero factura|fatura no|numero fatura',
    weak: 'invoice|tax invoice|receipt|rechnung|facture|factuur|fattura|factura|fatura',
  },
  date: {
    kind: 'date',
    asked: 'document date|date of document|billing date|date',
    labels:
      'invoice date|date of invoice|date invoice|bill date|receipt date|issue date|date of issue|date issued|issued on|issued|tax point|rechnungsdatum|rechnungs datum|belegdatum|ausstellungsdatum|datum rechnung|date de facture|date facture|date de facturation|date d emission|factuurdatum|factuur datum|data fattura|data emissione|data emissao|fecha factura|fecha de emision|fecha de expedicion|data fatura|date|datum|fecha|data',
    weak: 'date time|dated',
  },
  'due-date': {
    kind: 'date',
    asked: 'date due|payment date due|deadline',
    labels:
      'due date|payment due|payment due date|due on|due by|pay by|payable by|please pay by|zahlungsziel|fallig|fallig am|falligkeit|falligkeitsdatum|zahlbar bis|zahlbar bis zum|echeance|date echeance|date limite de paiement|a regler avant|vervaldatum|vervaldag|uiterste betaaldatum|te betalen voor|scadenza|data scadenza|vencimiento|fecha vencimiento|vencimento|data vencimento',
    weak: 'due',
  },
  'order-date': {
    kind: 'date',
    labels:
      'order date|date of order|bestelldatum|auftragsdatum|orderdatum|besteldatum|date commande|date de commande|fecha pedido|data ordine|data pedido|data encomenda',
  },
  'delivery-date': {
    kind: 'date',
    asked: 'date delivered|date shipped',
    labels:
      'delivery date|date of delivery|ship date|shipping date|lieferdatum|leistungsdatum|date livraison|date de livraison|leverdatum|data consegna|fecha entrega|data entrega',
  },
  'period-start': {
    kind: 'date',
    asked: 'date start|period start|period from|service start|billing period start|date from',
    labels: 'start date|period start|period from|service from|valid from|von|vom',
    weak: 'from',
  },
  'period-end': {
    kind: 'date',
    asked: 'date end|period end|period to|service end|billing period end|date to',
    labels: 'end date|period end|period to|service to|valid until|valid to|bis',
    weak: 'until',
  },
  period: {
    kind: 'text',
    labels:
      'period|billing period|service period|statement period|leistungszeitraum|abrechnungszeitraum|zeitraum|periode|periode de facturation|periodo|periodo de facturacion',
  },
  total: {
    kind: 'amount',
    asked:
      'amount|sum|price total|gross|amount including tax|amount including vat|total price|amount total|invoice amount|including taxes',
    labels:
      'total|total amount|grand total|amount due|total amount due|total due|total payable|amount payable|total to pay|amount to pay|balance due|invoice total|total invoice|gross total|gross amount|total incl vat|total incl tax|total incl gst|total amount incl gst|total amount incl vat|total amount payable|total sales incl gst|total rounded|rounded total|amount be paid|gesamtbetrag|gesamt|gesamtsumme|rechnungsbetrag|rechnungssumme|endbetrag|bruttobetrag|gesamt brutto|brutto|zahlbetrag|zu zahlen|zu zahlender betrag|summe|total ttc|montant ttc|net a payer|montant total|montant a payer|total a payer|totaal|totaalbedrag|totaal incl btw|totaal te betalen|te betalen|te voldoen|totale|totale fattura|totale documento|importo totale|totale da pagare|netto a pagare|importe total|total factura|total a pagar|valor total|montante total|total geral',
    weak: 'amount|betrag|montant|bedrag|importo|importe|valor|balance',
  },
  net: {
    kind: 'amount',
    asked:
      'amount untaxed|untaxed amount|net|amount net|amount before tax|total before tax|amount excluding tax|amount excluding vat|amount without tax|taxable amount|excluding taxes',
    labels:
      'subtotal|sub total|net amount|net total|total net|total excl vat|total excl tax|total excl gst|total sales excl gst|total before tax|excl vat|taxable amount|taxable value|nettobetrag|netto|nettosumme|summe netto|gesamt netto|zwischensumme|total ht|montant ht|total hors taxes|total net ht|base ht|subtotaal|exclusief btw|excl btw|totaal excl btw|totaal exclusief btw|bedrag excl btw|imponibile|totale imponibile|base imponible|ohne mwst|ohne ust|hors tva|sans tva|zonder btw|senza iva|sin iva|sem iva|subtotal sin iva|base tributavel|incidencia',
  },
  tax: {
    kind: 'amount',
    asked: 'amount tax|tax amount|total tax|vat total|taxes|sales tax|amount vat',
    labels:
      'tax|vat|gst|hst|sales tax|tax amount|vat amount|gst amount|total tax|total vat|total gst|mwst|mwst betrag|ust|umsatzsteuer|mehrwertsteuer|zzgl mwst|zzgl ust|tva|montant tva|total tva|btw|btw bedrag|totaal btw|iva|importe iva|totale iva|imposta|cuota iva',
  },
  'amount-paid': {
    kind: 'amount',
    asked: 'paid|payment amount',
    labels:
      'amount paid|paid|payment received|payments|bezahlt|deja paye|acompte|betaald|pagato|pagado|pago|cash|cash tendered|tendered|amount tendered|cash received|received|visa|mastercard|credit card|debit card|card|gegeben|bar|ec karte|especes|carte bancaire|recu|contant|contanti|efectivo|dinheiro|gotowka|karta',
  },
  change: {
    kind: 'amount',
    asked: 'cash back|money back',
    labels:
      'change|change due|cash change|your change|ruckgeld|wechselgeld|zuruck|rendu|monnaie|monnaie rendue|wisselgeld|terug|resto|vuelto|troco|reszta',
  },
  quantity: {
    kind: 'amount',
    asked: 'quantity|number of items',
    labels:
      'quantity|total quantity|items|total items|total quantity tender|no of items|units|hours|total hours|menge|anzahl|aantal|quantite|cantidad|quantita',
  },
  rounding: {
    kind: 'amount',
    labels: 'rounding|rounding adjustment|rounding adj|rundung|arrondi|afronding',
  },
  'seller-name': {
    kind: 'text',
    asked:
      'issuer|issuer name|company|company name|merchant|merchant name|store|store name|partner name|business name|biller|invoice issuer|shop|partner',
    labels:
      'supplier|supplier name|vendor|vendor name|seller|seller name|issued by|service provider|sold by|account holder|account name|beneficiary|fournisseur|emetteur|vendeur|titulaire compte|titulaire|lieferant|verkaufer|rechnungssteller|kontoinhaber|leverancier|rekeninghouder|fornitore|intestatario|proveedor|emisor|titular|fornecedor',
  },
  'customer-name': {
    kind: 'text',
    asked: 'buyer name|recipient|bill to name',
    labels:
      'bill to|billed to|invoice to|sold to|customer|customer name|client|client name|buyer|guest name|guest|recipient|kunde|kundenname|rechnung an|rechnungsempfanger|adresse facturation|destinataire|klant|klantnaam|cliente|nome cliente|nombre cliente|facturar a|destinatario',
  },
  'customer-number': {
    kind: 'identifier',
    asked: 'customer code|client code|account',
    labels:
      'customer no|customer account|client no|account no|kundennummer|kundennr|kunden nr|numero client|no client|code client|client numero|klantnummer|klantnr|klant nr|codice cliente|numero cliente|cliente no|codigo cliente',
  },
  'order-number': {
    kind: 'identifier',
    asked: 'purchase order|customer order number|order',
    labels:
      'order no|order reference|purchase order|purchase order no|po|po no|your order|your order no|sales order no|bestellnummer|bestellnr|bestell nr|auftragsnummer|auftragsnr|auftrags nr|ordernummer|bestelnummer|numero commande|no commande|commande numero|commande no|numero ordine|ordine no|numero pedido|pedido no|pedido numero|encomenda no',
  },
  'payment-reference': {
    kind: 'identifier',
    asked: 'payment ref',
    labels:
      'payment reference|payment communication|communication payment|communication|remittance reference|verwendungszweck|zahlungsreferenz|reference paiement|reference de paiement|betalingskenmerk|mededeling|gestructureerde mededeling|causale pagamento|referencia pago|concepto pago|referencia pagamento',
  },
  'payment-method': {
    kind: 'text',
    asked: 'method of payment|mode of payment',
    labels:
      'payment method|payment mode|payment type|means of payment|zahlungsart|zahlungsform|zahlungsweise|zahlungsmethode|mode reglement|mode de reglement|moyen de paiement|mode paiement|betaalwijze|betaalmethode|modalita pagamento|metodo pagamento|forma pago|metodo pago|forma pagamento|metodo pagamento',
    weak: 'paid by|paid with|paid through',
  },
  'payment-terms': {
    kind: 'text',
    labels:
      'payment terms|terms|terms of payment|zahlungsbedingungen|zahlungskonditionen|conditions paiement|conditions de reglement|betalingstermijn|betalingsvoorwaarden|termini pagamento|condizioni pagamento|condiciones pago|condicoes pagamento',
  },
  'vat-id': {
    kind: 'vat-id',
    asked: 'tax number|vat',
    labels:
      'vat|vat no|vat id|vat reg no|vat registration|vat registration no|tax id|tax no|tax registration no|gst no|gst id|gst reg no|abn|ust id|ustid|ust idnr|ust idno|ustidnr|ust id nr|umsatzsteuer id|steuer nr|steuernummer|uid|uid nr|tva|no tva|tva intracommunautaire|numero tva|tva intra|btw|btw nr|btw nummer|btw id|partita iva|p iva|piva|cif|nif|nif cif|numero iva|nipc|contribuinte',
  },
  'company-number': {
    kind: 'identifier',
    asked: 'coc|chamber of commerce number|trade register number|company registration',
    labels:
      'company no|company reg no|company registration no|registration no|registered no|reg no|chamber of commerce|chamber of commerce no|kvk|kvk no|kvk nummer|hrb|hra|handelsregister|handelsregisternummer|registergericht|rcs|r c s|registro mercantil|rea|crn|co reg no',
  },
  siren: { kind: 'siren', labels: 'siren|no siren|numero siren' },
  iban: {
    kind: 'iban',
    asked: 'bank account|bank account number',
    labels:
      'iban|iban no|bank account|bank account no|bankverbindung|konto|rekeningnummer|compte bancaire|conto corrente|cuenta bancaria',
  },
  bic: {
    kind: 'bic',
    labels: 'bic|swift|bic swift|swift bic|swift code|bic code|code bic|codice bic',
  },
  email: {
    kind: 'email',
    asked: 'e mail address|email address|contact email',
    labels: 'email|e mail|mail|courriel|correo electronico|posta elettronica',
  },
  phone: {
    kind: 'phone',
    asked: 'phone|telephone number|contact number',
    labels:
      'phone|phone no|telephone|tel|tel no|call|telefon|fon|telephone no|telefoon|telefono|telefone|tfno|tlf',
  },
  mobile: {
    kind: 'phone',
    labels: 'mobile|mobile no|mobile phone|cell|handy|mobil|portable|gsm|cellulare|movil|telemovel',
  },
  fax: { kind: 'phone', labels: 'fax|telefax|fax no' },
  website: {
    kind: 'website',
    asked: 'url|web address|homepage',
    labels: 'website|web|www|internet|im internet|site web|sito web|sitio web',
  },
  currency: {
    kind: 'currency',
    asked: 'currency code|iso currency',
    labels: 'currency|wahrung|devise|monnaie|valuta|moneda|divisa|moeda',
  },
  'currency-symbol': { kind: 'currency-symbol', labels: 'currency symbol|currency sign' },
  incoterm: {
    kind: 'incoterm',
    labels: 'incoterm|incoterms|delivery terms|lieferbedingung|lieferbedingungen',
  },
  address: {
    kind: 'address',
    asked:
      'address|full address|postal address|company address|store address|shop address|issuer address',
    labels: 'address|adresse|anschrift|direccion|domicilio|indirizzo|endereco|morada|adres|adresas',
  },
  street: {
    kind: 'address',
    asked: 'street address|address line',
    labels: 'street|street address|strasse',
  },
  city: { kind: 'address', asked: 'town', labels: 'city|stadt|ort|ville|stad|citta|ciudad|cidade' },
  postcode: {
    kind: 'address',
    asked: 'zip|postal',
    labels: 'zip|zip code|postal code|postcode|plz|postleitzahl|code postal|cap|codigo postal',
  },
  state: { kind: 'address', asked: 'state code|state', labels: 'state|province|bundesland' },
  country: {
    kind: 'address',
    asked: 'country code|country',
    labels: 'country|land|pays|paese|pais',
  },
} as const satisfies Readonly<Record<string, Written>>

export type BusinessFieldName = keyof typeof written

export const businessFields: readonly BusinessField[] = Object.entries(written).map(
  ([name, field]: [string, Written]) => ({
    name: name as BusinessFieldName,
    kind: field.kind,
    asked: phrasesOf(field.asked === undefined ? field.labels : `${field.asked}|${field.labels}`),
    labels: phrasesOf(field.labels),
    weakLabels: field.weak === undefined ? [] : phrasesOf(field.weak),
  }),
)
