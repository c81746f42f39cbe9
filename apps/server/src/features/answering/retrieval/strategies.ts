import type { RetrievalStrategy } from '@recto/contract/prompt-studio/profile-fields'
import type { Question } from '@recto/provider-spec/answer'
import type { Excerpt } from '../text/document-chunks.ts'
import { fuseRankings } from './fuse.ts'
import { parseKeywords, parseLines } from './parse-reply.ts'
import type { Searcher, SearchMode } from './searcher.ts'

type Retrieval = {
  readonly question: Pick<Question, 'key' | 'prompt'>
  readonly topK: number
  /** The search mode, unless the strategy chooses it. */
  readonly mode: SearchMode
  readonly searcher: Searcher
  /** Asks the model of the profile; `step` names the call. */
  readonly askModel: (step: string, prompt: string) => Promise<string>
}

type Strategy = (retrieval: Retrieval) => Promise<readonly Excerpt[]>

const maxParts = 5
const maxVariants = 4
/** Number of times that references of newly found chunks are followed. */
const maxHops = 2
/** Number of leaves that are searched per chunk. */
const leavesPerChunk = 4

/** Takes the best chunks for the prompt. */
const simple: Strategy = async ({ question, topK, mode, searcher }) => {
  const [excerpts = []] = await searcher.search(`${question.key}/retrieve`, [question.prompt], {
    mode,
    limit: topK,
  })
  return excerpts
}

/** Lets the model split the prompt into simpler questions and combines what each finds. */
const subquestion: Strategy = async ({ question, topK, mode, searcher, askModel }) => {
  const { key, prompt } = question
  const reply = await askModel(`${key}/split`, buildSplitPrompt(prompt))
  const parts = parseLines(reply).slice(0, maxParts)
  const rankings = await searcher.search(`${key}/retrieve`, parts.length > 0 ? parts : [prompt], {
    mode,
    limit: topK,
  })
  return removeDuplicates(rankings.flat())
}

/**
 * Searches the prompt and variants of it with k, twice and half as many results and fuses all
 * rankings: RAG-Fusion (Raudaschl 2023) with reciprocal rank fusion.
 */
const fusion: Strategy = async ({ question, topK, mode, searcher, askModel }) => {
  const { key, prompt } = question
  const reply = await askModel(`${key}/variants`, buildVariantsPrompt(prompt))
  const queries = [prompt, ...parseLines(reply).slice(0, maxVariants)]
  const wideRankings = await searcher.search(`${key}/retrieve`, queries, { mode, limit: topK * 2 })
  const widths = [topK, topK * 2, Math.ceil(topK / 2)]
  const rankings = wideRankings.flatMap((ranking) => widths.map((width) => ranking.slice(0, width)))
  return fuseRankings(rankings, topK)
}

/**
 * Follows references of the found chunks (“see section 4.2”, “Annex B”, “page 7”), up to twice as
 * many chunks.
 */
const recursive: Strategy = async (retrieval) => {
  const { topK, searcher } = retrieval
  const excerpts = [...(await simple(retrieval))]
  let latestExcerpts: readonly Excerpt[] = excerpts
  for (
    let hop = 0;
    hop < maxHops && latestExcerpts.length > 0 && excerpts.length < topK * 2;
    hop++
  ) {
    const referencedExcerpts = await searcher.findReferenced(latestExcerpts)
    latestExcerpts = referencedExcerpts.filter(
      ({ at: index }) => !excerpts.some((excerpt) => excerpt.at === index),
    )
    excerpts.push(...latestExcerpts)
  }
  return excerpts.slice(0, topK * 2)
}

/**
 * Lets the model choose how to search: by meaning, by words with twice as many results, or broadly.
 */
const router: Strategy = async ({ question, topK, mode, searcher, askModel }) => {
  const { key, prompt } = question
  const reply = (await askModel(`${key}/route`, buildRoutingPrompt(prompt))).toLowerCase()
  const routes = {
    keyword: { mode: 'words', limit: topK * 2 },
    broad: { mode, limit: topK * 3 },
    vector: { mode: 'vectors', limit: topK },
  } as const
  const route = /keyword|broad|vector/.exec(reply)?.[0] as keyof typeof routes | undefined
  const step = `${key}/retrieve`
  const [excerpts = []] = await searcher.search(step, [prompt], routes[route ?? 'vector'])
  return excerpts
}

/** Looks up keywords of the prompt among those that the model has named for every chunk. */
const keywordTable: Strategy = async ({ question, topK, searcher, askModel }) => {
  const { key, prompt } = question
  const words = parseKeywords(await askModel(`${key}/keywords`, buildKeywordsPrompt(prompt)))
  const excerpts = await searcher.findByKeywords(`${key}/look-up`, words, topK)
  if (excerpts.length > 0) return excerpts
  const [wordMatches = []] = await searcher.search(`${key}/retrieve`, [prompt], {
    mode: 'words',
    limit: topK,
  })
  return wordMatches
}

/**
 * Searches leaves, which are parts of chunks, and replaces each by its chunk: small texts are found
 * more precisely, large ones are better to answer from. A chunk ranks where its first leaf ranks,
 * even if that is its only match.
 */
const autoMerging: Strategy = async ({ question, topK, mode, searcher }) => {
  const [leaves = []] = await searcher.search(`${question.key}/retrieve`, [question.prompt], {
    mode,
    limit: topK * leavesPerChunk,
  })
  return (await searcher.findParentChunks(leaves)).slice(0, topK)
}

export const strategies: Readonly<Record<RetrievalStrategy, Strategy>> = {
  simple,
  subquestion,
  fusion,
  recursive,
  router,
  keyword_table: keywordTable,
  automerging: autoMerging,
}

/** Strategies that ask the model before the answer. */
const strategiesAskingModel: ReadonlySet<RetrievalStrategy> = new Set([
  'subquestion',
  'fusion',
  'router',
  'keyword_table',
])

export const needsModel = (strategy: RetrievalStrategy): boolean =>
  strategiesAskingModel.has(strategy)

function removeDuplicates(excerpts: readonly Excerpt[]): readonly Excerpt[] {
  return [...new Map(excerpts.map((excerpt) => [excerpt.at, excerpt])).values()]
}

const buildSplitPrompt = (
  question: string,
) => `A search engine is to find the passages of one document that answer the question below.
Split the question into at most ${maxParts} simpler questions that can be searched one by one.
Reply with one question a line and nothing else.

Question: ${question}`

const buildVariantsPrompt = (
  question: string,
) => `A search engine is to find the passages of one document that answer the question below.
Say the question in ${maxVariants} other ways, with other words that such a document may use.
Reply with one question a line and nothing else.

Question: ${question}`

const buildRoutingPrompt = (
  question: string,
) => `The passages of one document that answer the question below are to be searched. Choose how:
vector - by meaning, when a single passage answers it in words of its own
keyword - by words, when it names something that is written the same in the document, such as a number or a name
broad - many passages, when the answer is put together from several parts of the document
Reply with one of the words vector, keyword, broad and nothing else.

Question: ${question}`

const buildKeywordsPrompt = (
  question: string,
) => `Name at most 10 keywords by which a passage that answers the question below is found in an index.
Reply with the keywords in one line, separated by commas, and nothing else.

Question: ${question}`
