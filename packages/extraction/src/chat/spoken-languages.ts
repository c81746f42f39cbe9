import { fold } from '../values/fold.ts'

/** The sets of words that a language has for questions. */
export type WordSet =
  /** Verbs for what is paid, which documents also state on its own. */
  | 'paying'
  /** Verbs for what something costs. */
  | 'charging'
  /** Words for what is to be paid. */
  | 'owing'
  /** Words that make of a payment what was not yet paid. */
  | 'remaining'
  /** Words that make of a payment what was paid before. */
  | 'already'
  | 'money'
  /** Words for the day on which a payment is due. */
  | 'due'
  | 'delivering'
  | 'total'
  /** Words for what has happened: it has its own date. */
  | 'past'
  /** Words for what has not happened, although a participle may follow. */
  | 'pending'
  /** The verb of a question without another one, with articles: `How much is the`. */
  | 'being'
  /** First words of a question for anything, and of a request: `Which`, `List`. */
  | 'asking'
  /** Verbs that say of something no more than that a document has it, or that somebody does something with it. */
  | 'auxiliaries'
  /** Words for how heavy something is. */
  | 'weighing'
  /** Verbs for what somebody is paid for their work. */
  | 'earning'
  /** Words that say only who does it, and that it is to be done; a word for `not` is never among them. */
  | 'fillers'

/**
 * The words of one language with which people ask what a document is about. A word of one language is often another
 * word of a second one: `hat` and `war` are German verbs and English things.
 */
export type SpokenLanguage = {
  /** First words of a question for an amount; the longest of each list come first. */
  readonly amountStarts: readonly (readonly string[])[]
  /** First words of a question for a day. */
  readonly dateStarts: readonly (readonly string[])[]
  /** First words of a question for anything. */
  readonly thingStarts: readonly (readonly string[])[]
  readonly capitalizesNouns: boolean
} & Readonly<Record<WordSet, ReadonlySet<string>>>

const toWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/).map(fold))
const toPhrases = (text: string): readonly (readonly string[])[] =>
  text.split(',').map((phrase) => phrase.trim().split(' '))

const english: SpokenLanguage = {
  amountStarts: toPhrases('how much, how high, how expensive'),
  dateStarts: toPhrases(
    'by when, until when, till when, from when, by what date, by which date, on what date, on which date, when',
  ),
  thingStarts: toPhrases('what'),
  paying: toWords('pay pays paid paying transfer transfers transferred'),
  charging: toWords('cost costs charge charges charged bill bills billed spend spends spent'),
  owing: toWords('owe owes owed owing due open outstanding unpaid payable'),
  remaining: toWords('still left remaining remains'),
  already: toWords('already'),
  money: toWords('money'),
  due: toWords('due money'),
  delivering: toWords(
    'deliver delivers delivered delivery arrive arrives ship ships shipped goods',
  ),
  total: toWords('total totally altogether overall all sum'),
  past: toWords('did was were paid'),
  pending: toWords('be must should will'),
  being: toWords('is are was were it that this the a an of from by'),
  asking: toWords(
    'what which whose how much many high who when where name list show give tell state find',
  ),
  auxiliaries: toWords(
    'is are was were do does did has have had can could will would should must need needs want wants get gets got',
  ),
  weighing: toWords('heavy weigh weighs weighed'),
  earning: toWords('earn earns earned'),
  fillers: toWords(
    'i we you he she they us me one do does did done have has had been being shall would can could need needs want wants get get got out gets its his their our my in at to for on with s them these those',
  ),
  capitalizesNouns: false,
}

const german: SpokenLanguage = {
  amountStarts: toPhrases('wie viel, wie hoch, wie teuer, wieviel'),
  dateStarts: toPhrases('bis wann, ab wann, bis zu welchem datum, an welchem tag, wann'),
  thingStarts: toPhrases('was'),
  paying: toWords(
    'zahlen zahle zahlt gezahlt zahlten bezahlen bezahle bezahlt bezahlten uberweisen uberweise uberwiesen',
  ),
  charging: toWords('kosten kostet gekostet kostete ausgegeben ausgeben verlangt berechnet'),
  owing: toWords('schulde schulden schuldet offen fallig ausstehend'),
  remaining: toWords('noch ubrig'),
  already: toWords('schon bereits'),
  money: toWords('geld'),
  due: toWords('fallig geld'),
  delivering: toWords('liefern liefert geliefert ankommen ware'),
  total: toWords('insgesamt gesamt gesamtsumme zusammen'),
  past: toWords('gezahlt bezahlt wurde'),
  pending: toWords('werden wird muss mussen soll sollen'),
  being: toWords('ist sind war waren es das die der den dem des ein eine einer von vom'),
  asking: toWords(
    'was welche welcher welches welchen welchem wie viel viele hoch lautet lauten heisst wer wann wo nenne nenn zeige zeig liste gib',
  ),
  auxiliaries: toWords(
    'ist sind war waren hat haben hatte wird werden wurde wurden muss mussen soll sollen braucht brauchen bekommt bekam lautet lauten',
  ),
  weighing: toWords('schwer wiegt wog'),
  earning: toWords('verdient verdiene verdienen'),
  fillers: toWords(
    'ich wir man du ihr sie er uns unser unsere haben habe hat worden sein bekommen bekommt einen an bei beim fur zu zum im in mit auf',
  ),
  capitalizesNouns: true,
}

