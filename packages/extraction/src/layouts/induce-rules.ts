import type { FieldType } from '@recto/provider-spec/answer'
import { answerRule, hasChecksum } from './answer-rule.ts'
import type { ApprovedDocument, FieldExample } from './approved-document.ts'
import { type Candidate, candidatesOf, fitSpot } from './candidates.ts'
import { anchorsOf, constantPieces } from './find-anchors.ts'
import type { Anchor, LayoutRule, Spot, StaticWord } from './layout.ts'
import { isMisreading, saysSame } from './says-same.ts'

/** Maximum number of spots per rule: another spot can answer when a misread word makes one fail. */
const mostSpots = 3
/**
 * Minimum share of documents with a value that the rule of the other documents must answer. It
 * cannot be all of them, because OCR engines are unsure of some words.
 */
const leastAnswered = 0.5

/** Rule without its prompt, which the positions do not contain. */
type InducedRule = Omit<LayoutRule, 'prompt'>

type Induced =
  | { readonly rule: InducedRule }
  /** Reason why the field has no rule. */
  | { readonly none: 'few' | 'no-place' | 'not-proven' }

/**
 * Searches for the positions and readings that give each field's approved value on all documents of
 * a layout, and returns those that pass leave-one-out validation: for each document, the rule of
 * the other documents must never give a value other than the approved one, and must answer most
 * documents.
 *
 * @param documents Documents of one layout, the newest last.
 * @param least Minimum number of documents that have a value.
 */
export function induceRules(
  documents: readonly ApprovedDocument[],
  words: readonly StaticWord[],
  least: number,
): ReadonlyMap<string, Induced> {
  const anchors = anchorsOf(documents, words)
  const keys = new Set(documents.flatMap(({ values }) => [...values.keys()]))
  return new Map([...keys].map((key) => [key, induceRule({ documents, anchors, key, least })]))
}

type Search = {
  readonly documents: readonly ApprovedDocument[]
  readonly anchors: readonly Anchor[]
  readonly key: string
  readonly least: number
}

function induceRule({ documents, anchors, key, least }: Search): Induced {
  const approved = documents
    .map((document) => {
      const value = document.values.get(key)
      return value ? { document, ...value } : undefined
    })
    .filter((value) => value !== undefined)
  const type = approved.at(-1)?.type ?? 'text'
  const examples = approved
    .filter((one) => one.type === type)
    .map(({ document, value, boxes = [] }): FieldExample => ({ document, value, boxes }))
  const saying = examples.filter(({ value }) => value !== null)
  if (saying.length < least) return { none: 'few' }
  const given = { key, type, candidates: candidatesOf(saying, anchors, type), examples }
  const rule = ruleFrom(given)
  if (!rule) return { none: 'no-place' }
  return isProven(given, saying.length) ? { rule } : { none: 'not-proven' }
}

/** Whether for each document the rule of all other documents gives the approved value or none. */
function isProven(given: Given, saying: number): boolean {
  const { type, examples } = given
  let answered = 0
  for (const left of examples) {
    const others = examples.filter((one) => one !== left)
    const without = ruleFrom({ ...given, examples: others })
    const outcome = without && judge(left, { ...without, type })
    if (outcome === 'wrong') return false
    if (outcome === 'right') answered += 1
  }
  return answered >= saying * leastAnswered
}

function judge(
  { document, value }: FieldExample,
  rule: Pick<InducedRule, 'spots' | 'type' | 'checksum'>,
): 'right' | 'wrong' | 'nothing' {
  const said = answerRule(document, rule)
  if (!said) return 'nothing'
  if (value !== null && saysSame(rule.type, said.value, value)) return 'right'
  return isMisreading(rule.type, said.value, value) ? 'nothing' : 'wrong'
}

type Given = Pick<InducedRule, 'key' | 'type'> & {
  readonly candidates: readonly Candidate[]
  readonly examples: readonly FieldExample[]
}

/**
 * Builds a rule from the best spots that are never wrong on the examples; `undefined` when there
 * are none.
 */
function ruleFrom({ key, type, candidates, examples }: Given): InducedRule | undefined {
  const saying = examples.filter(({ value }) => value !== null)
  const checksum = checksumOf(type, saying)
  const checked = checksum && { checksum }
  const spots: Spot[] = [...constantSpot(type, saying)]
  const used = new Set<Anchor>()
  for (const candidate of candidates) {
    if (spots.length >= mostSpots) break
    const spot = used.has(candidate.anchor) ? undefined : fitSpot(candidate, saying, type)
    if (!spot || isWrongSomewhere({ spots: [spot], type, ...checked }, examples)) continue
    used.add(candidate.anchor)
    spots.push(spot)
  }
  return spots.length > 0 ? { key, type, spots, documents: saying.length, ...checked } : undefined
}

function checksumOf(
  type: FieldType,
  saying: readonly FieldExample[],
): InducedRule['checksum'] | undefined {
  if (type !== 'text') return undefined
  return (['iban', 'vat-id', 'luhn'] as const).find((one) =>
    saying.every(({ value }) => hasChecksum(String(value), one)),
  )
}

const isWrongSomewhere = (
  rule: Pick<InducedRule, 'spots' | 'type' | 'checksum'>,
  examples: readonly FieldExample[],
): boolean => examples.some((example) => judge(example, rule) === 'wrong')

/**
 * Returns the spot of a value that never changes and is always printed at the same position, such
 * as the issuer's name.
 */
function constantSpot(type: FieldType, saying: readonly FieldExample[]): readonly Spot[] {
  const newest = saying.at(-1)
  if (!newest || newest.value === null || typeof newest.value === 'object') return []
  const { value } = newest
  if (!saying.every((one) => saysSame(type, one.value, value))) return []
  const pieces = constantPieces(String(value), saying)
  return pieces ? [{ kind: 'constant', pieces, value }] : []
}
