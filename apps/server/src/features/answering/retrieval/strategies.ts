import type { RetrievalStrategy } from '@recto/contract/profiles'
import type { Question } from '@recto/provider-spec/answer'
import type { Excerpt } from '../text/excerpts-of.ts'
import { fuse } from './fuse.ts'
import { keywordsIn, linesIn } from './read-lines.ts'
import type { SearchedBy, Searcher } from './searcher.ts'

type Retrieval = {
  readonly question: Pick<Question, 'key' | 'prompt'>
  readonly topK: number
  /** How a question is searched unless the strategy says. */
  readonly by: SearchedBy
  readonly searcher: Searcher
  /** Asks the model of the profile; the step names the call. */
  readonly ask: (step: string, prompt: string) => Promise<string>
}

type Strategy = (retrieval: Retrieval) => Promise<readonly Excerpt[]>

const maxParts = 5
const maxVariants = 4
/** How often a chunk that was named is looked through for what it names. */
const maxHops = 2
/** So many leaves are looked for to find one chunk. */
const leavesForChunk = 4

/** The chunks nearest to the prompt. */
const simple: Strategy = async ({ question, topK, by, searcher }) => {
  const [found = []] = await searcher.search(`${question.key}/retrieve`, [question.prompt], {
    by,
    limit: topK,
  })
  return found
}

/** The model splits the prompt into simpler questions; what each finds is put together. */
const subquestion: Strategy = async ({ question, topK, by, searcher, ask }) => {
  const { key, prompt } = question
  const reply = await ask(`${key}/split`, splittingPrompt(prompt))
  const parts = linesIn(reply).slice(0, maxParts)
  const found = await searcher.search(`${key}/retrieve`, parts.length > 0 ? parts : [prompt], {
    by,
    limit: topK,
  })
  return eachOnce(found.flat())
}

/**
 * The prompt and variants of it are searched with k, twice and half as many results, and all rankings
 * are fused: RAG-Fusion (Raudaschl 2023) on reciprocal rank fusion.
 */
const fusion: Strategy = async ({ question, topK, by, searcher, ask }) => {
  const { key, prompt } = question
  const reply = await ask(`${key}/variants`, variantsPrompt(prompt))
  const asked = [prompt, ...linesIn(reply).slice(0, maxVariants)]
  const wide = await searcher.search(`${key}/retrieve`, asked, { by, limit: topK * 2 })
  const widths = [topK, topK * 2, Math.ceil(topK / 2)]
  const rankings = wide.flatMap((found) => widths.map((width) => found.slice(0, width)))
  return fuse(rankings, topK)
}

/** What the found chunks refer to (“see section 4.2”, “Annex B”, “page 7”) is read as well, twice as many at most. */
const recursive: Strategy = async (retrieval) => {
  const { topK, searcher } = retrieval
  const found = [...(await simple(retrieval))]
  let newest: readonly Excerpt[] = found
  for (let hop = 0; hop < maxHops && newest.length > 0 && found.length < topK * 2; hop++) {
    const named = await searcher.namedBy(newest)
    newest = named.filter(({ at }) => !found.some((one) => one.at === at))
    found.push(...newest)
  }
  return found.slice(0, topK * 2)
}

/** The model chooses how the prompt is searched: by meaning, by words with twice as many results, or broadly. */
const router: Strategy = async ({ question, topK, by, searcher, ask }) => {
  const { key, prompt } = question
  const reply = (await ask(`${key}/route`, routingPrompt(prompt))).toLowerCase()
  const routes = {
    keyword: { by: 'words', limit: topK * 2 },
    broad: { by, limit: topK * 3 },
    vector: { by: 'vectors', limit: topK },
  } as const
  const route = /keyword|broad|vector/.exec(reply)?.[0] as keyof typeof routes | undefined
  const step = `${key}/retrieve`
  const [found = []] = await searcher.search(step, [prompt], routes[route ?? 'vector'])
  return found
}

/** The model has named keywords of every chunk; those of the prompt are looked up among them. */
const keywordTable: Strategy = async ({ question, topK, searcher, ask }) => {
  const { key, prompt } = question
  const words = keywordsIn(await ask(`${key}/keywords`, keywordsPrompt(prompt)))
  const found = await searcher.withKeywords(`${key}/look-up`, words, topK)
  if (found.length > 0) return found
  const [byWords = []] = await searcher.search(`${key}/retrieve`, [prompt], {
    by: 'words',
    limit: topK,
  })
  return byWords
}

/**
 * Leaves, parts of chunks, are searched, and each is replaced by the chunk that it is a part of: small
 * texts are found more precisely, large ones answered from better. A chunk comes where the first of its
 * leaves stands, also when that is the only one.
 */
const automerging: Strategy = async ({ question, topK, by, searcher }) => {
  const [leaves = []] = await searcher.search(`${question.key}/retrieve`, [question.prompt], {
    by,
    limit: topK * leavesForChunk,
  })
  return (await searcher.chunksOf(leaves)).slice(0, topK)
}

export const strategies: Readonly<Record<RetrievalStrategy, Strategy>> = {
  simple,
  subquestion,
  fusion,
  recursive,
  router,
  keyword_table: keywordTable,
  automerging,
}

/** Those that ask the model before it is asked for the answer. */
const asking: ReadonlySet<RetrievalStrategy> = new Set([
  'subquestion',
  'fusion',
  'router',
  'keyword_table',
])

export const asksModel = (strategy: RetrievalStrategy): boolean => asking.has(strategy)

function eachOnce(passages: readonly Excerpt[]): readonly Excerpt[] {
  return [...new Map(passages.map((one) => [one.at, one])).values()]
}

const splittingPrompt = (
  question: string,
) => `A search engine is to find the passages of one document that answer the question below.
Split the question into at most ${maxParts} simpler questions that can be searched one by one.
Reply with one question a line and nothing else.

Question: ${question}`

const variantsPrompt = (
  question: string,
) => `A search engine is to find the passages of one document that answer the question below.
Say the question in ${maxVariants} other ways, with other words that such a document may use.
Reply with one question a line and nothing else.

Question: ${question}`

const routingPrompt = (
  question: string,
) => `The passages of one document that answer the question below are to be searched. Choose how:
vector - by meaning, when a single passage answers it in words of its own
keyword - by words, when it names something that is written the same in the document, such as a number or a name
broad - many passages, when the answer is put together from several parts of the document
Reply with one of the words vector, keyword, broad and nothing else.

Question: ${question}`

const keywordsPrompt = (
  question: string,
) => `Name at most 10 keywords by which a passage that answers the question below is found in an index.
Reply with the keywords in one line, separated by commas, and nothing else.

Question: ${question}`
