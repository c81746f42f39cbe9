import ts from 'typescript'
import type { ParsedFile } from '../language/parsed-file.ts'
import {
  hidesArguments,
  isAlert,
  isInternalError,
  isShownName,
  makesError,
  type TextKind,
} from './kinds.ts'
import { readExpression, unwrap, type Wording } from './read-expression.ts'
import { isReadWithParent, readChildren } from './read-jsx.ts'

/** A text that people read, with `…` for each value that is only known when the product runs. */
export type ShownText = {
  readonly path: string
  readonly line: number
  readonly kind: TextKind
  readonly text: string
}

type Find = { readonly kind: TextKind; readonly wordings: readonly Wording[] }

/** Returns the texts of one file that people read, in the order of the file. */
export function findTexts(file: ParsedFile): readonly ShownText[] {
  const finds = file.nodes.flatMap((node) => findAtNode(node, file.path))
  const readNodes = new Set(finds.flatMap(({ wordings }) => wordings.map(({ node }) => node)))
  const sentences = isSentenceFile(file.path)
    ? file.nodes.filter(isSentence).filter((node) => !isInside(node, readNodes))
    : []
  const sentenceFinds = sentences.map(
    (node): Find => ({ kind: 'sentence', wordings: readExpression(node) }),
  )
  const texts = [...finds, ...sentenceFinds].flatMap(({ kind, wordings }) =>
    wordings
      .filter(({ text }) => isReadable(text, kind))
      .map(({ node, text }) => describe(file, node, kind, text)),
  )
  const uniqueTexts = new Map(texts.map((text) => [`${text.line} ${text.text}`, text]))
  return [...uniqueTexts.values()].toSorted((a, b) => a.line - b.line)
}

function describe(file: ParsedFile, node: ts.Node, kind: TextKind, text: string): ShownText {
  const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree))
  const shownText = text.replace(/\s+/g, ' ').trim()
  return { path: file.path, line: line + 1, kind: kindOf(kind, file.path), text: shownText }
}

