import ts from 'typescript'

type File = { readonly path: string; readonly text: string }

export type ModuleState = { readonly path: string; readonly name: string; readonly line: number }

/** Classes whose instances never change, or only change in ways that nobody sees. */
const harmlessClasses = ['URL', 'RegExp', 'Date', 'TextEncoder', 'TextDecoder', 'Intl']
const mutatingMethods = [
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
]

/**
 * Returns the state that a module holds between calls: variables, and constants with mutable contents. A Map
 * or Set declared as read-only counts as immutable; an array counts as mutable if the module changes or
 * exports it.
 */
export function findModuleState({ path, text }: File): readonly ModuleState[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const changedArrays = namesOfChangedArrays(source)
  const states: ModuleState[] = []
  const add = (name: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(name.getStart())
    states.push({ path, name: name.getText(), line: line + 1 })
  }
  for (const statement of source.statements)
    for (const name of stateIn(statement, changedArrays)) add(name)
  return states
}

function stateIn(statement: ts.Statement, changedArrays: ReadonlySet<string>): readonly ts.Node[] {
  if (ts.isVariableStatement(statement)) {
    const all = statement.declarationList.declarations
    return all.filter((one) => isState(statement, one, changedArrays)).map(({ name }) => name)
  }
  if (!ts.isClassDeclaration(statement)) return []
  return statement.members.filter(isStaticState).map(({ name }) => name)
}

function isState(
  { declarationList, modifiers }: ts.VariableStatement,
  { name, type, initializer }: ts.VariableDeclaration,
  changedArrays: ReadonlySet<string>,
): boolean {
  if (!(declarationList.flags & ts.NodeFlags.Const)) return true
  if (!initializer) return false
  if (ts.isArrayLiteralExpression(initializer) && !isReadonly(type)) {
    return modifiers !== undefined || changedArrays.has(name.getText())
  }
  return keepsState(initializer, type)
}

function keepsState(expression: ts.Expression, type: ts.TypeNode | undefined): boolean {
  if (!ts.isNewExpression(expression)) return false
  const [outer = ''] = expression.expression.getText().split('.')
  return !(harmlessClasses.includes(outer) || isReadonly(type))
}

function isStaticState(member: ts.ClassElement): member is ts.PropertyDeclaration {
  if (!ts.isPropertyDeclaration(member)) return false
  const hasModifier = (kind: ts.SyntaxKind) =>
    member.modifiers?.some((one) => one.kind === kind) ?? false
  if (!hasModifier(ts.SyntaxKind.StaticKeyword)) return false
  const { initializer, type } = member
  return (
    !hasModifier(ts.SyntaxKind.ReadonlyKeyword) || (!!initializer && keepsState(initializer, type))
  )
}

const isReadonly = (type: ts.TypeNode | undefined) =>
  type !== undefined && /^(readonly\b|Readonly)/.test(type.getText())

/**
 * Returns the names of arrays and other objects that are changed by a mutating method or by an
 * assignment to one of their properties.
 */
function namesOfChangedArrays(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const changedNode = findChangedNode(node)
    if (changedNode) names.add(changedNode.getText())
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

function findChangedNode(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    return mutatingMethods.includes(name.text) ? expression : undefined
  }
  const isWriting =
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
  if (!isWriting) return undefined
  const { left } = node
  const isPart = ts.isElementAccessExpression(left) || ts.isPropertyAccessExpression(left)
  return isPart ? left.expression : undefined
}

/** Complains about state without a reason, and about reasons (by `path name`) that match no state. */
export function judgeState(
  states: readonly ModuleState[],
  reasons: Readonly<Record<string, string>>,
): string[] {
  const keys = states.map(({ path, name }) => `${path} ${name}`)
  return [
    ...states
      .filter((_, index) => !Object.hasOwn(reasons, keys[index] ?? ''))
      .map(({ path, name, line }) => `${path}:${line}: ${name} outlives a request.`),
    ...Object.keys(reasons)
      .filter((key) => !keys.includes(key))
      .map((key) => `${key} does not exist or holds no state: remove it from the list.`),
  ]
}
