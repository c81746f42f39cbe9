import type { Json } from '@recto/provider-spec/answer'
import type { Slot } from '../concepts/find-slots.ts'
import { type MeaningToken, toWordTokens } from '../concepts/meaning-tokens.ts'
import { hasKey, type MeantQuestion, toMeantQuestion } from '../concepts/meant-question.ts'
import { areOpposed } from '../concepts/opposites.ts'
import { contradictsForm } from '../concepts/score-slot.ts'
import type { FieldQuestion } from '../field-question.ts'
import { isOtherValue } from '../other-values.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { findUnsupportedMeaning, lacksSale } from '../question-support.ts'
import { findRequestedRole, isRoleSupported } from '../requested-role.ts'
import type { DocumentWords } from './document-words.ts'
import type { AnswerCandidate } from './list-candidates.ts'
import { hasRelated } from './related-concepts.ts'

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
  forms: 0.15,
}
/** How much rarer words of labels count more. */
const rarityWeight = 0.3

function getWeight({ group, keys }: MeaningToken, documentWords: DocumentWords): number {
  const count = Math.max(0, ...keys.map((key) => documentWords.labelCounts.get(key) ?? 0))
  const rarity = Math.log((documentWords.labelCount + 1) / (count + 1))
  return weights[group] * (1 + rarityWeight * rarity)
}

type CandidateContext = {
  readonly preparedDocument: PreparedDocument
  readonly fieldQuestion: FieldQuestion
  readonly documentWords: DocumentWords
  /** How many candidates have each value, by the value as a text. */
  readonly valueCounts: ReadonlyMap<string, number>
}

/** Numbers that say how well a candidate fits a question, by name; see `weights.json`. */
export type CandidateSignals = Readonly<Record<string, number>> & { readonly own: number }

export function computeCandidateSignals(
  candidate: AnswerCandidate,
  context: CandidateContext,
): CandidateSignals {
  const { preparedDocument, fieldQuestion } = context
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  const coverage = computeCoverageSignals(candidate, question, context.documentWords)
  return {
    ...coverage,
    ...computeLabelSignals(candidate, question, coverage.own),
    ...computeFormSignals(candidate, question),
    ...computeSupportSignals(candidate, context),
    ...computePlaceSignals(candidate, context),
  }
}

const maxCount = 3

const toNumber = (holds: boolean | undefined): number => (holds ? 1 : 0)

/** Where a word of the question stands, from the label of a value to nowhere in the document. */
type TokenPlace = 'own' | 'near' | 'section' | 'title' | 'here' | 'nowhere'

function locateToken(
  { ownTokens, nearTokens, sectionTokens }: AnswerCandidate,
  token: MeaningToken,
  documentWords: DocumentWords,
): TokenPlace {
  if (hasKey(ownTokens, token)) return 'own'
  if (hasKey(nearTokens, token)) return 'near'
  if (hasKey(sectionTokens, token)) return 'section'
  if (hasKey(documentWords.titleTokens, token)) return 'title'
  return token.keys.some((key) => documentWords.keys.has(key)) ? 'here' : 'nowhere'
}

/** The share of a question that is certainly all of it, in spite of rounding. */
const wholeShare = 0.98
const minWhole = 0.01

