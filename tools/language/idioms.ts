/** Rules about idioms that hide what happens, and a list of casts. */
import ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'
import { withoutWrapping } from './spreads.ts'
import { type Violation, violationAt } from './violation.ts'

/** Returns `flatMap((x) => condition ? [x] : [])`: a filter that does not say so. */
export function findFlatMapFilters(file: ParsedFile): readonly Violation[] {
  return file.nodes
    .filter((node) => ts.isCallExpression(node) && isFlatMapFilter(node))
    .map((node) => violationAt(file, node, flatMapText(node as ts.CallExpression)))
}

/** Returns statements that assign several values at once. The head of a `for` loop may do so. */
export function findPackedAssignments(file: ParsedFile): readonly Violation[] {
  return file.nodes.filter(isPacked).map((node) => violationAt(file, node))
}

/** Returns assertions on a property, such as `row.tool as Tool`, where the property could be typed. */
export function findPropertyCasts(file: ParsedFile): readonly Violation[] {
  return file.nodes
    .filter((node) => ts.isAsExpression(node) && isPropertyCast(node))
    .map((node) => violationAt(file, node))
}

function isFlatMapFilter({ expression, arguments: [callback] }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'flatMap') return false
  if (!callback || !ts.isArrowFunction(callback)) return false
  const result = returnedExpression(callback.body)
  if (!result || !ts.isConditionalExpression(result)) return false
  const branches = [withoutWrapping(result.whenTrue), withoutWrapping(result.whenFalse)]
  return branches.some(isEmptyArray) && branches.some(isArrayOfOneValue)
}

function returnedExpression(body: ts.ConciseBody): ts.Expression | undefined {
  if (!ts.isBlock(body)) return withoutWrapping(body)
  const [statement] = body.statements
  if (body.statements.length !== 1 || !statement || !ts.isReturnStatement(statement)) return
  return statement.expression && withoutWrapping(statement.expression)
}

function isEmptyArray(node: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(node) && node.elements.length === 0
}

function isArrayOfOneValue(node: ts.Expression): boolean {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length !== 1) return false
  return node.elements.every((element) => isPlainValue(withoutWrapping(element)))
}

function isPlainValue(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    return isPlainValue(withoutWrapping(node.expression))
  }
  if (ts.isNonNullExpression(node)) return isPlainValue(node.expression)
  return ts.isIdentifier(node) || ts.isLiteralExpression(node)
}

function flatMapText({ expression, arguments: [callback] }: ts.CallExpression): string {
  const method = expression.getText().split('.').at(-1)
  return `${method}(${callback?.getText()})`
}

function isPacked(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) return isPackedDeclaration(node)
  if (ts.isVariableDeclarationList(node)) {
    return node.declarations.length > 1 && !ts.isForStatement(node.parent)
  }
  if (!ts.isBinaryExpression(node)) return false
  const operator = node.operatorToken.kind
  if (operator === ts.SyntaxKind.CommaToken) return !isInForHead(node)
  return operator === ts.SyntaxKind.EqualsToken && isPackedAssignment(node)
}

function isPackedDeclaration({ name, initializer }: ts.VariableDeclaration): boolean {
  if (!initializer) return false
  return ts.isArrayBindingPattern(name) && isLiteralList(initializer)
}

function isPackedAssignment({ left, right, parent }: ts.BinaryExpression): boolean {
  if (ts.isArrayLiteralExpression(left) && isLiteralList(right)) return true
  return isAssignment(withoutWrapping(right)) && !isAssignment(parent)
}

function isAssignment(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
}

const isLiteralList = (node: ts.Expression) => ts.isArrayLiteralExpression(withoutWrapping(node))

function isInForHead({ parent }: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return isInForHead(parent)
  return ts.isForStatement(parent)
}

function isPropertyCast({ expression, type }: ts.AsExpression): boolean {
  const value = withoutWrapping(expression)
  return ts.isPropertyAccessExpression(value) && ts.isTypeReferenceNode(type) && !isConst(type)
}

const isConst = (type: ts.TypeReferenceNode) => type.typeName.getText() === 'const'
