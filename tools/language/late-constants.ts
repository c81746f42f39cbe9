import ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'
import { type Violation, violationAt } from './violation.ts'

/** Returns top-level constants that an earlier statement of the file uses. Functions may stand below. */
export function findLateConstants(file: ParsedFile): readonly Violation[] {
  const constants = new Map(topLevelConstants(file.tree).map((name) => [name.text, name]))
  if (constants.size === 0) return []
  const late = new Set<ts.Identifier>()
  for (const node of file.nodes) {
    if (!ts.isIdentifier(node)) continue
    const constant = constants.get(node.text)
    if (constant && isUsedTooEarly(node, constant)) late.add(constant)
  }
  return [...late].map((name) => violationAt(file, name))
}

function topLevelConstants(tree: ts.SourceFile): readonly ts.Identifier[] {
  const lists = tree.statements.filter(ts.isVariableStatement).map((one) => one.declarationList)
  const declarations = lists.filter(isConstList).flatMap((list) => [...list.declarations])
  return declarations
    .filter(({ initializer }) => initializer && !isFunction(initializer))
    .flatMap(({ name }) => namesIn(name))
}

const isConstList = (list: ts.VariableDeclarationList) => (list.flags & ts.NodeFlags.Const) !== 0

function isFunction(node: ts.Expression): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

function isUsedTooEarly(use: ts.Identifier, constant: ts.Identifier): boolean {
  if (use.pos >= constant.pos || !isReference(use)) return false
  return topStatement(use) !== topStatement(constant) && !isShadowed(use)
}

/** Tells whether the identifier reads a variable, rather than naming a property or a declaration. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isQualifiedName(parent)) return parent.left === node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isTypeReferenceNode(parent) || ts.isImportSpecifier(parent)) return false
  if (ts.isExportSpecifier(parent) || ts.isJsxAttribute(parent)) return false
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false
  return (parent as Partial<ts.NamedDeclaration>).name !== node
}

function topStatement(node: ts.Node): ts.Node {
  return ts.isSourceFile(node.parent) ? node : topStatement(node.parent)
}

/** Tells whether a function or a block around the identifier declares a variable of the same name. */
function isShadowed(use: ts.Identifier): boolean {
  for (let scope: ts.Node = use.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    if (namesDeclaredBy(scope).includes(use.text)) return true
  }
  return false
}

function namesDeclaredBy(scope: ts.Node): readonly string[] {
  if (ts.isFunctionLike(scope)) {
    return scope.parameters.flatMap(({ name }) => namesIn(name)).map(({ text }) => text)
  }
  if (ts.isBlock(scope)) return scope.statements.flatMap(namesDeclaredByStatement)
  if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    const { initializer } = scope
    const isList = initializer && ts.isVariableDeclarationList(initializer)
    return isList ? namesInList(initializer) : []
  }
  const variable = ts.isCatchClause(scope) && scope.variableDeclaration
  return variable ? namesIn(variable.name).map(({ text }) => text) : []
}

function namesDeclaredByStatement(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return namesInList(statement.declarationList)
  return ts.isFunctionDeclaration(statement) && statement.name ? [statement.name.text] : []
}

function namesInList(list: ts.VariableDeclarationList): readonly string[] {
  return list.declarations.flatMap(({ name }) => namesIn(name)).map(({ text }) => text)
}

function namesIn(name: ts.BindingName): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name]
  const elements: readonly ts.ArrayBindingElement[] = name.elements
  return elements.filter(ts.isBindingElement).flatMap((element) => namesIn(element.name))
}
