/**
 * Measures the recall of each retrieval strategy on long generated reports.
 *
 *   node tools/bench-retrieval.ts [--reports 3] [--pages 60] [--size 200] [--k 3]
 *
 * Recall is the share of questions for which the retrieved chunks contain every required sentence. Embeddings come
 * from the built-in model, so that it runs offline. Where a strategy asks a model, a stub replies as a good model
 * would, with what the generator knows.
 */
import { parseArgs } from 'node:util'
import type { RetrievalStrategy } from '@recto/contract/prompt-studio/profile-fields'
import { omitUndefined } from '@recto/omit-undefined'
import { embedWithMiniLm } from '@recto/providers/mini-lm/embed-with-mini-lm'
import { fuseRankings } from '../apps/server/src/features/answering/retrieval/fuse.ts'
import { minShareBesideVectors } from '../apps/server/src/features/answering/retrieval/open-document-index.ts'
import { parseKeywords } from '../apps/server/src/features/answering/retrieval/parse-reply.ts'
import type { Searcher } from '../apps/server/src/features/answering/retrieval/searcher.ts'
import { strategies } from '../apps/server/src/features/answering/retrieval/strategies.ts'
import type { Chunking } from '../apps/server/src/features/answering/text/chunk-text.ts'
import * as excerpts from '../apps/server/src/features/answering/text/document-chunks.ts'
import { type AskedFact, makeReports, type ServiceReport } from './bench-retrieval/make-reports.ts'

const { values: options } = parseArgs({
  options: {
    reports: { type: 'string', default: '3' },
    pages: { type: 'string', default: '60' },
    size: { type: 'string', default: '200' },
    k: { type: 'string', default: '3' },
  },
})
const topK = Number(options.k)
const size = Number(options.size)

type Vectors = readonly (readonly number[])[]

async function embed(texts: readonly string[]): Promise<Vectors> {
  return (await embedWithMiniLm(texts)).vectors
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)
const cosine = (a: readonly number[], b: readonly number[]) =>
  dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1)

/** Creates the product's searcher on vectors in memory. */
async function searcherOf({ document }: ServiceReport, chunking: Chunking): Promise<Searcher> {
  const texts = excerpts.listNodes(document, chunking)
  const vectors = await embed(texts)
  const keywords = excerpts
    .findDistinctiveWords(document, { chunking, limit: 10 })
    .map((words) => new Set(parseKeywords(words.join(','))))
  const nearest = (vector: readonly number[], limit: number) =>
    texts
      .map((text, index) => ({ at: index, text, score: cosine(vector, vectors[index] ?? []) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
  return {
    async search(_, questions, { mode, limit }) {
      const questionVectors = mode === 'words' ? [] : await embed(questions)
      const width = mode === 'both' ? limit * 2 : limit
      return questions.map((question, i) => {
        const byMeaning = questionVectors[i] ? nearest(questionVectors[i], width) : []
        if (mode === 'vectors') return byMeaning
        const byWords = (minShare?: number) =>
          excerpts.searchWords(document, {
            ...omitUndefined({ minShare }),
            chunking,
            question,
            limit: width,
          })
        return mode === 'both'
          ? fuseRankings([byMeaning, byWords(minShareBesideVectors)], limit)
          : [...byMeaning, ...byWords()]
      })
    },
    async findByKeywords(_, words, limit) {
      return texts
        .map((text, index) => ({
          at: index,
          text,
          score: words.filter((one) => keywords[index]?.has(one)).length,
        }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
    },
    async findReferenced(excerptsFound) {
      return excerpts.findReferencedChunks(document, {
        chunking,
        indexes: excerptsFound.map(({ at: index }) => index),
      })
    },
    async findParentChunks(leaves) {
      return excerpts.findParentChunks(document, {
        chunking,
        indexes: leaves.map(({ at: index }) => index),
      })
    },
  }
}

/** Replies as a good model would in that step. */
function replyAsModel(fact: AskedFact, step: string): string {
  if (step.endsWith('/split')) return fact.parts.join('\n')
  if (step.endsWith('/variants')) return fact.variants.join('\n')
  if (step.endsWith('/keywords')) return fact.keywords.join(', ')
  return { 'a code': 'keyword', 'two facts': 'broad' }[fact.kind as string] ?? 'vector'
}

type RetrievalVariant = { readonly strategy: RetrievalStrategy; readonly mode: 'vectors' | 'both' }

const plain = (text: string) => text.replace(/\s+/g, ' ')

/** Returns whether all required sentences were found, and the length of the context. */
async function tryFact({ strategy, mode }: RetrievalVariant, searcher: Searcher, fact: AskedFact) {
  const question = { key: 'a', prompt: fact.question }
  const ask = async (step: string) => replyAsModel(fact, step)
  const chunks = await strategies[strategy]({ question, topK, mode, searcher, askModel: ask })
  const context = plain(chunks.map(({ text }) => text).join('\n'))
  const isFound = fact.requiredSentences.every((sentence) => context.includes(sentence))
  return { kind: fact.kind, isFound, letters: context.length }
}

async function score(
  strategy: RetrievalVariant,
  searchers: readonly (readonly [ServiceReport, Searcher])[],
) {
  const outcomes: Awaited<ReturnType<typeof tryFact>>[] = []
  for (const [{ facts }, searcher] of searchers) {
    for (const fact of facts) outcomes.push(await tryFact(strategy, searcher, fact))
  }
  const recallOf = (subset: typeof outcomes) =>
    Number((subset.filter(({ isFound }) => isFound).length / subset.length).toFixed(3))
  const byKind = [...Map.groupBy(outcomes, ({ kind }) => kind)].map(
    ([kind, outcomesOfKind]) => [kind, recallOf(outcomesOfKind)] as const,
  )
  const letters = outcomes.reduce((sum, one) => sum + one.letters, 0)
  const tokens = Math.round(letters / 4 / outcomes.length)
  return { ...strategy, all: recallOf(outcomes), ...Object.fromEntries(byKind), tokens }
}

const reports = makeReports(Number(options.reports), Number(options.pages))
const chunking = { size, overlap: Math.round(size / 8) }
const searchedBy = (cut: Chunking) =>
  Promise.all(reports.map(async (report) => [report, await searcherOf(report, cut)] as const))
const whole = await searchedBy(chunking)
const leaves = await searchedBy({ ...chunking, hasLeaves: true })
const rows = []
for (const strategy of Object.keys(strategies) as RetrievalStrategy[]) {
  for (const method of ['vectors', 'both'] as const) {
    rows.push(await score({ strategy, mode: method }, strategy === 'automerging' ? leaves : whole))
  }
}
const [first] = reports
console.log(
  `${reports.length} reports of ${options.pages} pages, ${first ? excerpts.listNodes(first.document, chunking).length : 0} chunks of ${size} tokens each, ${reports.flatMap(({ facts }) => facts).length} questions, k = ${topK}`,
)
console.table(rows)
process.exit()
