import ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'

/** The words of a comment without its marks; line comments on neighbouring lines are one comment. */
type Comment = { readonly position: number; readonly words: string }

type Range = { readonly start: number; readonly end: number }

const directive = /^(?:@|biome-|eslint|prettier|#|[/]|v8 |c8 |istanbul)/

/** Returns the comments of a file, without directives for tools and without JSDoc tags. */
export function listComments(file: ParsedFile): readonly Comment[] {
  return joinLineComments(file.text, commentRanges(file))
    .map(({ start, end }) => ({ position: start, words: wordsOf(file.text.slice(start, end)) }))
    .filter(({ words }) => words !== '' && !directive.test(words))
}

function wordsOf(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*(?:[/]{2}|[/]?\*+(?![/]))/, ''))
  const [description = ''] = lines
    .join('\n')
    .replace(/\s*\*+[/]\s*$/, '')
    .split(/^\s*@\w/m)
  return description.replaceAll(/\s+/g, ' ').trim()
}

function commentRanges({ text, nodes }: ParsedFile): readonly Range[] {
  const literals = nodes.filter(isTextNode)
  const ranges: Range[] = []
  let nextLiteral = 0
  let position = 0
  for (;;) {
    const start = startOfComment(text, position)
    if (start === -1) return ranges
    while ((literals[nextLiteral]?.end ?? Infinity) <= start) nextLiteral += 1
    const literal = literals[nextLiteral]
    if (literal && literal.getStart() <= start) position = literal.end
    else {
      const end = endOfComment(text, start)
      ranges.push({ start, end })
      position = end
    }
  }
}

/** Nodes whose text may contain the marks of a comment. */
function isTextNode(node: ts.Node): boolean {
  return ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)
}

function startOfComment(text: string, from: number): number {
  const pattern = /[/](?=[/*])/g
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

function endOfComment(text: string, start: number): number {
  const isBlock = text[start + 1] === '*'
  const end = text.indexOf(isBlock ? '*/' : '\n', start + 2)
  if (end === -1) return text.length
  return isBlock ? end + 2 : end
}

function joinLineComments(text: string, ranges: readonly Range[]): readonly Range[] {
  const comments: Range[] = []
  for (const range of ranges) {
    const previous = comments.at(-1)
    if (previous && continues(text, previous, range)) {
      comments.splice(-1, 1, { start: previous.start, end: range.end })
    } else comments.push(range)
  }
  return comments
}

/** Tells whether both are line comments with nothing but a line break between them. */
function continues(text: string, first: Range, second: Range): boolean {
  if (!text.startsWith('//', first.start) || !text.startsWith('//', second.start)) return false
  return /^\n[ \t]*$/.test(text.slice(first.end, second.start))
}
