import type { getRetrievalStrategies } from '@recto/contract/prompt-studio/prompt-studio'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

type StrategyDescription = Omit<EndpointReply<typeof getRetrievalStrategies>['simple'], 'key'>

const descriptions = {
  simple: {
    title: 'Simple',
    icon: 'SearchOutlined',
    description: 'Finds the chunks that are most similar to the prompt.',
    best_for: ['Facts that are found in one place', 'Most documents'],
    token_usage: 'Low: the number of chunks set in the profile',
    cost_impact: 'Low: one embedding call and one model call',
    technical_details:
      'Cosine similarity of embeddings, combined with BM25 by reciprocal rank fusion if the profile uses hybrid search.',
  },
  fusion: {
    title: 'Fusion',
    icon: 'ForkOutlined',
    description:
      'Rephrases the prompt in several ways, searches with all of them and merges the results.',
    best_for: ['Prompts worded differently from the document', 'Several names for the same thing'],
    token_usage: 'Low: as many chunks as Simple, plus one short request to the model',
    cost_impact: 'Medium: two model calls',
    technical_details:
      'Four variants, searched with k, 2k and k/2 chunks, combined by reciprocal rank fusion.',
  },
  subquestion: {
    title: 'Sub-questions',
    icon: 'QuestionCircleOutlined',
    description: 'Splits the prompt into simpler questions and searches for each of them.',
    best_for: ['Prompts that ask for several things'],
    token_usage: 'High: chunks for up to five questions',
    cost_impact: 'Medium: two model calls',
    technical_details: 'Uses the Simple strategy for each question. Each chunk is used only once.',
  },
  recursive: {
    title: 'Recursive',
    icon: 'ReloadOutlined',
    description: 'Also reads what the chunks refer to, such as an annex or a section.',
    best_for: ['Contracts', 'Documents whose parts refer to each other'],
    token_usage: 'Medium: up to twice as many chunks as set in the profile',
    cost_impact: 'Low: one model call',
    technical_details:
      'References to sections, annexes, tables and pages are followed in two rounds.',
  },
  router: {
    title: 'Router',
    icon: 'ShareAltOutlined',
    description:
      'Lets the model choose between a search by meaning, a keyword search and a broad search.',
    best_for: ['Projects with different kinds of prompts'],
    token_usage: 'Medium: one to three times as many chunks as set in the profile',
    cost_impact: 'Medium: two model calls',
    technical_details:
      'Vector search with k chunks, keyword search with 2k, or broad search with 3k.',
  },
  keyword_table: {
    title: 'Keyword table',
    icon: 'TableOutlined',
    description:
      'The model extracts keywords from every chunk once. Each prompt is then matched against those keywords.',
    best_for: ['Documents with many prompts', 'Names, numbers and terms'],
    token_usage: 'High during indexing: the model reads the whole document',
    cost_impact: 'High during indexing, then medium: two model calls per prompt',
    technical_details: 'Chunks are ranked by the number of keywords they share with the prompt.',
  },
  automerging: {
    title: 'Auto-merging',
    icon: 'MergeCellsOutlined',
    description:
      'Searches small parts of each chunk, then uses the whole chunk to answer the prompt.',
    best_for: ['Large chunks', 'Facts that depend on the surrounding text'],
    token_usage: 'Medium: whole chunks',
    cost_impact: 'Low: one model call, but more embeddings',
    technical_details:
      'Each chunk is split into four parts, which are searched instead of the chunk.',
  },
} satisfies Readonly<Record<string, StrategyDescription>>

/** The descriptions of the strategies in the forms of clients. */
export const retrievalStrategies: EndpointReply<typeof getRetrievalStrategies> = {
  simple: { key: 'simple', ...descriptions.simple },
  fusion: { key: 'fusion', ...descriptions.fusion },
  subquestion: { key: 'subquestion', ...descriptions.subquestion },
  recursive: { key: 'recursive', ...descriptions.recursive },
  router: { key: 'router', ...descriptions.router },
  keyword_table: { key: 'keyword_table', ...descriptions.keyword_table },
  automerging: { key: 'automerging', ...descriptions.automerging },
}
