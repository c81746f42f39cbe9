import { Checks } from '@recto/contract/checks'
import { HiddenTextPolicy } from '@recto/contract/hidden-text'
import { Masking, noMasking } from '@recto/contract/masking'
import { RetrievalStrategy } from '@recto/contract/profiles'
import { defaultTableSettings } from '@recto/contract/table-settings'
import { z } from 'zod'
import { badRequest } from '../../platform/app-error.ts'
import {
  type AnswerSettings,
  type ConfiguredQuestion,
  fieldTypeOf,
  listOrChunks,
  listSettingsOf,
} from '../answering/answering.port.ts'
import type { MaskingRules } from '../model-calls/model-calls.port.ts'
import {
  answerSettingsOf,
  hiddenTextOf,
  type LlmProfileRow,
  type ProjectParts,
} from '../prompt-studio/prompt-studio.port.ts'
import { isExported } from './assert-exportable.ts'

const Adapters = z.object({
  llm: z.string(),
  'vector-db': z.string(),
  embedding: z.string(),
  x2text_adapter: z.string(),
})

const Grammar = z.array(z.object({ word: z.string(), synonyms: z.array(z.string()) }))

const Table = z.object({
  enforce_type: z.enum(['table', 'record']),
  headers: z.array(z.string()),
  start_page: z.number(),
  end_page: z.number(),
  document_type: z.string(),
  page_delimiter: z.string(),
  page_filter_strategy: z.string(),
  compress_double_space: z.boolean(),
  use_form_feed: z.boolean(),
  disable_span_search: z.boolean(),
  is_directory_mode: z.boolean(),
})

const Output = Adapters.extend({
  name: z.string(),
  prompt: z.string(),
  type: z.string(),
  active: z.boolean(),
  required: z.enum(['all', 'any']).nullable(),
  'chunk-size': z.number().int(),
  'chunk-overlap': z.number().int(),
  preamble: z.string(),
  postamble: z.string(),
  grammar: Grammar,
  'retrieval-strategy': RetrievalStrategy,
  /** Ours: an export without it searches by vectors alone, as those before it do. */
  'hybrid-search': z.boolean().default(false),
  'similarity-top-k': z.number().int(),
  section: z.string().nullable(),
  reindex: z.boolean(),
  embedding_suffix: z.string(),
  /** Of prompts of type table and record. */
  table_settings: Table.optional(),
  /** With which profile the field is answered; unknown of what an earlier version exported. */
  profile_manager: z.string().optional(),
  profile_name: z.string().optional(),
})

const Settings = Adapters.extend({
  summarize_prompt: z.string(),
  summarize_as_source: z.boolean(),
  /** Of the profile that summarises; else the default profile's. */
  summarize_llm: z.string().optional(),
  preamble: z.string(),
  postamble: z.string(),
  grammar: Grammar,
  'chunk-size': z.number().int(),
  'chunk-overlap': z.number().int(),
  enable_challenge: z.boolean(),
  challenge_llm: z.string(),
  enable_single_pass_extraction: z.boolean(),
  enable_highlight: z.boolean(),
  /** Ours: an export without it answers as it did before there was that. */
  enable_embedded_data: z.boolean().default(false),
  /** Ours: an export without it masks nothing. */
  masking: Masking.default(noMasking),
  hidden_text_policy: HiddenTextPolicy.default('off'),
  /** Ours: an export without it checks nothing. */
  checks: Checks.default([]),
  platform_postamble: z.string(),
})

/** What an export keeps of a project, under the names of the contract: it is stored and shown as it is. */
export const ToolMetadata = z.object({
  name: z.string(),
  description: z.string(),
  author: z.string(),
  /** The project's id. */
  tool_id: z.string(),
  tool_settings: Settings,
  outputs: z.array(Output),
})
export type ToolMetadata = z.output<typeof ToolMetadata>
type Output = z.output<typeof Output>
type Words = Pick<Output, 'preamble' | 'postamble' | 'grammar' | 'chunk-size' | 'chunk-overlap'>

type Prompt = ProjectParts['prompts'][number]

type Exported = Pick<ProjectParts, 'project' | 'prompts' | 'profiles'> & {
  readonly defaultProfile: LlmProfileRow
}

/** Everything that a run of the tool needs, so that later changes of the project do not reach it. */
export function describeTool(exported: Exported): ToolMetadata {
  const { project, prompts, profiles, defaultProfile } = exported
  const summarizer = profiles.find(({ is_summarizer }) => is_summarizer)
  return {
    name: project.name,
    description: project.description,
    author: project.author,
    tool_id: project.id,
    tool_settings: {
      ...adaptersAndWords(answerSettingsOf(project, defaultProfile)),
      summarize_prompt: project.summarize_prompt,
      summarize_as_source: project.summarize_as_source,
      ...(summarizer && { summarize_llm: summarizer.llm_id }),
      enable_challenge: project.enable_challenge,
      challenge_llm: project.challenge_llm_id ?? defaultProfile.llm_id,
      enable_single_pass_extraction: project.single_pass,
      enable_highlight: project.enable_highlight,
      enable_embedded_data: project.enable_embedded_data,
      masking: project.masking,
      hidden_text_policy: project.hidden_text_policy,
      checks: project.checks.map((check) => ({ ...check })),
      platform_postamble: '',
    },
    outputs: prompts.filter(isExported).map((prompt) => describeOutput(exported, prompt)),
  }
}

