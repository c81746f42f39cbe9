import type { ProfileRow } from '../profiles/profiles.store.ts'
import type { ProjectRow } from '../projects/projects.store.ts'
import type { PromptRow } from '../prompts/prompts.store.ts'
import { grammarOf, readingOf } from '../runs/reading-of.ts'
import { isExported } from './assert-exportable.ts'
import type { ToolMetadata, ToolOutput } from './tool.ts'

type Given = {
  readonly project: ProjectRow
  readonly prompts: readonly PromptRow[]
  readonly profiles: readonly ProfileRow[]
  readonly defaultProfile: ProfileRow
}

/** Everything that a run of the tool needs, so that later changes of the project do not reach it. */
export function describeTool({ project, prompts, profiles, defaultProfile }: Given): ToolMetadata {
  const { preamble, postamble } = project
  return {
    name: project.name,
    description: project.description,
    author: project.author,
    tool_id: project.id,
    tool_settings: {
      ...chunking(defaultProfile),
      summarize_prompt: project.summarize_prompt,
      summarize_as_source: project.summarize_as_source,
      preamble,
      postamble,
      grammar: mutable(project.grammar),
      enable_challenge: project.enable_challenge,
      challenge_llm: project.challenge_llm_id ?? defaultProfile.llm_id,
      enable_single_pass_extraction: project.single_pass,
      enable_highlight: project.enable_highlight,
      platform_postamble: '',
    },
    outputs: prompts.filter(isExported).map((prompt) => {
      const own = profiles.find(({ id }) => id === prompt.profile_id)
      return describeOutput(project, prompt, own ?? defaultProfile)
    }),
  }
}

function describeOutput(project: ProjectRow, prompt: PromptRow, profile: ProfileRow): ToolOutput {
  const { strategy, topK } = readingOf(profile)
  return {
    name: prompt.key,
    prompt: prompt.prompt,
    type: prompt.enforce_type,
    active: prompt.active,
    required: prompt.required,
    ...chunking(profile),
    preamble: project.preamble,
    postamble: project.postamble,
    grammar: mutable(project.grammar),
    'retrieval-strategy': strategy,
    'similarity-top-k': topK,
    section: profile.section,
    reindex: profile.reindex,
    embedding_suffix: '',
  }
}

function chunking(profile: ProfileRow) {
  const { llmId, embeddingId, vectorDbId, textExtractorId, chunkSize, chunkOverlap } =
    readingOf(profile)
  return {
    llm: llmId,
    embedding: embeddingId,
    'vector-db': vectorDbId,
    x2text_adapter: textExtractorId,
    'chunk-size': chunkSize,
    'chunk-overlap': chunkOverlap,
  }
}

const mutable = (grammar: ProjectRow['grammar']) =>
  grammarOf(grammar).map(({ word, synonyms }) => ({ word, synonyms: [...synonyms] }))