const french: SpokenLanguage = {
  amountStarts: toPhrases('combien'),
  dateStarts: toPhrases('jusqu a quand, pour quand, a quelle date, avant quelle date, quand'),
  thingStarts: toPhrases('qu est ce que, que, qu'),
  paying: toWords('payer paye payee payes payons paie paient regler regle virer'),
  charging: toWords('coute coutent coutait couter depense depenser'),
  owing: toWords('dois doit devons doivent'),
  remaining: toWords('encore reste restent rester restant'),
  already: toWords('deja'),
  money: toWords('argent'),
  due: toWords('exigible echeance argent'),
  delivering: toWords('livrer livre livree livres'),
  total: toWords('total ensemble tout'),
  past: toWords('paye payee payes fut'),
  pending: toWords('etre faut'),
  being: toWords('est sont etait c ce le la les l un une de d du des'),
  asking: toWords(
    'que quel quelle quels quelles qui combien quand ou liste donne montre nomme indique',
  ),
  auxiliaries: toWords('est sont etait a ont avait doit doivent peut touche sera seront'),
  weighing: toWords('lourd lourde pese'),
  earning: toWords('gagne gagner'),
  fillers: toWords(
    'j je on nous vous il elle ils t avons avez ai a ont ete au aux chez par pour en y',
  ),
  capitalizesNouns: false,
}

const spanish: SpokenLanguage = {
  amountStarts: toPhrases('cuanto'),
  dateStarts: toPhrases('hasta cuando, para cuando, en que fecha, cuando'),
  thingStarts: toPhrases('que'),
  paying: toWords('pagar pagado pagamos pagan pagaron pago'),
  charging: toWords('cuesta cuestan costo costado costaron gastado gastamos cobra cobran'),
  owing: toWords('debemos debo debe deben pendiente'),
  remaining: toWords('queda falta aun todavia'),
  already: toWords('ya'),
  money: toWords('dinero'),
  due: toWords('vence vencimiento dinero'),
  delivering: toWords('entregar entrega entregado'),
  total: toWords('total todo'),
  past: toWords('pagado pagaron fue'),
  pending: toWords('ser hay tenemos'),
  being: toWords('es son fue era el la los las un una de del'),
  asking: toWords(
    'que cual cuales quien cuanto cuanta cuantos cuantas cuando donde lista muestra dame nombra indica',
  ),
  auxiliaries: toWords('es son fue era tiene tienen hay ha han debe deben puede'),
  weighing: toWords('pesado pesa peso'),
  earning: toWords('gana ganar cobra'),
  fillers: toWords('nosotros nos que hemos he ha han a al en por para con se'),
  capitalizesNouns: false,
}

const italian: SpokenLanguage = {
  amountStarts: toPhrases('quanto'),
  dateStarts: toPhrases('entro quando, entro quale data, in che data, quando'),
  thingStarts: toPhrases('che cosa, che, cosa'),
  paying: toWords('pagare pagato pagati paghiamo'),
  charging: toWords('costa costano costato speso'),
  owing: toWords('dobbiamo devo deve'),
  remaining: toWords('resta rimane ancora'),
  already: toWords('gia'),
  money: toWords('soldi'),
  due: toWords('scade scadenza soldi'),
  delivering: toWords('consegnare consegna consegnato'),
  total: toWords('totale tutto'),
  past: toWords('pagato pagati'),
  pending: toWords('essere bisogna'),
  being: toWords('e sono era il lo la i gli le l un una di d del dello della dell dei degli delle'),
  asking: toWords(
    'che quale quali chi quanto quanta quanti quante quando dove elenca mostra dammi nomina indica qual',
  ),
  auxiliaries: toWords('e sono era ha hanno deve devono puo riceve'),
  weighing: toWords('pesante pesa'),
  earning: toWords('guadagna'),
  fillers: toWords(
    'abbiamo ho ha hanno stato stati a ad al alla all da dal dalla in per con ci si',
  ),
  capitalizesNouns: false,
}

