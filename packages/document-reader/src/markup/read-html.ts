import { Parser } from 'htmlparser2'
import { decodeText } from '../detect/decode-text.ts'
import type { FlowBlock } from '../typeset/flow.ts'
import { htmlBlocks } from './html-blocks.ts'
import { markHiddenHtml } from './mark-hidden-html.ts'
import { tooDeep, type XmlElement, type XmlNode } from './parse-xml.ts'

/** The parser slows down on deeper nesting than any page has. */
const maxDepth = 5000
/** Elements below are taken for children of this one: their text is kept. */
const maxKeptDepth = 300
const maxNodes = 2_000_000

/** Returns what an HTML page shows without running its scripts. Throws `ReadError`. */
export function readHtml(bytes: Uint8Array): Iterable<FlowBlock> {
  return readHtmlText(decodeText(bytes, declaredEncoding(bytes)))
}

/** The same for a text that is decoded already, such as the body of a mail. */
export function readHtmlText(html: string): Iterable<FlowBlock> {
  const { root, isQuirky } = parseHtml(html)
  return htmlBlocks(markHiddenHtml(root, isQuirky))
}

/** Browsers look for it in the first 1,024 bytes. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /<meta[^<>]*?charset\s*=[\s"']*([\w.:-]+)/i.exec(head)?.[1]
}

type ElementBuilder = { name: string; attributes: Record<string, string>; children: XmlNode[] }

/** A page without a document type is `isQuirky`: browsers show it as they did in the nineties. */
function parseHtml(html: string): { readonly root: XmlElement; readonly isQuirky: boolean } {
  const root: ElementBuilder = { name: '', attributes: {}, children: [] }
  const open = [root]
  let depth = 0
  let nodes = 0
  let isQuirky = true
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      nodes += 1
      if (depth > maxDepth || nodes > maxNodes) throw tooDeep()
      const element: ElementBuilder = { name, attributes, children: [] }
      open.at(-1)!.children.push(element)
      if (depth <= maxKeptDepth) open.push(element)
    },
    onclosetag() {
      if (depth <= maxKeptDepth) open.pop()
      depth -= 1
    },
    onprocessinginstruction(name) {
      if (name.toLowerCase() === '!doctype') isQuirky = false
    },
    ontext(text) {
      open.at(-1)!.children.push(text)
    },
  })
  parser.end(html)
  return { root, isQuirky }
}
