import type { Attributes, XmlElement } from '../../markup/parse-xml.ts'

/** Letters of a cell with one font; without it, they have that of the cell. */
type FontRun = { readonly text: string; readonly font?: XmlElement }
export type RichText = readonly FontRun[]

type RichTextBuilder = { runs: { text: string; font?: XmlElement }[] }

/**
 * Collects the runs of a text from the events of its elements; phonetic hints are left out. Text outside a run belongs to
 * none.
 */
export function openRichText() {
  const builder: RichTextBuilder = { runs: [] }
  let properties: XmlElement[] | undefined
  let font: XmlElement | undefined
  let isText = false
  let isPhonetic = false
  return {
    begin(): void {
      builder.runs = []
      font = undefined
    },
    open(name: string, attributes: Attributes): void {
      if (properties) properties.push({ name, attributes, children: [] })
      if (name === 'rPr') properties = []
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text(text: string): void {
      if (!isText) return
      const last = builder.runs.at(-1)
      if (last && last.font === font) last.text += text
      else builder.runs.push(font ? { text, font } : { text })
    },
    close(name: string): void {
      isText = false
      if (name === 'rPr' && properties)
        font = { name: 'font', attributes: {}, children: properties }
      if (name === 'rPr') properties = undefined
      if (name === 'r') font = undefined
      if (name === 'rPh') isPhonetic = false
    },
    /** The runs since `begin`. */
    take: (): RichText => builder.runs,
  }
}

export const plainTextOf = (runs: RichText): string => runs.map(({ text }) => text).join('')
