import pLimit from 'p-limit'
import type { Tenant } from '../../../platform/db/database.ts'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../../model-calls/model-calls.port.ts'
import type { Chunking } from '../text/chunk-text.ts'
import type { OpenedText } from '../text/open-text.ts'
import { replaceKeywords } from './keywords.store.ts'
import { parseKeywords } from './parse-reply.ts'

type KeywordIndexInput = {
  readonly collection: string
  readonly text: OpenedText
  readonly chunking: Chunking
  readonly llm: OpenedLlm
}

/** Maximum number of characters and passages in one call. */
const maxLetters = 24_000
const maxPassages = 12
const maxConcurrentCalls = 4
/** Number of words that index a passage which the model has left out. */
const fallbackWords = 10

type NumberedPassage = { readonly index: number; readonly text: string }

/**
 * Lets the model name keywords of all passages, several per call. A passage that it leaves out is
 * indexed by its most distinctive words.
 */
export async function indexKeywords(
  tenant: Tenant,
  calls: CallContext,
  { collection, text, chunking, llm }: KeywordIndexInput,
): Promise<void> {
  const texts = await text.chunks(chunking)
  const distinctiveWords = await text.findDistinctiveWords({ chunking, limit: fallbackWords })
  const limit = pLimit(maxConcurrentCalls)
  const replies = await Promise.all(
    splitIntoPortions(texts).map((passages, portionIndex) =>
      limit(async () => {
        const call = {
          adapter: llm,
          request: { prompt: buildNamingPrompt(passages) },
          step: `index/${collection}/keywords/${portionIndex}`,
          isProse: true,
          reason: 'extraction',
          // It asks no question of anybody.
          isFollowUp: true,
        } as const
        return parseKeywordReply((await callModel(tenant, calls, call)).text)
      }),
    ),
  )
  const keywordsByIndex = new Map(replies.flatMap((reply) => [...reply]))
  const passages = texts.map((_, index) => ({
    at: index,
    keywords: keywordsByIndex.get(index) ?? parseKeywords(distinctiveWords[index]?.join(',') ?? ''),
  }))
  await replaceKeywords(tenant, collection, passages)
}

function splitIntoPortions(texts: readonly string[]): readonly (readonly NumberedPassage[])[] {
  const portions: NumberedPassage[][] = []
  let letters = 0
  for (const [index, text] of texts.entries()) {
    const lastPortion = portions.at(-1)
    if (lastPortion && lastPortion.length < maxPassages && letters + text.length <= maxLetters) {
      lastPortion.push({ index, text })
      letters += text.length
      continue
    }
    portions.push([{ index, text }])
    letters = text.length
  }
  return portions
}

/** Parses lines such as `7: invoice number, Brindle & Sons`. */
function parseKeywordReply(reply: string): ReadonlyMap<number, readonly string[]> {
  const entries = reply.split('\n').flatMap((line): (readonly [number, readonly string[]])[] => {
    const colon = line.indexOf(':')
    const [number] = /\d{1,6}/.exec(line.slice(0, Math.max(0, colon))) ?? []
    const keywords = parseKeywords(line.slice(colon + 1))
    return number === undefined || keywords.length === 0 ? [] : [[Number(number), keywords]]
  })
  return new Map(entries)
}

const buildNamingPrompt = (
  passages: readonly NumberedPassage[],
) => `Below are numbered passages of one document. For each name at most 10 keywords by which somebody who looks for what it says would find it in an index.
Reply with one line for each passage: its number, a colon, and the keywords separated by commas. Reply with nothing else.

${passages.map(({ index, text }) => `[${index}]\n${text.trim()}`).join('\n\n')}`
