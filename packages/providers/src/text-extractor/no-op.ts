import { type DocumentText, formatVersion, type Word } from '@recto/document-text/model'
import { defineProvider } from '../kit/define-provider.ts'
import { noOpSentence, noOpSettings, wait } from '../kit/no-op.ts'

const left = 72
const top = 72
const letterWidth = 6
const lineHeight = 12

/** The fixed sentence as one line on an A4 page. */
function sentenceOnAPage(): DocumentText {
  const words: Word[] = []
  let x = left
  for (const text of noOpSentence.split(' ')) {
    const end = x + text.length * letterWidth
    words.push({ text, box: [x, top, end, top + lineHeight], confidence: 1, origin: 'markup' })
    x = end + letterWidth
  }
  const line = {
    box: [left, top, x - letterWidth, top + lineHeight],
    start: 0,
    end: words.length,
  } as const
  return {
    formatVersion,
    pages: [{ number: 0, width: 595, height: 842, rotation: 0, words, lines: [line] }],
  }
}

/** Reads a fixed sentence out of any file, after a while: for load tests without a reader. */
export const noOpTextExtractor = defineProvider({
  id: 'noOpX2text|mp66d1op-7100-d340-9101-846fc7115676',
  kind: 'text-extractor',
  name: 'No Op X2Text',
  description: 'Waits, then returns fixed text.',
  icon: '/icons/adapter-icons/noOpx2Text.png',
  isHidden: true,
  settings: noOpSettings('No Op Text Extractor'),

  open: ({ wait_time: seconds }) => ({
    isFree: true,
    async read(_bytes, { signal } = {}) {
      await wait(seconds, signal)
      return sentenceOnAPage()
    },
  }),
  check: async () => {},
})
