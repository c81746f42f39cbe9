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

/** Words by what they name. */
type WordsByName = Readonly<Partial<Record<string, readonly string[]>>>

/** What business documents say in one language; README.md beside the files tells what each part is. */
export type LanguageWords = {
  readonly language: string
  readonly labels: WordsByName
  readonly weakLabels: WordsByName
  readonly asked: WordsByName
  readonly columns: WordsByName
  /** From January to December, each with its usual short forms. */
  readonly months: readonly (readonly string[])[]
  readonly legalForms: readonly string[]
  readonly legalFormsAsWritten: readonly string[]
  readonly paymentMethods: readonly string[]
  readonly currencies: WordsByName
  readonly papers: readonly string[]
  readonly paperKinds: readonly string[]
  /** Words of which one stands in the title of a paper: `Laboratory report`. */
  readonly titles: readonly string[]
  readonly ownNumbers: readonly string[]
  readonly receipts: readonly string[]
  readonly streets: readonly string[]
  readonly trades: readonly string[]
  readonly streetEnds: readonly string[]
  readonly tradingAs: readonly string[]
  readonly thanksTo: readonly string[]
  readonly registeredOffice: readonly string[]
  readonly careOf: readonly string[]
  /** Between the parties of a contract. */
  readonly partyJoining: readonly string[]
  /** What stands before a name on an envelope: `Herrn`. */
  readonly salutations: readonly string[]
  /** Before the year in which a company was founded. */
  readonly sinceWords: readonly string[]
  /** Before the day of a paper: `Nantes, le`. */
  readonly datedWords: readonly string[]
  readonly taxFree: readonly string[]
  readonly numberWords: readonly string[]
  readonly shortForms: Readonly<Partial<Record<string, string>>>
  readonly fillers: readonly string[]
  readonly joining: readonly string[]
  /** Between the first and the last day of a period. */
  readonly until: readonly string[]
  /** What the name of a bank has in it. */
  readonly bankWords: readonly string[]
  /** What a question says that names nothing in a document. */
  readonly questionWords: readonly string[]
  readonly prepositions: readonly string[]
  /** What a prompt begins with that tells to answer: `Extract`. */
  readonly orderWords: readonly string[]
  /** How questions speak of a name, a day and an amount without saying which. */
  readonly nameWords: readonly string[]
  readonly dateWords: readonly string[]
  readonly amountWords: readonly string[]
  /** How questions call who issued a document, who it is for, who the goods go to, and anybody else. */
  /** How questions and labels speak of the days on which somebody comes and goes. */
  readonly stayWords: readonly string[]
  /** How questions call a card, and the digits of its number that a receipt shows. */
  readonly cardWords: readonly string[]
  readonly digitWords: readonly string[]
  readonly sellerWords: readonly string[]
  readonly customerWords: readonly string[]
  readonly deliveryWords: readonly string[]
  readonly subjectWords: readonly string[]
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** English first: where two languages write a word alike, the order decides nothing else. */
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

type ListName = {
  [Name in keyof LanguageWords]: LanguageWords[Name] extends readonly string[] ? Name : never
}[keyof LanguageWords]

/** The words of one list in all languages, each once. */
export function wordsInAll(name: ListName): readonly string[] {
  return [...new Set(languages.flatMap((language) => language[name]))]
}

/** What one word list by names says of a name in all languages. */
export function namedInAll(
  part: 'labels' | 'weakLabels' | 'asked' | 'columns' | 'currencies',
  name: string,
): readonly string[] {
  return [...new Set(languages.flatMap((language) => language[part][name] ?? []))]
}
