import { ReadError } from '@recto/document-text/read-error'
import { Parser } from 'htmlparser2'
import { decodeText } from '../detect/decode-text.ts'

/** Names are without their prefixes; only an attribute of a relationship keeps its `r:`. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly XmlNode[]
}
export type XmlNode = XmlElement | string
export type Attributes = Readonly<Record<string, string>>

type XmlEvents = {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

const maxDepth = 1000
const maxNodes = 2_000_000
const noAttributes: Attributes = {}

/**
 * Reads XML, as bytes or decoded, as events. Entities that a document declares itself are never expanded, and what it
 * refers to is never fetched. Throws `ReadError`.
 */
export function parseXml(xml: Uint8Array | string, events: XmlEvents): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > maxDepth) throw tooDeep()
        events.open?.(localName(name), localAttributes(attributes))
      },
      onclosetag(name) {
        depth -= 1
        events.close?.(localName(name))
      },
      ontext(text) {
        events.text?.(text)
      },
    },
    { xmlMode: true },
  )
  parser.end(typeof xml === 'string' ? xml : decodeXml(xml))
}

/** Decodes XML in the encoding that it declares, or else in the one that its bytes suggest. */
export function decodeXml(bytes: Uint8Array): string {
  return decodeText(bytes, declaredEncoding(bytes))
}

export function tooDeep(): ReadError {
  return new ReadError('too-large', 'The document is nested too deeply.')
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The first of two attributes with the same local name wins. */
function localAttributes(attributes: Record<string, string>): Attributes {
  let local: Record<string, string> | undefined
  for (const name in attributes) {
    const key = name.startsWith('r:') ? name : localName(name)
    local ??= Object.create(null) as Record<string, string>
    local[key] ??= attributes[name]!
  }
  return local ?? noAttributes
}

type ElementBuilder = { name: string; attributes: Attributes; children: XmlNode[] }

/**
 * Reads XML, as bytes or decoded, as a tree. Throws `ReadError`, also for what would not fit in memory as one.
 */
export function parseTree(xml: Uint8Array | string): XmlElement {
  const root: ElementBuilder = { name: '', attributes: noAttributes, children: [] }
  const open = [root]
  let nodes = 0
  parseXml(xml, {
    open(name, attributes) {
      if (++nodes > maxNodes) throw new ReadError('too-large', 'The document has too many parts.')
      const element: ElementBuilder = { name, attributes, children: [] }
      open.at(-1)!.children.push(element)
      open.push(element)
    },
    close() {
      open.pop()
    },
    text(text) {
      const { children } = open.at(-1)!
      const last = children.length - 1
      if (typeof children[last] === 'string') children[last] += text
      else children.push(text)
    },
  })
  return root
}

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string'
}

export function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter(isElement)
}

/** The first child along the names. */
export function childOf(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  let current = element
  for (const name of names)
    current = current?.children.find(
      (node): node is XmlElement => isElement(node) && node.name === name,
    )
  return current
}

/** All elements of a name at any depth, in order, but not those inside one another. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) =>
    child.name === name ? [child] : findAll(child, name),
  )
}

export function textOf(element: XmlElement): string {
  return element.children.map((node) => (isElement(node) ? textOf(node) : node)).join('')
}
