import ts from 'typescript'

/** A text of the source, with `…` for each value that is only known when the product runs. */
export type Wording = { readonly node: ts.Node; readonly text: string }

const placeholder = '…'
/** A text with many conditions would have a great number of wordings; the first few show its style. */
const maxWordings = 12

/** Returns the wordings of an expression: one for a literal, several for a condition, none for a call. */
export function readExpression(expression: ts.Expression): readonly Wording[] {
  const inner = unwrap(expression)
  if (ts.isConditionalExpression(inner)) {
    return [...readExpression(inner.whenTrue), ...readExpression(inner.whenFalse)]
  }
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.flatMap(readExpression)
  if (ts.isArrowFunction(inner)) return readFunction(inner)
  if (isChoice(inner)) return [...readExpression(inner.left), ...readExpression(inner.right)]
  return readWordings(inner).map((text) => ({ node: inner, text }))
}

function readFunction({ body }: ts.ArrowFunction): readonly Wording[] {
  return ts.isBlock(body) ? [] : readExpression(body)
}

function readWordings(expression: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression)) return readTemplate(expression)
  if (isSum(expression)) {
    return combine(readOperand(expression.left), readOperand(expression.right))
  }
  return []
}

function readTemplate({ head, templateSpans }: ts.TemplateExpression): readonly string[] {
  let wordings: readonly string[] = [head.text]
  for (const { expression, literal } of templateSpans) {
    const values = readOperand(expression)
    wordings = combine(wordings, values).map((wording) => wording + literal.text)
  }
  return wordings
}

/** Returns the wordings of a part of a text, or the placeholder if they are unknown. */
export function readOperand(expression: ts.Expression): readonly string[] {
  const inner = unwrap(expression)
  if (ts.isNumericLiteral(inner)) return [inner.text]
  if (ts.isConditionalExpression(inner)) {
    return [...readOperand(inner.whenTrue), ...readOperand(inner.whenFalse)]
  }
  const wordings = readWordings(inner)
  return wordings.length > 0 ? wordings : [placeholder]
}

export function combine(heads: readonly string[], tails: readonly string[]): readonly string[] {
  const pairs = heads.flatMap((head) => tails.map((tail) => head + tail))
  return pairs.slice(0, maxWordings)
}

export function unwrap(expression: ts.Expression): ts.Expression {
  const hasInner =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
  return hasInner ? unwrap(expression.expression) : expression
}

const choices = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
])

const isChoice = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && choices.has(node.operatorToken.kind)

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