/** The folder says more than the syntax about texts of command lines and of settings forms. */
function kindOf(kind: TextKind, path: string): TextKind {
  if (kind === 'jsx' || kind === 'mail') return kind
  if (/^(?:packages\/command-line|apps\/server\/src\/entry)\//.test(path)) return 'output'
  if (path.startsWith('packages/providers/') && kind === 'property') return 'settings'
  return kind
}

function findAtNode(node: ts.Node, path: string): readonly Find[] {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return findInElement(node)
  if (ts.isJsxAttribute(node)) return findInAttribute(node)
  if (ts.isPropertyAssignment(node)) return findInProperty(node, path)
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return findInCall(node, path)
  return []
}

function findInElement(element: ts.JsxElement | ts.JsxFragment): readonly Find[] {
  if (isReadWithParent(element)) return []
  const choices = element.children.flatMap((child) =>
    ts.isJsxExpression(child) && child.expression ? readExpression(child.expression) : [],
  )
  return [
    { kind: 'jsx', wordings: readChildren(element.children) },
    { kind: 'jsx', wordings: choices },
  ]
}

function findInAttribute({ name, initializer }: ts.JsxAttribute): readonly Find[] {
  if (!initializer || !isShownName(name.getText())) return []
  const expression = ts.isJsxExpression(initializer) ? initializer.expression : initializer
  return expression && ts.isExpression(expression)
    ? [{ kind: 'attribute', wordings: readExpression(expression) }]
    : []
}

function findInProperty(
  { name, initializer, parent }: ts.PropertyAssignment,
  path: string,
): readonly Find[] {
  const key = ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : ''
  if (!isShownName(key)) return []
  const wordings = readExpression(initializer)
  if (isMail(parent)) return [{ kind: 'mail', wordings }]
  const isPage = path.startsWith('apps/web/')
  return [{ kind: 'property', wordings: isPage ? wordings : wordings.filter(isNoCode) }]
}

/** Outside of pages, a single word in lower case is a value of the program. */
const isNoCode = ({ text }: Wording) => /\s|^[^\p{Ll}]/u.test(text)

const isMail = ({ properties }: ts.ObjectLiteralExpression) =>
  ['subject', 'text'].every((key) =>
    properties.some((property) => property.name?.getText() === key),
  )

function findInCall(call: ts.CallExpression | ts.NewExpression, path: string): readonly Find[] {
  const name = nameOfCall(call)
  const [first] = call.arguments ?? []
  if (name === 'notFound' && first) return [findMissing(first)]
  const isServer = !path.startsWith('apps/web/')
  if (isServer ? makesError(name) || isThrown(call, name) : isAlert(name)) {
    const wordings = (call.arguments ?? []).flatMap(readExpression)
    return [{ kind: isServer ? 'error' : 'alert', wordings: wordings.filter(hasSpace) }]
  }
  return []
}

/** `notFound` of apps/server makes a sentence of the noun. */
function findMissing(noun: ts.Expression): Find {
  const wordings = readExpression(noun).map(({ node, text }) => ({
    node,
    text: `No such ${text}.`,
  }))
  return { kind: 'error', wordings }
}

const isThrown = (call: ts.Node, name: string) =>
  ts.isThrowStatement(call.parent) && !isInternalError(name)

/** Errors also take codes and names of fields, which are single words. */
const hasSpace = ({ text }: Wording) => text.trim().includes(' ')

function nameOfCall({ expression }: ts.CallExpression | ts.NewExpression): string {
  const callee = unwrap(expression)
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : ''
}

/** These files hold SQL, or text for a model. */
const otherTexts = [
  /\.(?:store|reads)\.ts$/,
  /[/]platform[/](?:db|tracing)[/]/,
  /[/]features[/]answering[/]retrieval[/]|[/]model-calls[/]masking[/]/,
  /^packages[/](?:document-reader|document-text|extraction|client|provider-spec)[/]/,
]

const isSentenceFile = (path: string) =>
  path.startsWith('packages/extraction/src/explain/') ||
  !otherTexts.some((pattern) => pattern.test(path))

function isSentence(node: ts.Node): node is ts.Expression {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  const isPage = node.getSourceFile().fileName.startsWith('apps/web/')
  const isText = ({ text }: Wording) =>
    looksLikeSentence(text) || (isPage && /^\p{Lu}\p{Ll}+!?$/u.test(text))
  return !isHidden(node) && readExpression(node).some(isText)
}

/** A capital letter begins a sentence; two words and no sign of a program make it one. */
const looksLikeSentence = (text: string) =>
  /^[“"(]?(?:\p{Lu}|…\s)/u.test(text) &&
  /\p{L}[,;:]?\s\p{L}/u.test(text) &&
  !/[<>{}=\\]|\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER)\b/.test(text)

function isInside(node: ts.Node, readNodes: ReadonlySet<ts.Node>): boolean {
  return readNodes.has(node) || (ts.isExpression(node.parent) && isInside(node.parent, readNodes))
}

function isHidden(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const name = nameOfCall(parent)
    return hidesArguments(name) || isInternalError(name) || isLogged(parent)
  }
  if (ts.isBinaryExpression(parent)) return isComparison(parent)
  return (
    ts.isJsxAttribute(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isTemplateSpan(parent)
  )
}

const isLogged = ({ expression }: ts.CallExpression | ts.NewExpression) =>
  ts.isPropertyAccessExpression(expression) &&
  /(?:^|\.)(?:log|logger|console)$/.test(expression.expression.getText())

const isComparison = ({ operatorToken }: ts.BinaryExpression) =>
  operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
  operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken

const isReadable = (text: string, kind: TextKind) =>
  /\p{L}/u.test(text.replaceAll('…', '')) && (kind === 'jsx' || !looksLikeCode(text.trim()))

const looksLikeCode = (text: string) =>
  /^(?:https?:\/\/|[/.#$]\S|[a-z\d]+(?:[_-][a-z\d…]+)+$|[a-z]+[A-Z]\S*$)/.test(text) ||
  /^\S*[{}=<>]\S*$|^…\.\p{L}|```/u.test(text)
