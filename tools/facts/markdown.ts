/** A piece of a page with the number of its line. */
export type MarkdownPiece = { readonly text: string; readonly line: number }

const fence = /^([ \t]*)(```+|~~~+)[^\n]*\n[\s\S]*?\n\1\2[ \t]*$/gm
const inlineCode = /(`+)(?:(?!\1).)+\1/g

/** Returns the targets of all links and pictures. */
export function findLinks(content: string): readonly MarkdownPiece[] {
  const prose = withoutCode(content)
  const links = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  return links.map(({ 1: text = '', index }) => ({ text, line: lineAt(prose, index) }))
}

/** Returns the names by which a link can address the headings, as GitHub makes them. */
export function findAnchors(content: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutFences(content).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const anchor = toAnchor(heading)
    let name = anchor
    for (let number = 1; anchors.has(name); number++) name = `${anchor}-${number}`
    anchors.add(name)
  }
  return anchors
}

/** Returns the code within sentences and the lines of code blocks. */
export function findCode(content: string): readonly MarkdownPiece[] {
  const blockLines = [...content.matchAll(fence)].flatMap(({ 0: block, index }) =>
    block
      .split('\n')
      .map((text, offset) => ({ text, line: lineAt(content, index) + offset }))
      .slice(1, -1),
  )
  const spans = [...withoutFences(content).matchAll(inlineCode)].map(({ 0: span, index }) => ({
    text: span.replace(/^`+ ?| ?`+$/g, ''),
    line: lineAt(content, index),
  }))
  return [...blockLines, ...spans]
}

function toAnchor(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
}

const lineAt = (content: string, index: number) => content.slice(0, index).split('\n').length

/** Replaces code by blanks, so that places in the text stay the same. */
const blank = (code: string) => code.replace(/[^\n]/g, ' ')
const withoutFences = (content: string) => content.replace(fence, blank)
const withoutCode = (content: string) => withoutFences(content).replace(inlineCode, blank)
