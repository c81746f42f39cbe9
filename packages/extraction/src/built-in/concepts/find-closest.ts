import { type Passage, slicePassage } from '../../align/passage.ts'
import { addReasons } from '../explanations.ts'
import type { FieldQuestion } from '../field-question.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import type { Finding } from '../read-typed-value.ts'
import { getTitleLines } from '../requested-role.ts'
import { toReason } from './find-by-concepts.ts'
import {
  type Clause,
  getStatements,
  toChangeTokens,
  toClauseFinding,
  toClauses,
} from './find-in-sentences.ts'
import { getSlots, type Slot } from './find-slots.ts'
import { type MeaningToken, toMeaningTokens, toWordTokens } from './meaning-tokens.ts'
import { hasKey, type MeantQuestion, toMeantQuestion } from './meant-question.ts'
import { areOpposed } from './opposites.ts'
import { readSlot } from './read-slot.ts'
import { computeExtraPenalty, contradictsForm } from './score-slot.ts'
import { findSentenceValues } from './sentence-values.ts'

/** Numbers and parties at the top belong to something of their own. */
const titleGroups: ReadonlySet<string> = new Set(['things', 'contexts', 'word', 'generic'])

/** Words before what an amount does not include: such a question names what it does not ask for. */
const exclusion =
  /(?<!\p{L})(?:before|excluding|excl|without|ohne|hors|sans|sin|senza|zonder|exclusief)(?!\p{L})/iu

type CloseFinding = Finding & { readonly score: number }

/** How much a word of the question narrows what is meant. */
const weights: Readonly<Record<MeaningToken['group'], number>> = {
  things: 1,
  roles: 1.2,
  word: 1,
  number: 1,
  date: 0.8,
  contexts: 0.5,
  modifiers: 0.8,
  generic: 0.2,
  units: 0.2,
  forms: 0,
}
/** The share of the weight of a word that the document never has, and that can name what the document is about. */
const unknownShare = 0.75

/** Words that any question for a day can have: when something is due, planned or valid. */
const wordsOfDays: ReadonlySet<string> = new Set(['due', 'planned', 'validity', 'expectation'])
const weightOfDay = 0.3

const getWeight = ({ group, keys }: MeaningToken, { type }: MeantQuestion): number =>
  type === 'date' && keys.some((key) => wordsOfDays.has(key)) ? weightOfDay : weights[group]

/** How much it counts that a word stands in the label or clause, near it, or in the heading above. */
const ownShare = 1
const nearShare = 0.75
const sectionShare = 0.6
const titleShare = 0.6

/** Minimum share of what the question says. */
const minCoverage = 0.66
/** Another value with nearly the same share makes the answer uncertain. */
const minLead = 0.12

/**
 * Finds the value around which the document says most of what the question asks for, when nothing says all of it and no
 * other value comes near. The question can name what the whole document is about.
 */
export function findClosest(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): CloseFinding | undefined {
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  const tokens = question.tokens.filter(({ group }) => group !== 'forms')
  if (!tokens.some(namesSomething) || exclusion.test(fieldQuestion.question.prompt))
    return undefined
  const context = { preparedDocument, fieldQuestion, question, tokens }
  const candidates = [...findCloseSlots(context), ...findCloseClauses(context)].toSorted(
    (a, b) => b.coverage - a.coverage,
  )
  return readBest(candidates)
}

const maxScore = 0.72

/** Reads the candidate that fits best, if none that fits nearly as well has another value. */
function readBest(candidates: readonly Candidate[]): CloseFinding | undefined {
  let best: { readonly coverage: number; readonly finding: Finding } | undefined
  for (const { coverage, read } of candidates) {
    if (best && coverage < best.coverage - minLead) break
    const finding = read()
    if (!finding) continue
    best ??= { coverage, finding }
    if (best.finding.value !== finding.value) return undefined
  }
  return best && { ...best.finding, score: maxScore * best.coverage, isPartly: true }
}

type Context = {
  readonly preparedDocument: PreparedDocument
  readonly fieldQuestion: FieldQuestion
  readonly question: MeantQuestion
  readonly tokens: readonly MeaningToken[]
}

type Candidate = { readonly coverage: number; readonly read: () => Finding | undefined }

const namesSomething = ({ group }: MeaningToken): boolean =>
  group === 'things' || group === 'roles' || group === 'word'

type SurroundingTokens = {
  readonly own: readonly MeaningToken[]
  readonly nearby: readonly MeaningToken[]
  readonly section: readonly MeaningToken[]
}

/** The share of the question that the words around a value say; 0 if its own words name nothing of it. */
function computeCoverage(surroundings: SurroundingTokens, context: Context): number {
  const { preparedDocument, question, tokens } = context
  if (!tokens.some((token) => namesSomething(token) && hasKey(surroundings.own, token))) return 0
  const shares = tokens.map((token) => ({ token, share: getShare(token, surroundings, context) }))
  const roles = shares.filter(({ token }) => token.group === 'roles')
  // The name beside a role is that of its holder only in the same clause.
  const minRoleShare = question.asksName ? ownShare : sectionShare
  if (roles.some(({ share }) => share < minRoleShare)) return 0
  let coveredWeight = 0
  let whole = 0
  for (const { token, share } of shares) {
    const isUnknown =
      share === 0 && token.group === 'word' && !isInDocument(preparedDocument, token)
    const weight = getWeight(token, question) * (isUnknown ? unknownShare : 1)
    coveredWeight += weight * share
    whole += weight
  }
  return whole === 0 ? 0 : coveredWeight / whole
}