/** Computes the share of the question that the words around a value say, by where they stand. */
function computeCoverageSignals(
  candidate: AnswerCandidate,
  question: MeantQuestion,
  documentWords: DocumentWords,
) {
  const locatedTokens = question.tokens.map((token) => ({
    token,
    place: locateToken(candidate, token, documentWords),
    weight: getWeight(token, documentWords),
  }))
  type LocatedToken = (typeof locatedTokens)[number]
  const sumWeights = (tokens: readonly LocatedToken[]) =>
    tokens.reduce((sum, { weight }) => sum + weight, 0)
  const whole = Math.max(minWhole, sumWeights(locatedTokens))
  const getShare = (...places: readonly TokenPlace[]) =>
    sumWeights(locatedTokens.filter(({ place }) => places.includes(place))) / whole
  const countGroup = (group: MeaningToken['group'], ...places: readonly TokenPlace[]) =>
    locatedTokens.filter(({ token, place }) => token.group === group && places.includes(place))
      .length
  const relatedTokens = locatedTokens.filter(
    ({ token, place }) => place !== 'own' && hasRelated(candidate.ownTokens, token),
  )
  const own = getShare('own')
  return {
    own,
    ownSquared: own ** 2,
    near: getShare('near'),
    inTitle: getShare('title'),
    missingHere: getShare('here'),
    missingInDocument: getShare('nowhere'),
    related: sumWeights(relatedTokens) / whole,
    isCovered: toNumber(getShare('own', 'near', 'section') > wholeShare),
    nothingOwn: toNumber(own === 0),
    ownAndUnknown: own * getShare('nowhere'),
    wordsMissing: Math.min(maxCount, countGroup('word', 'here', 'nowhere')),
    thingsMissing: Math.min(maxCount, countGroup('things', 'here', 'nowhere')),
    rolesHere: countGroup('roles', 'here'),
    wordsUnknown: Math.min(maxCount, countGroup('word', 'nowhere')),
    thingsUnknown: Math.min(maxCount, countGroup('things', 'nowhere')),
  }
}

const isBesideLabel = ({ pair, isTicked }: Slot): boolean =>
  !isTicked && (pair === undefined || pair.relation === 'right')

/** How much of the label the question says, and what else the label says. */
function computeLabelSignals(
  { ownTokens, labelTokens, headingTokens, slot, kind }: AnswerCandidate,
  question: MeantQuestion,
  own: number,
) {
  const countExtras = (group: MeaningToken['group'], tokens: readonly MeaningToken[]) =>
    Math.min(
      maxCount,
      tokens.filter((token) => token.group === group && !hasKey(question.tokens, token)).length,
    )
  const isTable = slot?.heading !== undefined && slot.pair === undefined
  return {
    ownShare: computeSaidShare(ownTokens, question),
    ownAndLabel: own * computeSaidShare(labelTokens, question),
    extraThings: countExtras('things', labelTokens),
    extraModifiers: countExtras('modifiers', labelTokens),
    extraContexts: countExtras('contexts', labelTokens),
    extraGeneric: countExtras('generic', labelTokens),
    headingModifiers: countExtras('modifiers', headingTokens),
    headingWords: countExtras('word', headingTokens),
    isRight: toNumber(slot && !isTable && isBesideLabel(slot)),
    isTable: toNumber(isTable),
    ownInTable: isTable ? own : 0,
    isTicked: toNumber(slot?.isTicked),
    isPattern: toNumber(kind === 'pattern'),
    contradictsForm: toNumber(slot && contradictsForm(slot, question)),
    isOpposed: toNumber(areOpposed(question.concepts, ownTokens)),
    ownInText: question.type === 'text' ? own : 0,
    isText: toNumber(question.type === 'text'),
    isDate: toNumber(question.type === 'date'),
    hasNoNames: toNumber(
      question.tokens.every(({ group }) => group === 'forms' || group === 'generic'),
    ),
  }
}

/** Computes the share of a label that the question says. */
function computeSaidShare(tokens: readonly MeaningToken[], question: MeantQuestion): number {
  let saidWeight = 0
  let wholeWeight = 0
  for (const token of tokens) {
    wholeWeight += weights[token.group]
    if (hasKey(question.tokens, token)) saidWeight += weights[token.group]
  }
  return wholeWeight === 0 ? 0 : saidWeight / wholeWeight
}

const currency =
  /\p{Sc}|(?<!\p{L})(?:EUR|GBP|USD|CHF|PLN|CZK|SEK|DKK|NOK|AUD|CAD|euros?)(?!\p{L})/iu
