import type { MissingReason } from '@recto/provider-spec/explanation'
import type { Passage } from '../../align/passage.ts'
import { toPhrase } from '../../labels/phrases.ts'
import { fold } from '../../values/fold.ts'
import { parseBoolean } from '../../values/parse-boolean.ts'
import { getClassifiedWords, isParty, isSameWord, scoreCloseness } from '../classify-words.ts'
import { addReasons, type MissingAnswer, toDerivedFinding } from '../explanations.ts'
import type { FieldQuestion } from '../field-question.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type Finding, toFinding } from '../read-typed-value.ts'
import { getOptionGroups } from './get-option-groups.ts'
import type { Option, OptionGroup } from './option-group.ts'

/** A heading with less in common with the question is about something else. */
const minCloseness = 0.7
const maxValues = 3

/**
 * Answers from the check boxes of a form: by the ticked one below or beside the words of the question, or by the box before
 * a statement that has these words. Which options there are says nothing, so where none is ticked, or several are, there is
 * no value.
 */
export function answerByOptions(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): Finding | MissingAnswer | undefined {
  const { type } = fieldQuestion.question
  if (type !== 'boolean' && type !== 'text') return undefined
  const groups = getOptionGroups(preparedDocument)
  if (groups.length === 0) return undefined
  return (
    (type === 'boolean' ? answerByStatement(groups, fieldQuestion) : undefined) ??
    answerByHeading(groups, fieldQuestion)
  )
}

/** Finds the only box whose own words are those of the question: `[X] I agree to the terms`. */
function answerByStatement(
  groups: readonly OptionGroup[],
  fieldQuestion: FieldQuestion,
): Finding | MissingAnswer | undefined {
  const options = groups
    .flatMap((group) => listStatements(group).map((option) => ({ option, heading: group.heading })))
    .filter(({ option, heading }) => names(option, heading, fieldQuestion))
    .map(({ option }) => option)
  const [option] = options
  if (!option) return undefined
  if (options.length > 1) return { missing: toContradiction(options) }
  if (!isNegated(option)) return toDerivedFinding(option.passage, option.isTicked, 'judgement')
  return option.isTicked ? toDerivedFinding(option.passage, false, 'judgement') : undefined
}

/** Options other than yes and no. In some languages a statement begins with “no”: `Non voglio`. */
function listStatements({ options }: OptionGroup): readonly Option[] {
  const hasYes = options.some((option) => readYesOrNo(option) === true)
  return options.filter((option) => {
    const value = readYesOrNo(option)
    return value === undefined || (value === false && !hasYes && option.label.words.length > 1)
  })
}

/**
 * Words of all supported languages that negate a statement, without accents. Left out are those that are
 * something else in another language, and words for “without”: one agrees without reservation.
 */
const negations: ReadonlySet<string> = new Set(
  `not cannot dont doesnt wont no non never none nobody nothing neither nor
  nicht kein keine keinen keiner keinem keines nie niemals niemand nichts weder
  pas ne jamais aucun aucune rien
  nunca jamas ningun ninguno ninguna nada tampoco
  nessun nessuno nessuna niente nulla
  nao nem nenhum nenhuma ninguem
  niet geen nooit niets niemand
  ikke ikkje ingen intet inga inget inte ej aldrig aldri
  ei emme eivat
  nikt zaden zadna zadne zadnej zadnego zadnych nigdy
  nikdy zadny zadnou nic`.split(/\s+/),
)

/** Negations that are a part of a word: `don't`, `n'accepte`, and Czech verbs. */
const negatedWord =
  /n't$|^n'|^ne(?:souhlas|chc|chte|prej|jsem|jsme|mam|pozad|zada|prijim|potreb|bud|dav|povol|udel|odeb|zasil|posil|kour)/

/** In Finnish “en” negates the verb after it, and in other languages it is the word for “in”, “and” or “a”. */
const finnishNegation =
  /(?:^| )(?:en (?:halua|hyvaksy|suostu|ole|tarvitse|osallistu|salli|anna|aio|voi|tilaa|tupakoi|kayta)|ala (?:laheta|soita|ota|luovuta|kayta))(?: |$)/

