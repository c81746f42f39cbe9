import { functionWords } from '../built-in/concepts/concept-vocabulary.ts'
import { fold, wordsOf } from '../values/fold.ts'

const toWords = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map(fold))

/** First words of a question for an amount. */
const amountStarts =
  /^(?:how much|how high|how expensive|wie ?viel|wie hoch|wie teuer|combien|cuanto|quanto|hoeveel)(?= |$)/
/** First words of a question for a day. */
const dateStarts =
  /^(?:(?:by|until|till|from) when|when|(?:bis |ab )?wann|quand|(?:hasta )?cuando|(?:entro )?quando|(?:tot )?wanneer|ate quando)(?= |$)/
/** First words of a question for a length of time. */
const durationStarts =
  /^(?:how long|wie lange?|combien de temps|cuanto tiempo|quanto tempo|hoe lang)(?= |$)/
/** First words of a question for a number of things. */
const countStarts =
  /^(?:how many|wie ?viele|combien de|cuant[ao]s|quant[aei]|quant[ao]s|hoeveel|number of|anzahl)(?= |$)/

const payWords = toWords(
  `pay paid pays paying payable payment spend spent cost costs charge charged charges bill billed price worth
  zahlen zahle zahlt gezahlt bezahlen bezahle bezahlt kosten kostet gekostet kostete ausgegeben ausgeben
  payer paye payee payons paie coute coutait couter depense depenser
  pagar pagado pagamos pagan pago cuesta costo costado gastado gastamos
  pagare pagato paghiamo costa costato speso
  betalen betaald betaal betaalde kost kostte gekost uitgegeven
  custa custou pagamos`,
)
/** Words for what was not yet paid. */
const remainingWords = toWords(
  `still left remaining remains owe owes owed owing open outstanding unpaid
  noch offen ubrig schulde schulden schuldet
  encore reste rester restant devons dois doit
  queda falta pendiente debemos debo aun todavia
  resta rimane ancora dobbiamo devo
  nog open openstaand verschuldigd
  ainda devemos`,
)
const dueWords = toWords(
  `due fallig exigible echeance vence vencimiento scade scadenza vervalt verschuldigd money geld argent dinero soldi`,
)
const deliverWords = toWords(
  `deliver delivers delivered delivery arrive arrives ship ships shipped
  liefern liefert geliefert ankommen
  livrer livre livree livres entregar entrega entregado consegnare consegna consegnato
  leveren levert geleverd bezorgd`,
)
const totalWords = toWords(
  'total totally altogether overall all sum insgesamt gesamt gesamtsumme ensemble tout todo tutto totaal totale',
)
/** Words that say only who does it, and that it is to be done. */
const fillers = toWords(
  `i we you he she they us me one do did does done have has had was were be been being is are it must should shall will would can could
  need needs want wants get gets got its in at to for on with s that this
  ich wir man du ihr sie er es mussen muss sollen soll haben habe hat war wird werden sein bekommen bekommt
  je j on nous vous il elle avons avez ai a ete est doit faut
  nosotros hay que tenemos hemos ha he fue
  abbiamo ho ha bisogna e stato
  wij we ik men hebben heb heeft moeten moet is was zijn worden`,
)
/** A verb that is not among these words was taken for a kind of document: `When did Acme order?` */
const auxiliaryVerbs = toWords('do does did')
/** `How much does Acme pay out?` is no question for what is paid to Acme. */
const reversals = toWords('out back')
/** Something that was paid or delivered has its own date. */
const pastWords = toWords(
  'did was were paid gezahlt bezahlt wurde paye payee fue pagado pagato betaald',
)

/** A question about a document, as the label of a field would say it. */
export type SpokenQuestion = { readonly prompt: string; readonly type: 'number' | 'date' }

/**
 * Says what a question asks for that people ask in verbs, and that names nothing but the document: `How much did we pay
 * Acme?` asks for the total of the document of Acme, `When does Acme want its money?` for its due date. Words are folded, without those for the document;
 * `undefined` where others remain that the question is about.
 */
export function readSpokenQuestion(words: readonly string[]): SpokenQuestion | undefined {
  const text = words.join(' ')
  const start = amountStarts.exec(text) ?? dateStarts.exec(text)
  const rest = text
    .slice(start?.[0].length ?? 0)
    .split(' ')
    .filter(Boolean)
  const says = (set: ReadonlySet<string>) => rest.some((word) => set.has(word))
  const sets = [payWords, remainingWords, dueWords, deliverWords, totalWords, fillers]
  if (says(reversals)) return undefined
  const isPlain = (word: string) => functionWords.has(word) || sets.some((set) => set.has(word))
  if (!rest.every((word) => isPlain(word) || /^(?:what|was|que|che|wat)$/.test(word)))
    return undefined
  if (start && dateStarts.test(start[0])) return readDate(says)
  if (start || says(payWords) || says(remainingWords)) return readAmount(says, start !== null)
  return undefined
}

type SaysWord = (words: ReadonlySet<string>) => boolean

function readDate(says: SaysWord): SpokenQuestion | undefined {
  if (says(deliverWords)) return { prompt: 'delivery date', type: 'date' }
  const isAboutPayment = [payWords, dueWords, remainingWords].some(says)
  if (!isAboutPayment) return says(auxiliaryVerbs) ? undefined : { prompt: 'date', type: 'date' }
  return says(pastWords) ? undefined : { prompt: 'due date', type: 'date' }
}

function readAmount(says: SaysWord, asksAmount: boolean): SpokenQuestion | undefined {
  // `How much is the total` is a label already.
  if (says(deliverWords) || (says(totalWords) && !says(payWords))) return undefined
  if (says(remainingWords) || (asksAmount && says(dueWords)))
    return { prompt: 'amount due', type: 'number' }
  return { prompt: 'total amount', type: 'number' }
}

/** Whether a question asks for a number of things. */
export const asksCount = (wording: string): boolean => countStarts.test(wordsOf(wording).join(' '))

/** Says a question for a length of time as a label would: `How long is the warranty?` asks for the warranty period. */
export function toPeriodQuestion(wording: string): string | undefined {
  const text = wordsOf(wording).join(' ')
  const start = durationStarts.exec(text)
  if (!start) return undefined
  const subject = text
    .slice(start[0].length)
    .split(' ')
    .filter((word) => word !== '' && !functionWords.has(word) && !fillers.has(word))
  return subject.length > 0 ? `${subject.join(' ')} period` : undefined
}
