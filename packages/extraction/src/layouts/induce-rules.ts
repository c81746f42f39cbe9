import { isContainer } from '@recto/exact-json/exact-number'
import type { FieldType } from '@recto/provider-spec/answer'
import { answerRule, hasChecksum } from './answer-rule.ts'
import type { ApprovedDocument, FieldExample } from './approved-document.ts'
import { type Candidate, findCandidates, fitSpot } from './candidates.ts'
import { isEqualFieldValue, isMisreading } from './compare-values.ts'
import { findAnchors, findConstantPieces } from './find-anchors.ts'
import type { Anchor, FieldRule, Spot, StaticWord } from './layout.ts'

/** Maximum number of spots per rule: another spot can answer when a misread word makes one fail. */
const maxSpots = 3
/**
 * Minimum share of documents with a value that the rule of the other documents must answer. It
 * cannot be all of them, because OCR engines are unsure of some words.
 */
const minAnsweredShare = 0.5

/** Rule without its prompt, which the positions do not contain. */
type InducedRule = Omit<FieldRule, 'prompt'>

type InductionResult =
  | { readonly rule: InducedRule }
  /** Reason why the field has no rule. */
  | { readonly failure: 'few' | 'no-place' | 'not-proven' }

/**
 * Finds the positions and readings that give each field's approved value on all documents of
 * a layout, and returns those that pass leave-one-out validation: for each document, the rule of
 * the other documents must never give a value other than the approved one, and must answer most
 * documents.
 *
 * @param documents Documents of one layout, the newest last.
 * @param minDocuments Minimum number of documents that have a value.
 */
export function induceRules(
  documents: readonly ApprovedDocument[],
  words: readonly StaticWord[],
  minDocuments: number,
): ReadonlyMap<string, InductionResult> {
  const anchors = findAnchors(documents, words)
  const keys = new Set(documents.flatMap(({ values }) => [...values.keys()]))
  return new Map(
    [...keys].map((key) => [key, induceRule({ documents, anchors, key, minDocuments })]),
  )
}

type RuleSearch = {
  readonly documents: readonly ApprovedDocument[]
  readonly anchors: readonly Anchor[]
  readonly key: string
  readonly minDocuments: number
}

function induceRule({ documents, anchors, key, minDocuments }: RuleSearch): InductionResult {
  const approvedValues = documents
    .map((document) => {
      const value = document.values.get(key)
      return value ? { document, ...value } : undefined
    })
    .filter((value) => value !== undefined)
  const type = approvedValues.at(-1)?.type ?? 'text'
  const examples = approvedValues
    .filter((approvedValue) => approvedValue.type === type)
    .map(({ document, value, boxes = [] }): FieldExample => ({ document, value, boxes }))
  const statedExamples = examples.filter(({ value }) => value !== null)
  if (statedExamples.length < minDocuments) return { failure: 'few' }
  const trainingData = {
    key,
    type,
    candidates: findCandidates(statedExamples, anchors, type),
    examples,
  }
  const rule = buildRule(trainingData)
  if (!rule) return { failure: 'no-place' }
  return isProven(trainingData, statedExamples.length) ? { rule } : { failure: 'not-proven' }
}

/** Whether for each document the rule of all other documents gives the approved value or none. */
function isProven(trainingData: TrainingData, statedCount: number): boolean {
  const { type, examples } = trainingData
  let answeredCount = 0
  for (const testExample of examples) {
    const otherExamples = examples.filter((example) => example !== testExample)
    const trainedRule = buildRule({ ...trainingData, examples: otherExamples })
    const outcome = trainedRule && judgeRule(testExample, { ...trainedRule, type })
    if (outcome === 'wrong') return false
    if (outcome === 'right') answeredCount += 1
  }
  return answeredCount >= statedCount * minAnsweredShare
}

function judgeRule(
  { document, value }: FieldExample,
  rule: Pick<InducedRule, 'spots' | 'type' | 'checksum'>,
): 'right' | 'wrong' | 'nothing' {
  const answer = answerRule(document, rule)
  if (!answer) return 'nothing'
  if (value !== null && isEqualFieldValue(rule.type, answer.value, value)) return 'right'
  return isMisreading(rule.type, answer.value, value) ? 'nothing' : 'wrong'
}

type TrainingData = Pick<InducedRule, 'key' | 'type'> & {
  readonly candidates: readonly Candidate[]
  readonly examples: readonly FieldExample[]
}

/**
 * Builds a rule from the best spots that are never wrong on the examples; `undefined` when there
 * are none.
 */
function buildRule({ key, type, candidates, examples }: TrainingData): InducedRule | undefined {
  const statedExamples = examples.filter(({ value }) => value !== null)
  const checksum = detectChecksum(type, statedExamples)
  const checked = checksum && { checksum }
  const spots: Spot[] = [...findConstantSpot(type, statedExamples)]
  const usedAnchors = new Set<Anchor>()
  for (const candidate of candidates) {
    if (spots.length >= maxSpots) break
    const spot = usedAnchors.has(candidate.anchor)
      ? undefined
      : fitSpot(candidate, statedExamples, type)
    if (!spot || isWrongSomewhere({ spots: [spot], type, ...checked }, examples)) continue
    usedAnchors.add(candidate.anchor)
    spots.push(spot)
  }
  return spots.length > 0
    ? { key, type, spots, documents: statedExamples.length, ...checked }
    : undefined
}

function detectChecksum(
  type: FieldType,
  statedExamples: readonly FieldExample[],
): InducedRule['checksum'] | undefined {
  if (type !== 'text') return undefined
  return (['iban', 'vat-id', 'luhn'] as const).find((checksum) =>
    statedExamples.every(({ value }) => hasChecksum(String(value), checksum)),
  )
}

const isWrongSomewhere = (
  rule: Pick<InducedRule, 'spots' | 'type' | 'checksum'>,
  examples: readonly FieldExample[],
): boolean => examples.some((example) => judgeRule(example, rule) === 'wrong')

/**
 * Returns the spot of a value that never changes and is always printed at the same position, such
 * as the issuer's name.
 */
function findConstantSpot(
  type: FieldType,
  statedExamples: readonly FieldExample[],
): readonly Spot[] {
  const newest = statedExamples.at(-1)
  if (!newest || newest.value === null || isContainer(newest.value)) return []
  const { value } = newest
  if (!statedExamples.every((example) => isEqualFieldValue(type, example.value, value))) return []
  const pieces = findConstantPieces(String(value), statedExamples)
  return pieces ? [{ kind: 'constant', pieces, value }] : []
}
