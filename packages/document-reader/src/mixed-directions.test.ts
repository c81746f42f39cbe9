import { layoutText } from '@recto/document-text/layout/layout-text'
import { phraseText } from '@recto/document-text/layout/phrase-text'
import { rawText } from '@recto/document-text/layout/raw-text'
import type { DocumentText } from '@recto/document-text/model'
import { toPlainText } from '@recto/document-text/page-lines'
import { afterAll, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawMixedLines } from './testing/draw-mixed-lines.ts'
import { mixDocument } from './testing/mixed-documents.ts'
import { type MixedSentences, mixedSentences } from './testing/mixed-sentences.ts'
import { packDocx, paragraph } from './testing/pack-office.ts'

const reader = openReader({ threads: 1, maxPages: 20 })
afterAll(() => reader.close())

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Every format that a document may come in, and how its bytes are made. */
const formats: Readonly<
  Record<string, (document: MixedSentences) => Uint8Array | Promise<Uint8Array>>
> = {
  TXT: ({ sentences }) => Buffer.from(sentences.join('\n')),
  HTML: ({ sentences, base }) =>
    Buffer.from(
      `<!DOCTYPE html><html dir="${base}"><meta charset="utf-8"><body>${sentences
        .map((text) => `<p>${escapeMarkup(text)}</p>`)
        .join('')}</body></html>`,
    ),
  CSV: ({ sentences }) =>
    Buffer.from(
      `number,text,amount\n${sentences
        .map((text, i) => `${i + 1},"${text.replaceAll('"', '""')}",${i}.50`)
        .join('\n')}\n`,
    ),
  DOCX: ({ sentences, base }) =>
    packDocx(
      sentences
        .map((text) => paragraph(escapeMarkup(text), base === 'rtl' ? '<w:bidi/>' : ''))
        .join(''),
    ),
  mail: ({ sentences }) =>
    Buffer.from(
      `From: Dana <dana@example.com>\nTo: Olga <olga@example.com>\nSubject: Invoice\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${Buffer.from(
        sentences.join('\r\n'),
      ).toString('base64')}\n`,
    ),
  'PDF in visual order': (document) => drawMixedLines(document, 'visual'),
  'PDF in logical order': (document) => drawMixedLines(document, 'logical'),
  'PDF without spaces': (document) => drawMixedLines(document, 'words'),
}

const texts: Readonly<Record<string, (document: DocumentText) => string>> = {
  'the layout text': (document) => layoutText(document).text,
  'the plain text': toPlainText,
  'the phrases': (document) => phraseText(document).text,
  'the raw text': (document) => rawText(document).text,
}

/** Blanks between words count as one. */
const oneSpace = (text: string) => text.replace(/\s+/g, ' ')

describe.each(Object.entries(formats))('%s', (_, write) => {
  test.each(mixedSentences)('$name is read in the order of its sentences', async (document) => {
    const bytes = new Uint8Array(await write(document))

    const text = await reader.read(bytes, { mode: 'native_text', withGlyphs: true })

    for (const [name, make] of Object.entries(texts)) {
      const read = oneSpace(make(text))
      const missingSentences = document.sentences.filter(
        (sentence) => !read.includes(oneSpace(sentence)),
      )
      expect(missingSentences, name).toEqual([])
    }
  })
})

const seeds = Array.from({ length: 8 }, (_, i) => i + 1)
const madeFormats = ['TXT', 'HTML', 'CSV', 'DOCX', 'PDF in visual order']

describe.each(madeFormats)('%s made of seeds', (format) => {
  test.each(seeds)('has its runs in order and its words whole: %i', async (seed) => {
    const document = mixDocument(seed)
    const bytes = new Uint8Array(await formats[format]!(document))

    const text = await reader.read(bytes, { mode: 'form', withGlyphs: true })

    for (const [name, make] of Object.entries(texts)) {
      const read = oneSpace(make(text))
      const wordsRead = new Set(read.split(' '))
      expect(
        document.runs.filter((run) => !read.includes(run)),
        name,
      ).toEqual([])
      expect(
        document.words.filter((word) => !wordsRead.has(word)),
        name,
      ).toEqual([])
    }
  })
})