const apostrophes = /[’‘ʼ´`＇]/g

/** Whether an option says that something is not so: `I do not agree`. */
function isNegated({ label }: Option): boolean {
  const words = fold(label.text.replace(apostrophes, "'"))
    .split(/[^\p{L}']+/u)
    .filter((word) => word !== '')
  return (
    words.some((word) => negations.has(word) || negatedWord.test(word)) ||
    finnishNegation.test(words.join(' '))
  )
}

/** Whether an option, with what it is a part of, has all words of the question that say what is meant. */
function names(
  { label }: Option,
  heading: Passage | undefined,
  { phrases }: FieldQuestion,
): boolean {
  const own = wordsOf(label)
  const all = heading ? [...own, ...wordsOf(heading)] : own
  return phrases.some((phrase) => {
    const required = getClassifiedWords(phrase).specific.filter((word) => !isParty(word))
    const isIn = (words: readonly string[], word: string) =>
      words.some((one) => isSameWord(one, word))
    return (
      required.length > 0 &&
      required.some((word) => isIn(own, word)) &&
      required.every((word) => isIn(all, word))
    )
  })
}

function answerByHeading(
  groups: readonly OptionGroup[],
  fieldQuestion: FieldQuestion,
): Finding | MissingAnswer | undefined {
  const { type } = fieldQuestion.question
  const scoredGroups = groups
    .map((group) => ({ group, score: scoreHeading(group, fieldQuestion) }))
    .filter(({ score }) => score >= minCloseness)
    .toSorted((a, b) => b.score - a.score)
  const [best, next] = scoredGroups
  if (!best?.group.heading) return undefined
  if (next && next.score === best.score) return undefined
  const { heading, options } = best.group
  const tickedOptions = options.filter(({ isTicked }) => isTicked)
  const [option] = tickedOptions
  if (!option) return { missing: { kind: 'no-value', label: heading.text, page: heading.page } }
  if (tickedOptions.length > 1) return { missing: toContradiction(tickedOptions) }
  return type === 'boolean' ? answerYesOrNo(option, options) : answerWithLabel(option, heading)
}

function answerYesOrNo(option: Option, options: readonly Option[]): Finding | undefined {
  const value = readYesOrNo(option)
  const isOnly = options.length === 1 && option.label.words.length === 0
  if (value === undefined && !isOnly) return undefined
  return toDerivedFinding(option.passage, value ?? true, 'judgement')
}

function answerWithLabel({ label }: Option, heading: Passage): Finding | undefined {
  if (label.words.length === 0) return undefined
  const relation = heading.box[3] <= label.box[1] ? 'below' : 'right'
  return addReasons(toFinding(label, label.text, label.text), {
    kind: 'label',
    label: heading.text,
    page: heading.page,
    relation,
  })
}

function scoreHeading({ heading }: OptionGroup, { phrases, question }: FieldQuestion): number {
  if (!heading) return 0
  const words = getClassifiedWords(wordsOf(heading))
  return Math.max(
    0,
    ...phrases.map((phrase) => scoreCloseness(words, getClassifiedWords(phrase), question.type)),
  )
}

const readYesOrNo = ({ label }: Option): boolean | undefined =>
  parseBoolean(label.text.split(' ')[0] ?? '')

const phrasesOfPassage = new WeakMap<Passage, readonly string[]>()

function wordsOf(passage: Passage): readonly string[] {
  const cachedWords = phrasesOfPassage.get(passage)
  if (cachedWords) return cachedWords
  const words = toPhrase(passage.text)
  phrasesOfPassage.set(passage, words)
  return words
}

function toContradiction(options: readonly Option[]): MissingReason {
  const values = options.map(({ label, passage }) => label.text || passage.text)
  return { kind: 'contradiction', values: values.slice(0, maxValues) }
}
