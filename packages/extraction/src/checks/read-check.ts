import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { allFields, declareFields, openLanguage, type ShapeOfField } from './check-language.ts'
import { nodesIn, spellColumns } from './columns-of-lists.ts'
import { type CostOfCheck, costOf, loops } from './cost-of-check.ts'

/** What a check says, as it was understood. */
export type ReadCheck = {
  /** As it is evaluated. */
  readonly text: string
  readonly root: ASTNode
  /** The keys that it speaks of, in the order of the project. */
  readonly fields: readonly string[]
  /** Whether wrong values seldom satisfy it: two sides that are computed from different fields are equal. */
  readonly isEquation: boolean
  /** What it may take, whatever lists it is about. */
  readonly cost: CostOfCheck
}

/** Why a check cannot be used: in words, with the place in its text from zero where there is one. */
type CheckProblem = { readonly message: string; readonly at?: number | undefined }

type Understood =
  | { readonly isRead: true; readonly check: ReadCheck }
  | { readonly isRead: false; readonly problem: CheckProblem }

/** Each in another: `a.all(x, b.all(y, …))`. */
const mostLoopsInside = 2

/** Of which the length is bounded by what is typed. */
const maxExpression = 2000

/**
 * Reads a check over the fields of a project without evaluating anything. `shapes` are all fields by key.
 * A problem names what is wrong: the syntax with its place, a name that is no field, types that do not go together,
 * regular expressions, and loops in loops in loops.
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
  const lists = new Set([...shapes].flatMap(([key, shape]) => (shape === 'list' ? [key] : [])))
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
      ...{ text: spelled.text, root, fields },
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
  const at = range && placeOf(range.start)
  const unknown = /^Unknown variable: (.+)$/.exec(summary ?? '')
  return { message: unknown ? `There is no field “${unknown[1]}”.` : `${summary ?? message}.`, at }
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

/** What is allowed is listed: others of the language make texts and lists of any length. */
function wrongCall(node: ASTNode): string | undefined {
  if (node.op !== 'call' && node.op !== 'rcall') return undefined
  const [name] = node.args
  if (name === 'matches') return 'Regular expressions cannot be used in checks.'
  const isKnown = node.op === 'call' ? functions.has(name) : methods.has(name) || loops.has(name)
  return isKnown ? undefined : `There is no function “${name}” for checks.`
}

const functions = new Set('sum near known valueOr abs days asBefore size has'.split(' '))
const methods = new Set('size contains startsWith endsWith'.split(' '))

/** `fields` is nothing by itself: what it speaks of is known before anything is evaluated. */
function wrongField(node: ASTNode, shapes: ReadonlyMap<string, ShapeOfField>): string | undefined {
  const key = keyIn(node)
  return key === undefined || shapes.has(key) ? undefined : `There is no field “${key}”.`
}

/** Of `fields["key"]` and `fields.key`. */
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

/** Also where it is one of several things that all have to hold. */
function isEquation(node: ASTNode, shapes: ReadonlyMap<string, ShapeOfField>): boolean {
  if (node.op === '&&') return node.args.some((part) => isEquation(part, shapes))
  const isNear = node.op === 'call' && node.args[0] === 'near'
  return (node.op === '==' || isNear) && fieldsIn(node, shapes).size > 1
}
