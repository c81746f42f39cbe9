import type { getRetrievalStrategies } from '@recto/contract/prompt-studio/prompt-studio'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

type StrategyDescription = Omit<EndpointReply<typeof getRetrievalStrategies>['simple'], 'key'>

const descriptions = {
  simple: {
    title: 'Simple',
    icon: 'SearchOutlined',
    description: 'Searches the chunks that are nearest to the prompt.',
    best_for: ['One fact that stands in one place', 'Most documents'],
    token_usage: 'Low: the chunks that were asked for',
    cost_impact: 'Low: one call of the embedding, one of the model',
    technical_details:
      'Cosine similarity of embeddings, fused with BM25 by reciprocal ranks where the profile searches by words as well.',
  },
  fusion: {
    title: 'Fusion',
    icon: 'ForkOutlined',
    description: 'Says the prompt in other words, searches all of them and fuses what is found.',
    best_for: ['Prompts in other words than the document', 'Several names for one thing'],
    token_usage: 'Low: as many chunks as simple, and one short question to the model',
    cost_impact: 'Medium: two calls of the model',
    technical_details: 'Four variants, searched with k, 2k and k/2, fused by reciprocal ranks.',
  },
  subquestion: {
    title: 'Sub-questions',
    icon: 'QuestionCircleOutlined',
    description: 'Splits the prompt into simpler questions that are searched one by one.',
    best_for: ['Prompts that ask for several things'],
    token_usage: 'High: the chunks of up to five questions',
    cost_impact: 'Medium: two calls of the model',
    technical_details: 'Each question is searched as in simple; each chunk is used once.',
  },
  recursive: {
    title: 'Recursive',
    icon: 'ReloadOutlined',
    description: 'Reads what the found chunks refer to as well, such as an annex or a section.',
    best_for: ['Contracts', 'Documents whose parts refer to each other'],
    token_usage: 'Medium: up to twice the chunks that were asked for',
    cost_impact: 'Low: one call of the model',
    technical_details: 'References to sections, annexes, tables and pages are followed twice.',
  },
  router: {
    title: 'Router',
    icon: 'ShareAltOutlined',
    description: 'Lets the model choose whether to search by meaning, by words or broadly.',
    best_for: ['Projects whose prompts are of different kinds'],
    token_usage: 'Medium: between k and three times k chunks',
    cost_impact: 'Medium: two calls of the model',
    technical_details: 'Vectors with k, words with 2k, or broadly with 3k.',
  },
  keyword_table: {
    title: 'Keyword table',
    icon: 'TableOutlined',
    description:
      'Has the model name the keywords of all chunks once, and looks the prompt up there.',
    best_for: ['Documents that many prompts are asked on', 'Names, numbers and terms'],
    token_usage: 'High when a document is indexed: the model reads all of it',
    cost_impact: 'High when a document is indexed, then medium: two calls for each prompt',
    technical_details: 'Chunks are ranked by how many keywords of the prompt they have.',
  },
  automerging: {
    title: 'Auto-merging',
    icon: 'MergeCellsOutlined',
    description: 'Searches small parts, and answers from the chunks that they are parts of.',
    best_for: ['Large chunks', 'Facts that need what stands around them'],
    token_usage: 'Medium: whole chunks',
    cost_impact: 'Low: one call of the model; more parts are embedded',
    technical_details: 'Each chunk is cut into four leaves, which are searched in its place.',
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
