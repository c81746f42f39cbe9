/** Rules about `...`: a literal in a literal has no meaning of its own. */
import ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'
import { type Violation, violationAt } from './violation.ts'

/** Returns spreads of an object or array literal into a literal, an element or a call. */
export function findLiteralSpreads(file: ParsedFile): readonly Violation[] {
  return file.nodes
    .filter((node) => isSpread(node) && isLiteral(withoutWrapping(node.expression)))
    .map((node) => violationAt(file, node))
}

/** Returns spreads that add properties only under a condition, as in `...(x && { x })`. */
export function findConditionalSpreads(file: ParsedFile): readonly Violation[] {
  return file.nodes
    .filter((node) => isObjectSpread(node) && isConditional(withoutWrapping(node.expression)))
    .map((node) => violationAt(file, node))
}

type ObjectSpread = ts.SpreadAssignment | ts.JsxSpreadAttribute

function isObjectSpread(node: ts.Node): node is ObjectSpread {
  return ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)
}

function isSpread(node: ts.Node): node is ObjectSpread | ts.SpreadElement {
  return isObjectSpread(node) || ts.isSpreadElement(node)
}

function isLiteral(node: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)
}

function isConditional(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) {
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    return isAnd && isLiteral(withoutWrapping(node.right))
  }
  if (!ts.isConditionalExpression(node)) return false
  return isEmptyBranch(node.whenTrue) || isEmptyBranch(node.whenFalse)
}

function isEmptyBranch(branch: ts.Expression): boolean {
  const node = withoutWrapping(branch)
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0
  return ts.isIdentifier(node) && node.text === 'undefined'
}

/** Returns what stands within parentheses, `as` and `satisfies`. */
export function withoutWrapping(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
  return isWrapped ? withoutWrapping(node.expression) : node
}
