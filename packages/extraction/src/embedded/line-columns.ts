import { isListType, type Question } from '@recto/provider-spec/answer'
import { toPhrase, toPhraseKey, toQuestionPhrase } from '../labels/phrases.ts'
import { keyToWords } from '../values/fold.ts'

/** Requested column, with the business term of a line that it means. */
export type LineColumn = { readonly name: string; readonly term: string }

const article = 'BT-153'
const amount = 'BT-131'
const taxRate = 'BT-152'
const description = 'BT-154'

/** Column names of invoice lines, by business term. */
const phrasesByTerm: Readonly<Record<string, string>> = {
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

const termByPhrase: ReadonlyMap<string, string> = new Map(
  Object.entries(phrasesByTerm).flatMap(([term, phrases]) =>
    phrases.split('|').map((phrase) => [toPhraseKey(toPhrase(phrase)), term] as const),
  ),
)

/** Names of taxes; followed by a percent sign they mean the tax rate. */
const taxes = new Set('tax vat mwst ust tva iva btw'.split(' '))

/**
 * Returns the column name as it is written and split as a key: `MwSt` is one word, and `unitPrice`
 * two.
 */
const toPhrases = (column: string) => [
  toPhrase(column.replaceAll('_', ' ')),
  toPhrase(keyToWords(column)),
]

function findTerm(column: string): string | undefined {
  const phrases = toPhrases(column)
  if (column.includes('%'))
    return phrases.some((words) => words.every((word) => taxes.has(word))) ? taxRate : undefined
  return phrases
    .map((phrase) => termByPhrase.get(toPhraseKey(phrase)))
    .find((term) => term !== undefined)
}

/** Words that ask for all lines of an invoice and for nothing else. */
const neutralWords = new Set(
  `a the of all each every from this that for with and or to in as their its it please extract get list give return
   read find show table tables row rows line lines item items position positions product products service services
   column columns header headers field fields following include including invoice bill document credit note factur x
   rechnung positionen rechnungspositionen artikel lignes facture linea lineas factura json array object objects
   record records number`.split(/\s+/),
)

/**
 * Returns the columns that a list question asks for, each with its business term. `undefined` when
 * a column has no term, two columns have the same term, or the question names no columns or asks
 * for anything but all lines.
 */
export function findLineColumns(question: Question): readonly LineColumn[] | undefined {
  const { prompt, list } = question
  if (!isForWholeList(question)) return undefined
  const names = list && list.headers.length > 0 ? list.headers : readColumnNames(prompt)
  const columns = names.flatMap((name) => toColumn(name) ?? [])
  if (columns.length === 0 || columns.length < names.length) return undefined
  const nameWords = new Set(
    names.flatMap((name) => [...toQuestionPhrase(name), ...toPhrases(name).flat()]),
  )
  const isForAllLines = toQuestionPhrase(prompt).every(
    (word) => nameWords.has(word) || neutralWords.has(word),
  )
  // Rows with only amounts and rates may be tax rows.
  const hasLineColumn = columns.some(({ term }) => term !== amount && term !== taxRate)
  const hasArticle = columns.some(({ term }) => term === article)
  // Most invoices have one text per line, whatever its column is called.
  const resolvedColumns = columns.map(({ name, term }) => ({
    name,
    term: term === description && !hasArticle ? article : term,
  }))
  return isForAllLines &&
    hasLineColumn &&
    new Set(resolvedColumns.map(({ term }) => term)).size === resolvedColumns.length
    ? resolvedColumns
    : undefined
}

function toColumn(name: string): LineColumn | undefined {
  const term = findTerm(name)
  return term === undefined ? undefined : { name, term }
}

function isForWholeList({ type, list }: Question): boolean {
  if (!isListType(type)) return false
  // A page limit only reduces cost, and data contains all lines.
  return !list || (list.startPage <= 1 && list.endPage === 0)
}

/** Returns the text after the colon in `List all items: quantity, unit price and amount`. */
function readColumnNames(prompt: string): readonly string[] {
  const colon = prompt.indexOf(':')
  if (colon < 0) return []
  return prompt
    .slice(colon + 1)
    .split(/[,;\n]| and /)
    .map((name) => name.trim())
    .map((name) => (name.endsWith('.') ? name.slice(0, -1) : name))
    .filter((name) => name !== '')
}
