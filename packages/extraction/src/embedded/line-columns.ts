import { isListType, type Question } from '@recto/provider-spec/answer'
import { askedPhraseOf, nameOfPhrase, phraseOf } from '../labels/phrases.ts'
import { spokenKey } from '../values/fold.ts'

/** A column that is asked for, and the business term of a line that it means. */
export type LineColumn = { readonly name: string; readonly term: string }

const article = 'BT-153'
const amount = 'BT-131'
const taxRate = 'BT-152'
const description = 'BT-154'

/** In which words columns of invoice lines are headed. */
const written: Readonly<Record<string, string>> = {
  'BT-126': 'position|pos|line|line number|line no|line id|position number|position no|zeile|ligne',
  [article]:
    'item|item name|product|product name|article|article name|name|goods|service|artikel|artikelbezeichnung|bezeichnung|produkt|article designation|designation|articulo|producto|articolo|prodotto|omschrijving|produto|towar',
  [description]:
    'description|item description|product description|article description|beschreibung|descripcion|descrizione|descricao|opis',
  'BT-155':
    'item code|article number|article no|article code|product code|product number|product no|sku|part number|seller item id|artikelnummer|artikel nr|art nr|code article|codigo|codice|artikelcode',
  'BT-157': 'gtin|ean|ean code|ean number|standard item id',
  'BT-129':
    'quantity|qty|menge|anzahl|stuckzahl|quantite|cantidad|quantita|aantal|hoeveelheid|quantidade|ilosc',
  'BT-130': 'unit|unit code|uom|unit of measure|einheit|unite|unidad|unita|eenheid|jednostka',
  'BT-146':
    'unit price|price|price per unit|net unit price|net price|item price|einzelpreis|stuckpreis|preis|prix unitaire|prix|precio unitario|precio|prezzo unitario|prezzo|stukprijs|prijs|preco unitario|cena jednostkowa',
  'BT-149':
    'price base|base quantity|price base quantity|preiseinheit|preisbasis|basismenge|quantite de base|base de prix|prijseenheid',
  [amount]:
    'net amount|line net amount|line total|line amount|amount|total|total price|item total|net total|line net total|betrag|gesamtpreis|gesamtbetrag|nettobetrag|gesamt|montant|montant ht|total ht|importe|importo|bedrag|totaal|valor|kwota',
  [taxRate]:
    'tax rate|vat rate|tax percent|vat percent|tax percentage|vat percentage|rate of tax|steuersatz|mwst satz|ust satz|taux tva|taux de tva|tipo iva|aliquota iva|btw tarief',
}

const terms: ReadonlyMap<string, string> = new Map(
  Object.entries(written).flatMap(([term, phrases]) =>
    phrases.split('|').map((phrase) => [nameOfPhrase(phraseOf(phrase)), term] as const),
  ),
)

/** What a tax is called; with a sign of per cent beside it, it is its rate. */
const taxes = new Set('tax vat mwst ust tva iva btw'.split(' '))

/** As it is written, and as a key is spoken: `MwSt` is one word, and `unitPrice` two. */
const phrasesOf = (column: string) => [
  phraseOf(column.replaceAll('_', ' ')),
  phraseOf(spokenKey(column)),
]

function termOf(column: string): string | undefined {
  const phrases = phrasesOf(column)
  if (column.includes('%'))
    return phrases.some((words) => words.every((word) => taxes.has(word))) ? taxRate : undefined
  return phrases.map((phrase) => terms.get(nameOfPhrase(phrase))).find((term) => term !== undefined)
}

/** Words in which people ask for all lines of an invoice, and for nothing beside. */
const harmless = new Set(
  `a the of all each every from this that for with and or to in as their its it please extract get list give return
   read find show table tables row rows line lines item items position positions product products service services
   column columns header headers field fields following include including invoice bill document credit note factur x
   rechnung positionen rechnungspositionen artikel lignes facture linea lineas factura json array object objects
   record records number`.split(/\s+/),
)

/**
 * The columns that a question for a list asks for, each with the term that it means. `undefined` where one of them means
 * none or two mean the same, where the question names no columns, or asks for something else than all lines.
 */
export function lineColumns(question: Question): readonly LineColumn[] | undefined {
  const { prompt, list } = question
  if (!isForWholeList(question)) return undefined
  const names = list && list.headers.length > 0 ? list.headers : namedIn(prompt)
  const columns = names.flatMap((name) => columnOf(name) ?? [])
  if (columns.length === 0 || columns.length < names.length) return undefined
  const said = new Set(names.flatMap((name) => [...askedPhraseOf(name), ...phrasesOf(name).flat()]))
  const isAll = askedPhraseOf(prompt).every((word) => said.has(word) || harmless.has(word))
  // Rows of amounts and rates alone may be those of the taxes.
  const isOfLines = columns.some(({ term }) => term !== amount && term !== taxRate)
  const hasArticle = columns.some(({ term }) => term === article)
  // Most invoices have one text for each line, whatever its column is called.
  const meant = columns.map(({ name, term }) => ({
    name,
    term: term === description && !hasArticle ? article : term,
  }))
  return isAll && isOfLines && new Set(meant.map(({ term }) => term)).size === meant.length
    ? meant
    : undefined
}

function columnOf(name: string): LineColumn | undefined {
  const term = termOf(name)
  return term === undefined ? undefined : { name, term }
}

function isForWholeList({ type, list }: Question): boolean {
  if (!isListType(type)) return false
  // A bound on the pages that are read is one of cost: data has all lines.
  return !list || (list.startPage <= 1 && list.endPage === 0)
}

/** Of `List all items: quantity, unit price and amount` what stands behind the colon. */
function namedIn(prompt: string): readonly string[] {
  const colon = prompt.indexOf(':')
  if (colon < 0) return []
  return prompt
    .slice(colon + 1)
    .split(/[,;\n]| and /)
    .map((name) => name.trim())
    .map((name) => (name.endsWith('.') ? name.slice(0, -1) : name))
    .filter((name) => name !== '')
}
