import type { HiddenText, Line, Page, Word } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'

/** Has none of them in most words: one look decides. */
const shapelessSome =
  /[\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0f]/u
/** Which change the order of letters, or carry letters of their own: nobody who writes for people needs them. */
const tellingCharacters = /[\u202d\u202e\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0f]{2}/u
const alwaysShapeless =
  /[\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu
const manySelectors = /[\ufe00-\ufe0f]{2,}/gu
/** Persian and Indian scripts, and pictures of several signs, are written with them. */
const joiners = /[\u200c\u200d]/gu
const plain = /^[\u0020-\u024f\u200c\u200d]*$/u
const tags = /[\u{e0020}-\u{e007e}]/gu
const firstTag = 0xe0000
const maxHiddenTexts = 200
const maxCharacters = 300

/**
 * A page without characters that have no shape, in which whole sentences can be written that nobody sees. Those that carry
 * letters of their own, or change the order of letters, are named.
 */
export function withoutShapeless(page: Page, hiddenHandling: HiddenHandling | undefined): Page {
  if (!hiddenHandling || !page.words.some(({ text }) => shapelessSome.test(text))) return page
  const hiddenTexts = page.words
    .filter(({ text }) => tellingCharacters.test(text))
    .slice(0, maxHiddenTexts)
    .map(({ text, box }): HiddenText => ({ text: speltOf(text), box, reason: 'characters' }))
  const hidden = [...(page.hidden ?? []), ...hiddenTexts].slice(0, maxHiddenTexts)
  const cleanedPage =
    hiddenHandling === 'named' ? page : withoutEmpty(page, page.words.map(cleaned))
  return { ...cleanedPage, ...omitUndefined({ hidden: hidden.length > 0 ? hidden : undefined }) }
}

function cleaned(word: Word): Word {
  if (!shapelessSome.test(word.text)) return word
  const text = word.text.replace(alwaysShapeless, '').replace(manySelectors, '')
  return { ...word, text: plain.test(text) ? text.replace(joiners, '') : text }
}

function speltOf(text: string): string {
  return text
    .replace(tags, (tag) => String.fromCharCode(tag.codePointAt(0)! - firstTag))
    .replace(alwaysShapeless, '')
    .slice(0, maxCharacters)
}

function withoutEmpty(page: Page, cleanedWords: readonly Word[]): Page {
  const words: Word[] = []
  const lines = page.lines.flatMap((line): Line[] => {
    const start = words.length
    words.push(...cleanedWords.slice(line.start, line.end).filter(({ text }) => text !== ''))
    return words.length > start ? [{ ...line, start, end: words.length }] : []
  })
  return { ...page, words, lines }
}