const isMoney = (text: string): boolean => /[.,]\d{2}(?!\d)/.test(text) || currency.test(text)

/** Words that each begin with a capital, except small words inside of a name. */
const wholeName =
  /^\p{Lu}[\p{L}.'’-]{0,40}(?: (?:\p{Lu}[\p{L}.'’&-]{0,40}|de|la|von|van|der|di|du|del|den|zu|y|e|und|and)){0,8}$/u
const maxNameWords = 5
const minLongWords = 6

/** Whether a value has the form of what the question asks for. */
function computeFormSignals({ text, finding }: AnswerCandidate, question: MeantQuestion) {
  const value = String(finding.value)
  const isNumber = question.type === 'number'
  const isText = question.type === 'text'
  const wordCount = value.split(/\s+/).length
  const isName =
    /^\p{Lu}/u.test(value) && wordCount > 1 && wordCount <= maxNameWords && !/\d/.test(value)
  return {
    isMoney: toNumber(isNumber && question.asksMoney && isMoney(text)),
    isNoMoney: toNumber(isNumber && question.asksMoney && !isMoney(text)),
    hasCurrency: toNumber(isNumber && !question.asksMoney && currency.test(text)),
    isOtherRate: toNumber(isNumber && question.asksRate !== text.includes('%')),
    isName: toNumber(isText && question.asksName && isName),
    isWholeName: toNumber(isText && question.asksName && wholeName.test(value)),
    isLong: isText ? Math.min(2, Math.max(0, wordCount - minLongWords) / minLongWords) : 0,
    isShort: toNumber(isText && value.length < 3),
  }
}

const maxMissingNames = 2

/** Signs that the document does not support the value as an answer. */
function computeSupportSignals(
  { finding, ownTokens, nearTokens }: AnswerCandidate,
  { preparedDocument, fieldQuestion }: CandidateContext,
) {
  const role = findRequestedRole(fieldQuestion)
  const names = getNameTokens(fieldQuestion.question.prompt)
  const missingNames = names.filter(
    (token) => !hasKey(ownTokens, token) && !hasKey(nearTokens, token),
  )
  return {
    roleUnsupported: toNumber(role && !isRoleSupported(preparedDocument, role, finding)),
    isOther: toNumber(isOtherValue(preparedDocument, fieldQuestion, finding)),
    isUnsupported: toNumber(isUnsupported(preparedDocument, fieldQuestion, finding)),
    lacksSale: toNumber(lacksSale(preparedDocument, fieldQuestion, finding)),
    namesMissing: Math.min(maxMissingNames, missingNames.length),
    hasField: toNumber(fieldQuestion.field !== undefined),
  }
}

const isUnsupported = (
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  finding: AnswerCandidate['finding'],
): boolean =>
  findUnsupportedMeaning(preparedDocument, fieldQuestion, finding, { hasTotal: true }) !== undefined

/** What capitalised words inside of a question mean that no vocabulary has: names of people, firms and places. */
const getNameTokens = (prompt: string): readonly MeaningToken[] =>
  (prompt.match(/(?<=\s)\p{Lu}[\p{L}'’-]{2,40}/gu) ?? [])
    .flatMap((word) => toWordTokens(word))
    .filter(({ group }) => group === 'word')

/** Computes where the value stands, and how many others there are. */
function computePlaceSignals(
  { finding: { place, value } }: AnswerCandidate,
  { preparedDocument: { document }, valueCounts }: CandidateContext,
) {
  const height = document.pages[place.page]?.height ?? 0
  const isOnFirstPage = place.page === 0 && height > 0
  return {
    sameValues: Math.log(valueCounts.get(toValueKey(value)) ?? 1),
    distinctValues: Math.log(Math.max(1, valueCounts.size)),
    height: isOnFirstPage ? 1 - Math.min(1, place.box[1] / height) : 0,
  }
}

export const toValueKey = (value: Json): string => String(value)