function describeOutput({ project, profiles, defaultProfile }: Exported, prompt: Prompt): Output {
  const profile = profiles.find(({ id }) => id === prompt.profile_id) ?? defaultProfile
  const settings = answerSettingsOf(project, profile)
  return {
    name: prompt.key,
    prompt: prompt.prompt,
    type: prompt.enforce_type,
    active: prompt.active,
    required: prompt.required,
    ...adaptersAndWords(settings),
    'retrieval-strategy': settings.strategy,
    'hybrid-search': settings.isHybrid,
    'similarity-top-k': settings.topK,
    section: profile.section,
    reindex: profile.reindex,
    embedding_suffix: '',
    ...(hasTable(prompt) && {
      table_settings: { ...defaultTableSettings, ...copyOf(prompt.table_settings) },
    }),
    profile_manager: profile.id,
    profile_name: profile.name,
  }
}

const hasTable = ({ enforce_type }: Prompt) => ['table', 'record'].includes(enforce_type)

function copyOf(settings: Prompt['table_settings']): Partial<z.output<typeof Table>> {
  return settings ? { ...settings, headers: [...settings.headers] } : { headers: [] }
}

function adaptersAndWords(settings: AnswerSettings) {
  const { preamble, postamble, grammar } = settings.instructions
  return {
    llm: settings.llmId,
    embedding: settings.embeddingId,
    'vector-db': settings.vectorDbId,
    x2text_adapter: settings.textExtractorId,
    'chunk-size': settings.chunkSize,
    'chunk-overlap': settings.chunkOverlap,
    preamble,
    postamble,
    grammar: grammar.map(({ word, synonyms }) => ({ word, synonyms: [...synonyms] })),
  }
}

type Asked =
  | { readonly key: string; readonly isDone: true; readonly question: ConfiguredQuestion }
  | { readonly key: string; readonly isDone: false; readonly error: unknown }

/** What a run of the tool asks, with the fields that cannot be asked and why. */
export function questionsOf({ outputs }: Pick<ToolMetadata, 'outputs'>): readonly Asked[] {
  return outputs
    .filter(({ active }) => active)
    .map((output) => {
      try {
        return { key: output.name, isDone: true, question: questionOf(output) }
      } catch (error) {
        return { key: output.name, isDone: false, error }
      }
    })
}

/** With what all fields are answered in a single pass: the default profile's. */
export function passSettingsOf({
  tool_settings,
}: Pick<ToolMetadata, 'tool_settings'>): AnswerSettings {
  return { ...settingsOf(tool_settings), strategy: 'simple', isHybrid: false, topK: 0 }
}

/** How questions that are no fields of the tool are answered: as the fields of its default profile are. */
export function openSettingsOf({ tool_settings, outputs }: ToolMetadata): AnswerSettings {
  const isDefault = (output: Output) =>
    output.llm === tool_settings.llm && output['chunk-size'] === tool_settings['chunk-size']
  const likest = outputs.find(isDefault) ?? outputs[0]
  const masking = maskingRulesOf({ tool_settings })
  return {
    ...settingsOf(tool_settings),
    ...(masking && { masking }),
    ...hiddenTextOf(tool_settings.hidden_text_policy),
    strategy: likest?.['retrieval-strategy'] ?? 'simple',
    isHybrid: likest?.['hybrid-search'] ?? false,
    topK: Math.max(1, likest?.['similarity-top-k'] ?? usualTopK),
  }
}

const usualTopK = 3

/** The plan of an earlier execution may hold no rules. */
type Masked = { readonly tool_settings: Partial<Pick<ToolMetadata['tool_settings'], 'masking'>> }

/** What is masked, before any value is known; nothing where nothing is chosen. */
export function maskingRulesOf({ tool_settings }: Masked): MaskingRules | undefined {
  const { kinds, words, countries, prompts } = tool_settings.masking ?? noMasking
  if (kinds.length + words.length + prompts.length === 0) return undefined
  return { kinds, words, countries, ...(prompts.length > 0 && { unknown: prompts }) }
}

function settingsOf(one: z.output<typeof Adapters> & Words) {
  const { preamble, postamble, grammar } = one
  return {
    llmId: one.llm,
    embeddingId: one.embedding,
    vectorDbId: one['vector-db'],
    textExtractorId: one.x2text_adapter,
    chunkSize: one['chunk-size'],
    chunkOverlap: one['chunk-overlap'],
    instructions: { preamble, postamble, grammar },
  }
}

function questionOf(output: Output): ConfiguredQuestion {
  const { name, prompt } = output
  if (prompt.trim() === '') throw badRequest('The prompt is empty.')
  const type = fieldTypeOf(output.type, name)
  const list = listSettingsOf({ type, settings: output.table_settings })
  return {
    ...{ key: name, prompt, type },
    ...(list && { list }),
    settings: listOrChunks(type, {
      ...settingsOf(output),
      strategy: output['retrieval-strategy'],
      isHybrid: output['hybrid-search'],
      topK: output['similarity-top-k'],
    }),
  }
}
