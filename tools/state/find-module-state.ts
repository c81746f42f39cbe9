import ts from 'typescript'

type File = { readonly path: string; readonly text: string }

export type ModuleState = { readonly path: string; readonly name: string; readonly line: number }

/** What is made anew and never changes, or changes nothing that anybody sees. */
const harmless = ['URL', 'RegExp', 'Date', 'TextEncoder', 'TextDecoder', 'Intl']
const changing = [
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
 * Returns what a module keeps from one call to the next: variables, and constants that hold something
 * which can change. A Map or a Set that is declared as a read-only one cannot; an array can when the
 * module changes it, or lets others do so.
 */
export function findModuleState({ path, text }: File): readonly ModuleState[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const changed = namesOfChangedArrays(source)
  const found: ModuleState[] = []
  const add = (name: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(name.getStart())
    found.push({ path, name: name.getText(), line: line + 1 })
  }
  for (const statement of source.statements)
    for (const name of stateIn(statement, changed)) add(name)
  return found
}

function stateIn(statement: ts.Statement, changed: ReadonlySet<string>): readonly ts.Node[] {
  if (ts.isVariableStatement(statement)) {
    const all = statement.declarationList.declarations
    return all.filter((one) => isState(statement, one, changed)).map(({ name }) => name)
  }
  if (!ts.isClassDeclaration(statement)) return []
  return statement.members.filter(isStaticState).map(({ name }) => name)
}

function isState(
  { declarationList, modifiers }: ts.VariableStatement,
  { name, type, initializer }: ts.VariableDeclaration,
  changed: ReadonlySet<string>,
): boolean {
  if (!(declarationList.flags & ts.NodeFlags.Const)) return true
  if (!initializer) return false
  if (ts.isArrayLiteralExpression(initializer) && !isReadonly(type)) {
    return modifiers !== undefined || changed.has(name.getText())
  }
  return keepsState(initializer, type)
}

function keepsState(made: ts.Expression, type: ts.TypeNode | undefined): boolean {
  if (!ts.isNewExpression(made)) return false
  const [outer = ''] = made.expression.getText().split('.')
  return !(harmless.includes(outer) || isReadonly(type))
}

function isStaticState(member: ts.ClassElement): member is ts.PropertyDeclaration {
  if (!ts.isPropertyDeclaration(member)) return false
  const has = (kind: ts.SyntaxKind) => member.modifiers?.some((one) => one.kind === kind) ?? false
  if (!has(ts.SyntaxKind.StaticKeyword)) return false
  const { initializer, type } = member
  return !has(ts.SyntaxKind.ReadonlyKeyword) || (!!initializer && keepsState(initializer, type))
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
    const changed = changedBy(node)
    if (changed) names.add(changed.getText())
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

function changedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    return changing.includes(name.text) ? expression : undefined
  }
  const isWriting =
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
  if (!isWriting) return undefined
  const { left } = node
  const isPart = ts.isElementAccessExpression(left) || ts.isPropertyAccessExpression(left)
  return isPart ? left.expression : undefined
}

/** Returns what `allowed`, reasons by `path name`, does not explain, and what it explains in vain. */
export function judgeState(
  found: readonly ModuleState[],
  allowed: Readonly<Record<string, string>>,
): string[] {
  const keys = found.map(({ path, name }) => `${path} ${name}`)
  return [
    ...found
      .filter((_, index) => !Object.hasOwn(allowed, keys[index] ?? ''))
      .map(({ path, name, line }) => `${path}:${line}: ${name} outlives a request.`),
    ...Object.keys(allowed)
      .filter((key) => !keys.includes(key))
      .map((key) => `${key} is not there, or keeps nothing: take it out of the list.`),
  ]
}
