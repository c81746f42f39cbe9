import { listComments } from './comments.ts'
import type { ParsedFile } from './parsed-file.ts'
import { type Violation, violationAtPosition } from './violation.ts'

/** Returns comments that are parts of a sentence, such as "So that nobody waits." */
export function findFragments(file: ParsedFile): readonly Violation[] {
  return listComments(file)
    .filter(({ words }) => isFragment(words))
    .map(({ position, words }) => violationAtPosition(file, position, words))
}

const maxWordsOfShortSentence = 15

const anyOf = (words: string) => `(?:${words.trim().split(/\s+/).join('|')})`

/** Words that begin a subordinate clause. "Whether" is missing: it is usual for a boolean. */
const subordinators = anyOf(`
  where who whom what which that than as until once how why when if because since while unless
  though although whatever whichever whoever whose
`)
const prepositions = anyOf(`
  by for at in on to with without from behind after before between within under over about against
  among through except instead besides
`)
const adverbs = anyOf(`but nor and or also not only else even just neither such rather`)

/** No sentence begins like this, however long it is. */
const openingOfFragment = /^(?:of|so that|so many|so much|whoever|whose|beside)\b/i
/** A sentence that begins like this needs a main clause behind it. */
const openingOfClause = new RegExp(`^${subordinators}\\b`, 'i')
/** A sentence that begins like this needs a verb of its own. */
const openingOfPhrase = new RegExp(`^(?:${prepositions}|${adverbs})\\b`, 'i')
/** A part of a sentence that is narrowed down, such as "Only of those that wait". */
const restrictedPhrase = new RegExp(
  `^(?:also|even|just|nor|not|only|such|rather|instead) (?:${prepositions}|${subordinators}|of|as)\\b`,
  'i',
)
/** "How long", "how many", a unit and an example are usual in the comment on a number or a text. */
const usualOpening =
  /^(?:how (?:many|much|long|often|far|large|big|old|deep|wide|high)\b|in (?:whole )?(?:milliseconds|seconds|minutes|hours|days|bytes|kilobytes|megabytes|pixels|points|degrees|radians|percent|characters|letters|words|tokens|dollars|cents|pages|lines|utc)\b|for (?:example|instance)\b)/i

const subordinator = new RegExp(`\\b${subordinators}\\b`, 'i')
const dependentClause = new RegExp(
  `^(?:(?:and|or|but|not|nor|only|so|also) )?(?:${subordinators}|${prepositions}|of|so)\\b`,
  'i',
)

const finiteVerbs = anyOf(`
  is are was were has have had does do did can could will would may might must shall should cannot
  answers appears asks becomes begins belongs breaks changes closes comes contains costs counts
  covers decides depends does ends fails finds fits follows gets gives goes grows happens helps holds
  keeps knows lasts lays leads leaves lets lies loads looks loses makes means meets moves needs opens
  passes pays points puts reaches reads refuses remains returns runs says sees sends serves sets
  shows speaks stands starts stays stops takes tells throws turns uses waits wants wins works writes
`)
const auxiliaries = anyOf(`
  can could will would may might must shall should cannot do does did have has had
`)
/** An auxiliary and its verb are one predicate, and so are the verbs of "begins or ends". */
const verb = `(?:${auxiliaries} (?:have|had|do|did|need)|${finiteVerbs})`
const predicate = new RegExp(`\\b${verb}\\b(?: (?:and|or) ${verb}\\b)*|n't\\b`, 'gi')

/** Tells whether a comment begins with a sentence that has no main clause. */
export function isFragment(comment: string): boolean {
  const sentence = firstSentence(comment)
  if (openingOfFragment.test(sentence)) return true
  if (sentence.split(' ').length > maxWordsOfShortSentence) return false
  return !usualOpening.test(sentence) && !hasMainClause(sentence) && lacksVerb(sentence)
}

/** Tells whether a sentence without commas has too few verbs for the word that it begins with. */
function lacksVerb(sentence: string): boolean {
  if (openingOfClause.test(sentence)) return countPredicates(sentence) < 2
  if (restrictedPhrase.test(sentence)) return true
  return openingOfPhrase.test(sentence) && countPredicates(sentence) < 1
}

function firstSentence(comment: string): string {
  const end = comment.search(/[.!?](?=\s|$)|;/)
  return end === -1 ? comment : comment.slice(0, end)
}

/** Tells whether a clause behind a comma could stand alone. */
function hasMainClause(sentence: string): boolean {
  const [, ...clauses] = sentence.split(/[,:] /)
  return clauses.some((clause) => !dependentClause.test(clause) && countPredicates(clause) > 0)
}

/** Counts the predicates before the first subordinate clause; the word at the very beginning opens none. */
function countPredicates(clause: string): number {
  const [opening = '', ...words] = clause.split(' ')
  const rest = words.join(' ')
  const end = rest.search(subordinator)
  const main = end === -1 ? rest : rest.slice(0, end)
  return (`${opening} ${main}`.match(predicate) ?? []).length
}