/** Returns how near to a value a word of the question is, 0 to 1. */
function getShare(
  token: MeaningToken,
  surroundings: SurroundingTokens,
  { preparedDocument }: Context,
): number {
  if (hasKey(surroundings.own, token)) return ownShare
  if (hasKey(surroundings.nearby, token)) return nearShare
  if (hasKey(surroundings.section, token)) return sectionShare
  const isInTitle = titleGroups.has(token.group) && hasKey(getTitleTokens(preparedDocument), token)
  return isInTitle ? titleShare : 0
}

function findCloseSlots(context: Context): readonly Candidate[] {
  const { preparedDocument, fieldQuestion, question, tokens } = context
  const names = tokens.filter(namesSomething)
  return getSlots(preparedDocument)
    .filter(({ labelTokens, headingTokens }) =>
      names.some((token) => hasKey(labelTokens, token) || hasKey(headingTokens, token)),
    )
    .map((slot): Candidate => {
      const own = [...slot.labelTokens, ...slot.headingTokens]
      const coverage =
        contradictsForm(slot, question) || areOpposed(question.concepts, own)
          ? 0
          : computeCoverage({ own, nearby: slot.surroundingTokens, section: [] }, context) -
            computeExtras(slot, question)
      return {
        coverage,
        read: () => {
          const finding = readSlot(preparedDocument, slot, fieldQuestion)
          return finding && addReasons(finding, toReason(slot, question))
        },
      }
    })
    .filter(({ coverage }) => coverage >= minCoverage)
}

const extraShare = 0.6

const computeExtras = ({ labelTokens, headingTokens, pair }: Slot, question: MeantQuestion) =>
  extraShare *
    (computeExtraPenalty(labelTokens, question, 1) +
      computeExtraPenalty(headingTokens, question, 1)) +
  (pair?.relation === 'below' || pair?.relation === 'inline' ? 0.06 : 0)

const contradictionPenalty = 0.12

function findCloseClauses(context: Context): readonly Candidate[] {
  const { preparedDocument, question, tokens } = context
  const { document, decimalMark, dateOrder } = preparedDocument
  return getStatements(preparedDocument)
    .filter((statement) =>
      tokens.some((token) => namesSomething(token) && hasKey(statement.tokens, token)),
    )
    .flatMap(({ passage, tokens: statementTokens, sectionTokens }) => {
      const words = getWordTokens(passage)
      const values = findSentenceValues(passage.text, question, {
        mark: decimalMark,
        order: dateOrder,
      })
      return toClauses(passage.text, values, dateOrder).map((clause): Candidate => {
        const own = getOwnTokens(clause, dateOrder)
        const coverage = isExcluded(clause, own, question)
          ? 0
          : computeCoverage(
              { own, nearby: [...statementTokens, ...words], section: sectionTokens },
              context,
            ) -
            contradictionPenalty * countContradictions(own, question)
        return {
          coverage,
          read: () => {
            const { start, end } = clause.value
            const part = slicePassage(document, passage, start, end)
            return part && toClauseFinding(clause, part)
          },
        }
      })
    })
    .filter(({ coverage }) => coverage >= minCoverage)
}

const wordTokens = new WeakMap<Passage, readonly MeaningToken[]>()

function getWordTokens(passage: Passage): readonly MeaningToken[] {
  const tokens = wordTokens.get(passage) ?? toWordTokens(passage.text)
  wordTokens.set(passage, tokens)
  return tokens
}

const getOwnTokens = (
  clause: Clause,
  dateOrder: PreparedDocument['dateOrder'],
): readonly MeaningToken[] => [
  ...toMeaningTokens(clause.before, dateOrder),
  ...toMeaningTokens(clause.after, dateOrder),
  ...toChangeTokens(clause),
]

const isExcluded = (
  clause: Clause,
  own: readonly MeaningToken[],
  { concepts }: MeantQuestion,
): boolean =>
  (clause.isFormer && concepts.has('new')) ||
  (clause.isNew && concepts.has('previous')) ||
  areOpposed(concepts, own)

const countContradictions = (own: readonly MeaningToken[], question: MeantQuestion): number =>
  own.filter((token) => token.group === 'modifiers' && !hasKey(question.tokens, token)).length

const titleTokens = new WeakMap<PreparedDocument, readonly MeaningToken[]>()

/** Returns the words of the lines at the top, which say what the document is about. */
function getTitleTokens(preparedDocument: PreparedDocument): readonly MeaningToken[] {
  const tokens =
    titleTokens.get(preparedDocument) ??
    getTitleLines(preparedDocument).flatMap((line) => toMeaningTokens(line))
  titleTokens.set(preparedDocument, tokens)
  return tokens
}

const keysByDocument = new WeakMap<PreparedDocument, ReadonlySet<string>>()

/** Whether any cell or sentence of the document has a word that means the same. */
function isInDocument(preparedDocument: PreparedDocument, { keys }: MeaningToken): boolean {
  const documentKeys =
    keysByDocument.get(preparedDocument) ??
    new Set(
      [
        ...getStatements(preparedDocument).flatMap(({ tokens }) => tokens),
        ...getSlots(preparedDocument).flatMap(({ labelTokens, headingTokens }) => [
          ...labelTokens,
          ...headingTokens,
        ]),
      ].flatMap((token) => token.keys),
    )
  keysByDocument.set(preparedDocument, documentKeys)
  return keys.some((key) => documentKeys.has(key))
}