const dutch: SpokenLanguage = {
  amountStarts: toPhrases('hoeveel'),
  dateStarts: toPhrases('tot wanneer, voor wanneer, op welke datum, wanneer'),
  thingStarts: toPhrases('wat'),
  paying: toWords('betalen betaal betaalt betaald betaalde overmaken'),
  charging: toWords('kost kosten kostte gekost uitgegeven'),
  owing: toWords('open openstaand verschuldigd schuldig'),
  remaining: toWords('nog'),
  already: toWords('al reeds'),
  money: toWords('geld'),
  due: toWords('vervalt verschuldigd geld'),
  delivering: toWords('leveren levert geleverd bezorgd'),
  total: toWords('totaal'),
  past: toWords('betaald betaalde'),
  pending: toWords('moeten moet worden wordt'),
  being: toWords('is zijn was waren het de een van'),
  asking: toWords('wat welk welke wie hoeveel hoe hoog wanneer waar noem toon geef'),
  auxiliaries: toWords('is zijn was waren heeft hebben had moet moeten wordt worden krijgt'),
  weighing: toWords('zwaar weegt woog'),
  earning: toWords('verdient verdienen'),
  fillers: toWords('wij we ik men je hebben heb heeft aan bij voor in te met ons'),
  capitalizesNouns: false,
}

const portuguese: SpokenLanguage = {
  amountStarts: toPhrases('quanto'),
  dateStarts: toPhrases('ate quando, quando'),
  thingStarts: toPhrases('o que, que'),
  paying: toWords('pagar pagou pagamos pago paguei'),
  charging: toWords('custa custam custou gastamos'),
  owing: toWords('devemos devo deve'),
  remaining: toWords('ainda falta'),
  already: toWords('ja'),
  money: toWords('dinheiro'),
  due: toWords('vence vencimento dinheiro'),
  delivering: toWords('entregar entrega entregue'),
  total: toWords('total tudo'),
  past: toWords('pago pagou foi'),
  pending: toWords('ser temos'),
  being: toWords('e sao foi era o a os as um uma de do da dos das'),
  asking: toWords(
    'que qual quais quem quanto quanta quantos quantas quando onde liste mostre diga',
  ),
  auxiliaries: toWords('e sao foi era tem ha deve devem pode recebe'),
  weighing: toWords('pesado pesa'),
  earning: toWords('ganha'),
  fillers: toWords('nos que ha tem ao em no na por para com'),
  capitalizesNouns: false,
}

export const spokenLanguages: readonly SpokenLanguage[] = [
  english,
  german,
  french,
  spanish,
  italian,
  dutch,
  portuguese,
]

/** Whether a word is a verb of paying, owing, delivering or having in any language, and so no name. */
export const isSpokenVerb = (word: string): boolean =>
  spokenLanguages.some((language) =>
    [
      language.paying,
      language.charging,
      language.owing,
      language.delivering,
      language.auxiliaries,
      language.earning,
    ].some((set) => set.has(word)),
  )

/** Whether a text asks what something costs. */
export const asksCost = (words: readonly string[]): boolean =>
  spokenLanguages.some((language) => words.some((word) => language.charging.has(word)))

/** Whether a word is a verb of paying, which is not meant as a word for what is paid. */
export const isPayingVerb = (word: string): boolean =>
  spokenLanguages.some((language) => language.paying.has(word))

/** Participles and labels that say that a payment was made, beside those of `paying`. */
const paidWords = toWords(
  `received settled erhalten beglichen uberwiesen transferred verse versee regle reglee acquitte abonado versato saldato ricevuto
  voldaan ontvangen recebido auszahlung zahltag betaaldatum`,
)
const paidLabels =
  /(?<!\p{L})(?:pay date|payment date|date of payment|date de paiement|fecha de pago|data (?:di |do )?pagamento)(?!\p{L})/u

/** Whether words say that something was paid. */
export const saysPaid = (words: readonly string[]): boolean =>
  paidLabels.test(words.join(' ')) ||
  words.some(
    (word) =>
      paidWords.has(word) ||
      spokenLanguages.some((language) => language.paying.has(word) && language.past.has(word)),
  )

/** Whether a question asks for the day on which something was paid, and not for the one by which it is to be. */
export const asksWhenPaid = (words: readonly string[]): boolean =>
  spokenLanguages.some((language) => {
    const says = (set: ReadonlySet<string>) => words.some((word) => set.has(word))
    const isForDay = language.dateStarts.some((start) =>
      start.every((word, index) => words[index] === word),
    )
    const isAboutPast = says(language.past) && !says(language.pending)
    return isForDay && says(language.paying) && isAboutPast && !says(language.due)
  })
