import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { type CheckCost, estimateCheckCost, loopFunctions } from './check-cost.ts'
import { allFields, createCheckLanguage, declareFields, type FieldShape } from './check-language.ts'
import {
  findLookupProblem,
  findReadColumns,
  type LookupColumns,
  type ReadColumns,
} from './checked-lookups.ts'
import { expandColumns, walkNodes } from './expand-columns.ts'

/** Parsed check. */
export type ParsedCheck = {
  /** Text of the check as it is evaluated. */
  readonly text: string
  readonly root: ASTNode
  /** Keys of the fields that the check refers to, in the order of the project. */
  readonly fields: readonly string[]
  /**
   * Whether wrong values rarely satisfy the check, because it compares two sides that are computed
   * from different fields.
   */
  readonly isEquation: boolean
  /** What the check reads of matches. */
  readonly readColumns: ReadColumns
  /** Cost of the check, whatever its lists contain. */
  readonly cost: CheckCost
}

/**
 * Problem that makes a check unusable, in words, with its zero-based offset in the text where
 * known.
 */
type CheckProblem = { readonly message: string; readonly at?: number | undefined }

type CheckReading =
  | { readonly isRead: true; readonly check: ParsedCheck }
  | { readonly isRead: false; readonly problem: CheckProblem }

/** Maximum depth of nested loops: `a.all(x, b.all(y, …))`. */
const maxLoopDepth = 2

/** Maximum length of a check, in characters; it also bounds the length of its literals. */
const maxExpressionLength = 2000

/**
 * Parses a check over the fields of a project without evaluating it. `shapes` contains all fields
 * by key. A problem names the cause: a syntax error with its offset, an unknown field, incompatible
 * types, regular expressions, or too deeply nested loops. `columns` contains the fields that are
 * matched to lookup tables.
 */
export function readCheck(
  text: string,
  shapes: ReadonlyMap<string, FieldShape>,
  columns: LookupColumns = new Map(),
): CheckReading {
  if (text.trim() === '') return refuse('The check is empty.')
  if (text.length > maxExpressionLength)
    return refuse(`A check can have at most ${maxExpressionLength} characters.`)
  const language = declareFields(
    createCheckLanguage({ steps: 0, deadline: 0 }, neverMatches),
    shapes,
  )
  try {
    return parseCheck(language, text, { shapes, columns })
  } catch (error) {
    return { isRead: false, problem: toProblem(error, (offset) => offset) }
  }
}

const neverMatches = () => false

type KnownFields = {
  readonly shapes: ReadonlyMap<string, FieldShape>
  readonly columns: LookupColumns
}

function parseCheck(
  language: Environment,
  text: string,
  { shapes, columns }: KnownFields,
): CheckReading {
  const lists = new Set([...shapes].filter(([, shape]) => shape === 'list').map(([key]) => key))
  const expandedCheck = expandColumns(text, language.parse(text).ast, lists)
  const { ast: root } = language.parse(expandedCheck.text)
  const refusal = findRefusal(root, shapes) ?? findLookupProblem(root, shapes, columns)
  if (refusal) return refuse(refusal.message, expandedCheck.toOriginalOffset(refusal.node.start))
  const { valid, type, error } = language.check(expandedCheck.text)
  if (!valid) return { isRead: false, problem: toProblem(error, expandedCheck.toOriginalOffset) }
  if (type !== 'bool' && type !== 'dyn') {
    return refuse('A check must be true or false, for example `net + tax == total`.')
  }
  const readColumns = findReadColumns(root, shapes)
  const referencedKeys = new Set([...findFieldKeys(root, shapes), ...readColumns.keys()])
  const fields = [...shapes.keys()].filter((key) => referencedKeys.has(key))
  if (fields.length === 0) return refuse('The check does not use any field.')
  return {
    isRead: true,
    check: {
      text: expandedCheck.text,
      root,
      fields,
      isEquation: isEquation(root, shapes),
      readColumns,
      cost: estimateCheckCost(root),
    },
  }
}

const refuse = (message: string, offset?: number): CheckReading => ({
  isRead: false,
  problem: { message, at: offset },
})

type CelError = Error & { readonly summary?: string; readonly range?: { readonly start: number } }

function toProblem(error: unknown, toOriginalOffset: (offset: number) => number): CheckProblem {
  if (!(error instanceof Error)) throw error
  const { summary, range, message } = error as CelError
  const offset = range && toOriginalOffset(range.start)
  const unknownVariable = /^Unknown variable: (.+)$/.exec(summary ?? '')
  return {
    message: unknownVariable
      ? `There is no field “${unknownVariable[1]}”.`
      : `${summary ?? message}.`,
    at: offset,
  }
}

type CheckRefusal = { readonly message: string; readonly node: ASTNode }

function findRefusal(
  root: ASTNode,
  shapes: ReadonlyMap<string, FieldShape>,
): CheckRefusal | undefined {
  for (const node of walkNodes(root)) {
    const message = findCallProblem(node) ?? findFieldProblem(node, shapes)
    if (message) return { message, node }
  }
  if (estimateCheckCost(root).loopDepth <= maxLoopDepth) return undefined
  return {
    message: `Loops over lists can be nested at most ${maxLoopDepth} levels deep.`,
    node: root,
  }
}

const functions = new Set('sum near known valueOr abs days asBefore size has'.split(' '))
const methods = new Set('size contains startsWith endsWith'.split(' '))

/**
 * Only listed functions are allowed: others of the language create texts and lists of any length.
 */
function findCallProblem(node: ASTNode): string | undefined {
  if (node.op !== 'call' && node.op !== 'rcall') return undefined
  const [name] = node.args
  if (name === 'matches') return 'Regular expressions cannot be used in checks.'
  const isKnown =
    node.op === 'call' ? functions.has(name) : methods.has(name) || loopFunctions.has(name)
  return isKnown ? undefined : `Checks have no function “${name}”.`
}

/** `fields` cannot be used without a key: all referenced fields must be known before evaluation. */
function findFieldProblem(
  node: ASTNode,
  shapes: ReadonlyMap<string, FieldShape>,
): string | undefined {
  const key = getFieldKey(node)
  return key === undefined || shapes.has(key) ? undefined : `There is no field “${key}”.`
}

/** Returns the key in `fields["key"]` or `fields.key`. */
function getFieldKey(node: ASTNode): string | undefined {
  if (node.op !== '[]' && node.op !== '.') return undefined
  const [from, key] = node.args
  if (from.op !== 'id' || from.args !== allFields) return undefined
  if (typeof key === 'string') return key
  return key.op === 'value' && typeof key.args === 'string' ? key.args : ''
}

function findFieldKeys(
  root: ASTNode,
  shapes: ReadonlyMap<string, FieldShape>,
): ReadonlySet<string> {
  const keys = [...walkNodes(root)].map((node) =>
    node.op === 'id' ? node.args : getFieldKey(node),
  )
  return new Set(keys.filter((key) => key !== undefined && shapes.has(key)) as string[])
}

/** An equation may also be one operand of a conjunction. */
function isEquation(node: ASTNode, shapes: ReadonlyMap<string, FieldShape>): boolean {
  if (node.op === '&&') return node.args.some((part) => isEquation(part, shapes))
  const isNear = node.op === 'call' && node.args[0] === 'near'
  const keys = [...findFieldKeys(node, shapes), ...findReadColumns(node, shapes).keys()]
  return (node.op === '==' || isNear) && new Set(keys).size > 1
}
