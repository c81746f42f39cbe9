import ts from 'typescript'
import { combine, readOperand, type Wording } from './read-expression.ts'

/** Elements that stand within a sentence: their text is read as a part of the text around them. */
const inlineElements = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'i',
  'kbd',
  'Link',
  'mark',
  'strong',
  'Typography.Link',
  'Typography.Text',
])

type Run = { node: ts.Node; wordings: readonly string[] }

/** Returns the texts among the children of an element; an element that is no part of a sentence ends a text. */
export function readChildren(children: ts.NodeArray<ts.JsxChild>): readonly Wording[] {
  const runs: Run[] = []
  let run: Run | undefined
  const isSentence = isProse(children)
  for (const child of children) {
    const wordings = isSentence || !isInline(child) ? readChild(child) : undefined
    if (!wordings) run = undefined
    else if (run) run.wordings = combine(run.wordings, wordings)
    else {
      run = { node: child, wordings }
      runs.push(run)
    }
  }
  return runs.flatMap(({ node, wordings }) =>
    wordings.map((wording) => ({ node, text: wording.replace(/\s+/g, ' ').trim() })),
  )
}

/** Whether the text of this element is a part of the sentence that its parent shows. */
export function isReadWithParent(element: ts.JsxElement | ts.JsxFragment): boolean {
  const { parent } = element
  return isInline(element) && ts.isJsxElement(parent) && isProse(parent.children)
}

const isInline = (node: ts.Node): node is ts.JsxElement =>
  ts.isJsxElement(node) && inlineElements.has(node.openingElement.tagName.getText())

const isProse = (children: ts.NodeArray<ts.JsxChild>) =>
  children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text))

function readChild(child: ts.JsxChild): readonly string[] | undefined {
  if (ts.isJsxText(child)) return [joinLines(child.text)]
  if (ts.isJsxExpression(child)) return readBraces(child)
  if (isInline(child)) return readInline(child.children)
  return undefined
}

function readInline(children: ts.NodeArray<ts.JsxChild>): readonly string[] | undefined {
  let wordings: readonly string[] = ['']
  for (const child of children) {
    const childWordings = readChild(child)
    if (!childWordings) return undefined
    wordings = combine(wordings, childWordings)
  }
  return wordings
}

function readBraces({ expression }: ts.JsxExpression): readonly string[] | undefined {
  if (!expression) return ['']
  return containsJsx(expression) ? undefined : readOperand(expression)
}

function containsJsx(node: ts.Node): boolean {
  const isJsx = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)
  return isJsx || ts.forEachChild(node, (child) => containsJsx(child) || undefined) === true
}

/** JSX drops white space that contains a line break, and joins lines with a space. */
function joinLines(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  const trimmedLines = lines.map((line, index) => {
    const start = index === 0 ? line : line.trimStart()
    return index === last ? start : start.trimEnd()
  })
  return trimmedLines.filter((line, index) => line || index === 0 || index === last).join(' ')
}
