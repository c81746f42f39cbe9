import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import { replaceKeywords } from './keywords.store.ts'
import { keywordsIn } from './retrieval/read-lines.ts'
import { openPlaces } from './settle.ts'
import type { Chunking } from './text/chunk-text.ts'
import type { OpenedText } from './text/open-text.ts'

type Input = {
  readonly collection: string
  readonly text: OpenedText
  readonly chunking: Chunking
  readonly llm: OpenedLlm
}

/** In letters and in passages: what the model is shown in one call. */
const maxLetters = 24_000
const maxPassages = 12
const maxAtATime = 4
/** By code, of a passage that the model has left out. */
const wordsOfPassage = 10

type Numbered = { readonly at: number; readonly text: string }

/**
 * Has the model name the keywords of all passages, several in one call. A passage that it leaves out
 * is found by the words by which it differs most from the others.
 */
export async function indexKeywords(
  tenant: Tenant,
  calls: CallContext,
  { collection, text, chunking, llm }: Input,
): Promise<void> {
  const texts = await text.chunks(chunking)
  const telling = await text.tellingWords({ chunking, limit: wordsOfPassage })
  const inPlace = openPlaces(maxAtATime)
  const named = await Promise.all(
    portionsOf(texts).map((passages, i) =>
      inPlace(async () => {
        const call = {
          opened: llm,
          request: { prompt: namingPrompt(passages) },
          step: `index/${collection}/keywords/${i}`,
          isProse: true,
          reason: 'extraction',
        } as const
        return keywordsByPlace((await callModel(tenant, calls, call)).text)
      }),
    ),
  )
  const byPlace = new Map(named.flatMap((one) => [...one]))
  const passages = texts.map((_, at) => ({
    at,
    keywords: byPlace.get(at) ?? keywordsIn(telling[at]?.join(',') ?? ''),
  }))
  await replaceKeywords(tenant, collection, passages)
}

function portionsOf(texts: readonly string[]): readonly (readonly Numbered[])[] {
  const portions: Numbered[][] = []
  let letters = 0
  for (const [at, text] of texts.entries()) {
    const open = portions.at(-1)
    if (open && open.length < maxPassages && letters + text.length <= maxLetters) {
      open.push({ at, text })
      letters += text.length
      continue
    }
    portions.push([{ at, text }])
    letters = text.length
  }
  return portions
}

/** Lines such as `7: invoice number, Brindle & Sons`. */
function keywordsByPlace(reply: string): ReadonlyMap<number, readonly string[]> {
  const named = reply.split('\n').flatMap((line): (readonly [number, readonly string[]])[] => {
    const colon = line.indexOf(':')
    const [place] = /\d{1,6}/.exec(line.slice(0, Math.max(0, colon))) ?? []
    const keywords = keywordsIn(line.slice(colon + 1))
    return place === undefined || keywords.length === 0 ? [] : [[Number(place), keywords]]
  })
  return new Map(named)
}

const namingPrompt = (
  passages: readonly Numbered[],
) => `Below are numbered passages of one document. For each name at most 10 keywords by which somebody who looks for what it says would find it in an index.
Reply with one line for each passage: its number, a colon, and the keywords separated by commas. Reply with nothing else.

${passages.map(({ at, text }) => `[${at}]\n${text.trim()}`).join('\n\n')}`
