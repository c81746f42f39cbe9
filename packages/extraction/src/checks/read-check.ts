import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { allFields, declareFields, openLanguage, type ShapeOfField } from './check-language.ts'
import { nodesIn, spellColumns } from './columns-of-lists.ts'
import { type CostOfCheck, costOf, loops } from './cost-of-check.ts'

/** Parsed check. */
export type ReadCheck = {
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
  /** Cost of the check, whatever its lists contain. */
  readonly cost: CostOfCheck
}

/**
 * Problem that makes a check unusable, in words, with its zero-based offset in the text where
 * known.
 */
type CheckProblem = { readonly message: string; readonly at?: number | undefined }

type Understood =
  | { readonly isRead: true; readonly check: ReadCheck }
  | { readonly isRead: false; readonly problem: CheckProblem }

/** Maximum depth of nested loops: `a.all(x, b.all(y, …))`. */
const mostLoopsInside = 2

/** Maximum length of a check, in characters; it also bounds the length of its literals. */
const maxExpression = 2000

/**
 * Parses a check over the fields of a project without evaluating it. `shapes` contains all fields
 * by key. A problem names the cause: a syntax error with its offset, an unknown field, incompatible
 * types, regular expressions, or too deeply nested loops.
 */
export function readCheck(text: string, shapes: ReadonlyMap<string, ShapeOfField>): Understood {
  if (text.trim() === '') return refuse('It says nothing.')
  if (text.length > maxExpression) return refuse(`It has more than ${maxExpression} characters.`)
  const language = declareFields(openLanguage({ steps: 0, until: 0 }, never), shapes)
  try {
    return understand(language, text, shapes)
  } catch (error) {
    return { isRead: false, problem: problemOf(error, (place) => place) }
  }
}

const never = () => false

function understand(
  language: Environment,
  text: string,
  shapes: ReadonlyMap<string, ShapeOfField>,
): Understood {
  const lists = new Set([...shapes].filter(([, shape]) => shape === 'list').map(([key]) => key))
  const spelled = spellColumns(text, language.parse(text).ast, lists)
  const { ast: root } = language.parse(spelled.text)
  const refusal = refusalOf(root, shapes)
  if (refusal) return refuse(refusal.message, spelled.placeOf(refusal.node.start))
  const { valid, type, error } = language.check(spelled.text)
  if (!valid) return { isRead: false, problem: problemOf(error, spelled.placeOf) }
  if (type !== 'bool' && type !== 'dyn') {
    return refuse('It has to be true or false, such as `net + tax == total`.')
  }
  const said = fieldsIn(root, shapes)
  const fields = [...shapes.keys()].filter((key) => said.has(key))
  if (fields.length === 0) return refuse('It speaks of no field.')
  return {
    isRead: true,
    check: {
      text: spelled.text,
      root,
      fields,
      isEquation: isEquation(root, shapes),
      cost: costOf(root),
    },
  }
}

const refuse = (message: string, at?: number): Understood => ({
  isRead: false,
  problem: { message, at },
})

type Located = Error & { readonly summary?: string; readonly range?: { readonly start: number } }

function problemOf(error: unknown, placeOf: (place: number) => number): CheckProblem {
  if (!(error instanceof Error)) throw error
  const { summary, range, message } = error as Located
  const offset = range && placeOf(range.start)
  const unknown = /^Unknown variable: (.+)$/.exec(summary ?? '')
  return {
    message: unknown ? `There is no field “${unknown[1]}”.` : `${summary ?? message}.`,
    at: offset,
  }
}

type Refusal = { readonly message: string; readonly node: ASTNode }

function refusalOf(root: ASTNode, shapes: ReadonlyMap<string, ShapeOfField>): Refusal | undefined {
  for (const node of nodesIn(root)) {
    const message = wrongCall(node) ?? wrongField(node, shapes)
    if (message) return { message, node }
  }
  if (costOf(root).loops <= mostLoopsInside) return undefined
  return { message: `Lists are gone through more than ${mostLoopsInside} deep.`, node: root }
}

const functions = new Set('sum near known valueOr abs days asBefore size has'.split(' '))
const methods = new Set('size contains startsWith endsWith'.split(' '))

/**
 * Only listed functions are allowed: others of the language create texts and lists of any length.
 */
function wrongCall(node: ASTNode): string | undefined {
  if (node.op !== 'call' && node.op !== 'rcall') return undefined
  const [name] = node.args
  if (name === 'matches') return 'Regular expressions cannot be used in checks.'
  const isKnown = node.op === 'call' ? functions.has(name) : methods.has(name) || loops.has(name)
  return isKnown ? undefined : `There is no function “${name}” for checks.`
}

/** `fields` cannot be used without a key: all referenced fields must be known before evaluation. */
function wrongField(node: ASTNode, shapes: ReadonlyMap<string, ShapeOfField>): string | undefined {
  const key = keyIn(node)
  return key === undefined || shapes.has(key) ? undefined : `There is no field “${key}”.`
}

/** Returns the key in `fields["key"]` or `fields.key`. */
function keyIn(node: ASTNode): string | undefined {
  if (node.op !== '[]' && node.op !== '.') return undefined
  const [from, key] = node.args
  if (from.op !== 'id' || from.args !== allFields) return undefined
  if (typeof key === 'string') return key
  return key.op === 'value' && typeof key.args === 'string' ? key.args : ''
}

function fieldsIn(root: ASTNode, shapes: ReadonlyMap<string, ShapeOfField>): ReadonlySet<string> {
  const said = [...nodesIn(root)].map((node) => (node.op === 'id' ? node.args : keyIn(node)))
  return new Set(said.filter((key) => key !== undefined && shapes.has(key)) as string[])
}

/** An equation may also be one operand of a conjunction. */
function isEquation(node: ASTNode, shapes: ReadonlyMap<string, ShapeOfField>): boolean {
  if (node.op === '&&') return node.args.some((part) => isEquation(part, shapes))
  const isNear = node.op === 'call' && node.args[0] === 'near'
  return (node.op === '==' || isNear) && fieldsIn(node, shapes).size > 1
}
