import cs from './languages/cs.json' with { type: 'json' }
import da from './languages/da.json' with { type: 'json' }
import de from './languages/de.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fi from './languages/fi.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import it from './languages/it.json' with { type: 'json' }
import nb from './languages/nb.json' with { type: 'json' }
import nl from './languages/nl.json' with { type: 'json' }
import pl from './languages/pl.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }
import sv from './languages/sv.json' with { type: 'json' }

/** Words by the name of the field, column or currency that they stand for. */
type WordsByName = Readonly<Partial<Record<string, readonly string[]>>>

/** The words of business documents in one language. */
export type LanguageWords = {
  readonly language: string
  /**
   * Labels of a field: `"due-date": ["Fällig am"]`. `labels/business-fields.ts` lists the fields.
   */
  readonly labels: WordsByName
  /** Labels that may also mean something else, such as the word for an invoice alone. */
  readonly weakLabels: WordsByName
  /** Words with which people ask for a field, in addition to its labels. */
  readonly asked: WordsByName
  /** Headings of the columns of a list. */
  readonly columns: WordsByName
  /** Names of the months from January to December, each with its usual short forms. */
  readonly months: readonly (readonly string[])[]
  /** Endings of company names that occur nowhere else, in any case. */
  readonly legalForms: readonly string[]
  /**
   * The same for forms that are also words: written like this, or in capitals if they have three
   * letters or more.
   */
  readonly legalFormsAsWritten: readonly string[]
  readonly paymentMethods: readonly string[]
  /** Currencies in words, by their ISO 4217 codes. */
  readonly currencies: WordsByName
  /** Words for a kind of document in a heading. */
  readonly papers: readonly string[]
  /** Words before those of `papers`. */
  readonly paperKinds: readonly string[]
  /** Words that the title of a document contains: `Laboratory report`. */
  readonly titles: readonly string[]
  /** Labels of the issuer's own numbers. */
  readonly ownNumbers: readonly string[]
  /** Titles of receipts. */
  readonly receipts: readonly string[]
  /** Words at the beginning of a line that names a street. */
  readonly streets: readonly string[]
  /** Words in the names of shops for what they are or sell: `Bakery`. */
  readonly trades: readonly string[]
  /** Endings of street names: `Road`. */
  readonly streetEnds: readonly string[]
  /** Words at the beginning of a line that names a brand, a group or a former name. */
  readonly tradingAs: readonly string[]
  /** Words before the name of a shop that thanks or greets. */
  readonly thanksTo: readonly string[]
  /** Words at the beginning of a line that names the registered office of a company. */
  readonly registeredOffice: readonly string[]
  /** Words before the person who receives a letter for another. */
  readonly careOf: readonly string[]
  /** Words between the names of the parties to a contract. */
  readonly partyJoining: readonly string[]
  /** Words before the role that a contract gives to a party: `hereinafter`. */
  readonly definingWords: readonly string[]
  /** Words before the name of the person who signs a letter: `Yours sincerely`. */
  readonly closings: readonly string[]
  /** Words before the name of the reader of a letter: `Dear`. */
  readonly openings: readonly string[]
  /** Forms of address before a name on an envelope: `Herrn`. */
  readonly salutations: readonly string[]
  /** Words before the year in which a company was founded. */
  readonly sinceWords: readonly string[]
  /** Words before the date of a document: `Nantes, le`. */
  readonly datedWords: readonly string[]
  /** Sentences and words that say that a document has no tax. */
  readonly taxFree: readonly string[]
  /** Words for a number, such as `No`. */
  readonly numberWords: readonly string[]
  /** Spellings of a word, each with the one that is compared instead: `"amt": "amount"`. */
  readonly shortForms: Readonly<Partial<Record<string, string>>>
  /** Words that add nothing to a label. */
  readonly fillers: readonly string[]
  /** Words inside of names. */
  readonly joining: readonly string[]
  /** Words between the first and the last day of a period. */
  readonly until: readonly string[]
  /** Words in the names of banks. */
  readonly bankWords: readonly string[]
  /** Words of a question that do not name anything in a document. */
  readonly questionWords: readonly string[]
  readonly prepositions: readonly string[]
  /** Imperatives that a prompt begins with: `Extract`. */
  readonly orderWords: readonly string[]
  /** Words with which questions ask for a name, a date or an amount without saying which one. */
  readonly nameWords: readonly string[]
  readonly dateWords: readonly string[]
  readonly amountWords: readonly string[]
  /** Words with which questions and labels refer to arrival and departure. */
  readonly stayWords: readonly string[]
  /**
   * Words with which questions refer to a card, and to the digits of its number that a receipt
   * shows.
   */
  readonly cardWords: readonly string[]
  readonly digitWords: readonly string[]
  /** Words with which questions refer to the issuer, the customer, the recipient of the goods and any other party. */
  readonly sellerWords: readonly string[]
  readonly customerWords: readonly string[]
  readonly deliveryWords: readonly string[]
  readonly subjectWords: readonly string[]
  /**
   * Phrases of questions, by the word that they stand for: `addressed to` for the customer, `tax
   * included` for a gross amount.
   */
  readonly clauses: WordsByName
  /** Words of questions for parties that only some documents have: `landlord`. */
  readonly roles: WordsByName
  /** Beginnings of words that show that a document has such a party, in its title or in a name. */
  readonly roleSigns: WordsByName
  /** Words between the things that a list question asks for and their columns: `with`. */
  readonly withWords: readonly string[]
  /** Words that announce the columns of a list. */
  readonly columnWords: readonly string[]
  /** Words for a list and its rows, which do not say what the list is of. */
  readonly listWords: readonly string[]
  /** Words that restrict a list to some of its rows: `only`. */
  readonly onlyWords: readonly string[]
  /** Words for the lines of an invoice or order, and for the entries of an account. */
  readonly itemWords: readonly string[]
  readonly transactionWords: readonly string[]
  /** Words at the beginning of a row that sums up others or carries a balance. */
  readonly rowTotals: readonly string[]
  /** Words that state the unit of all amounts below them: `in thousands`. */
  readonly scales: readonly string[]
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** English comes first. The order only matters where two languages write a word alike. */
export const languages: readonly LanguageWords[] = [
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  cs,
  sv,
  da,
  nb,
  fi,
]

/** Names of the lists without keys. */
export type WordListName = {
  [Name in keyof LanguageWords]: LanguageWords[Name] extends readonly string[] ? Name : never
}[keyof LanguageWords]

/** The words of one list in all languages, without duplicates. */
export function wordsInAllLanguages(list: WordListName): readonly string[] {
  return [...new Set(languages.flatMap((language) => language[list]))]
}

/** The words that a list holds under a name in all languages, without duplicates. */
export function namedWordsInAllLanguages(
  list: 'labels' | 'weakLabels' | 'asked' | 'columns' | 'currencies' | 'clauses',
  name: string,
): readonly string[] {
  return [...new Set(languages.flatMap((language) => language[list][name] ?? []))]
}
