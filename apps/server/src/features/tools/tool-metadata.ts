import { noMasking } from '@recto/contract/prompt-studio/masking'
import {
  profileSettings,
  RetrievalStrategy,
  SeenPagesSelection,
} from '@recto/contract/prompt-studio/profile-fields'
import { projectSettings } from '@recto/contract/prompt-studio/project-fields'
import { promptFields } from '@recto/contract/prompt-studio/prompt-fields'
import { defaultTableSettings } from '@recto/contract/prompt-studio/table-settings'
import { storedShape } from '@recto/contract/wire/fields'
import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { badRequest } from '../../platform/app-error.ts'
import { presentWay } from '../../platform/db/field-columns.ts'
import {
  type AnswerSettings,
  type ConfiguredQuestion,
  toFieldType,
  toListSettings,
  withoutChunksForLists,
} from '../answering/answering.port.ts'
import type { MaskingRules } from '../model-calls/model-calls.port.ts'
import {
  buildAnswerSettings,
  getProfileSettings,
  type LlmProfileRow,
  type ProjectParts,
  toHiddenTextSetting,
  toOrder,
} from '../prompt-studio/prompt-studio.port.ts'
import { isExported } from './assert-exportable.ts'

const Adapters = z.object({
  llm: z.string(),
  'vector-db': z.string(),
  embedding: z.string(),
  x2text_adapter: z.string(),
  /** Our extension: the larger model, absent where there is none. */
  escalation_llm: z.string().optional(),
  /** Our extension: which images of pages the model sees; absent where it gets text alone. */
  seen_pages: z
    .object({
      is_text_left_out: z.boolean(),
      selection: SeenPagesSelection,
      max_pages: z.number().int(),
    })
    .optional(),
})

const adapterKeys = {
  llm: true,
  'vector-db': true,
  embedding: true,
  x2text_adapter: true,
  escalation_llm: true,
  seen_pages: true,
} as const

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
  ...storedShape(promptFields, 'tool'),
  ...storedShape(profileSettings, 'tool'),
  type: z.string(),
  'chunk-size': z.number().int(),
  'chunk-overlap': z.number().int(),
  preamble: z.string(),
  postamble: z.string(),
  grammar: Grammar,
  /** Our extension: absent where prompts have the order of the contract. */
  document_first: z.boolean().optional(),
  'retrieval-strategy': RetrievalStrategy,
  /** Our extension: exports without it search by vectors only, as before. */
  'hybrid-search': z.boolean().default(false),
  'similarity-top-k': z.number().int(),
  embedding_suffix: z.string(),
  /** Present only for prompts of type table and record. */
  table_settings: Table.optional(),
  /** The profile that answers the field; absent in exports of earlier versions. */
  profile_manager: z.string().optional(),
  profile_name: z.string().optional(),
})

const Settings = Adapters.extend({
  ...storedShape(projectSettings, 'tool'),
  /** LLM of the summarizer profile; absent: that of the default profile. */
  summarize_llm: z.string().optional(),
  preamble: z.string(),
  postamble: z.string(),
  grammar: Grammar,
  'chunk-size': z.number().int(),
  'chunk-overlap': z.number().int(),
  challenge_llm: z.string(),
  platform_postamble: z.string(),
})

/** What an export stores of a project, named as in the contract: stored and shown unchanged. */
export const ToolMetadata = z.object({
  name: z.string(),
  description: z.string(),
  author: z.string(),
  /** Id of the project: the tool has no id before its first export. */
  tool_id: z.string(),
  tool_settings: Settings,
  /** The exported prompts, which the contract calls outputs. */
  outputs: z.array(Output),
})
export type ToolMetadata = z.output<typeof ToolMetadata>
type Output = z.output<typeof Output>
type TextSettings = Pick<
  Output,
  'preamble' | 'postamble' | 'grammar' | 'chunk-size' | 'chunk-overlap' | 'document_first'
>

type Prompt = ProjectParts['prompts'][number]

type ProjectToExport = Pick<ProjectParts, 'project' | 'prompts' | 'profiles'> & {
  readonly defaultProfile: LlmProfileRow
}

/**
 * Builds everything that a run of the tool needs, so that later changes of the project do not
 * affect it.
 */
export function buildToolMetadata(projectToExport: ProjectToExport): ToolMetadata {
  const { project, prompts, profiles, defaultProfile } = projectToExport
  const summarizer = profiles.find(({ is_summarizer }) => is_summarizer)
  return {
    name: project.name,
    description: project.description,
    author: project.author,
    tool_id: project.id,
    tool_settings: {
      ...toOutputSettings(buildAnswerSettings(project, defaultProfile)),
      ...presentWay(projectSettings, 'tool', project),
      ...omitUndefined({ summarize_llm: summarizer?.llm_id }),
      challenge_llm: project.challenge_llm_id ?? defaultProfile.llm_id,
      platform_postamble: '',
    },
    outputs: prompts.filter(isExported).map((prompt) => buildOutput(projectToExport, prompt)),
  }
}

function buildOutput(
  { project, profiles, defaultProfile }: ProjectToExport,
  prompt: Prompt,
): Output {
  const profile = profiles.find(({ id }) => id === prompt.profile_id) ?? defaultProfile
  const settings = buildAnswerSettings(project, profile)
  return {
    ...presentWay(promptFields, 'tool', prompt),
    ...presentWay(profileSettings, 'tool', profile),
    type: prompt.enforce_type,
    ...toOutputSettings(settings),
    'retrieval-strategy': settings.strategy,
    'hybrid-search': settings.isHybrid,
    'similarity-top-k': settings.topK,
    embedding_suffix: '',
    ...omitUndefined({
      table_settings: hasTable(prompt)
        ? { ...defaultTableSettings, ...copyTableSettings(prompt.table_settings) }
        : undefined,
    }),
    profile_manager: profile.id,
    profile_name: profile.name,
  }
}

const hasTable = ({ enforce_type }: Prompt) => ['table', 'record'].includes(enforce_type)

function copyTableSettings(settings: Prompt['table_settings']): Partial<z.output<typeof Table>> {
  return settings ? { ...settings, headers: [...settings.headers] } : { headers: [] }
}

/** The part of an output that comes from the profile that answers it. */
export const OutputOfProfile = Output.pick({
  ...adapterKeys,
  reindex: true,
  section: true,
  'chunk-size': true,
  'chunk-overlap': true,
  'retrieval-strategy': true,
  'hybrid-search': true,
  'similarity-top-k': true,
  profile_manager: true,
  profile_name: true,
})
export type OutputOfProfile = z.output<typeof OutputOfProfile>

export function buildProfileFields(profile: LlmProfileRow): OutputOfProfile {
  const settings = getProfileSettings(profile)
  return OutputOfProfile.parse({
    ...presentWay(profileSettings, 'tool', profile),
    ...toAdapterSettings(settings),
    'retrieval-strategy': settings.strategy,
    'hybrid-search': settings.isHybrid,
    'similarity-top-k': settings.topK,
    profile_manager: profile.id,
    profile_name: profile.name,
  })
}

/** Returns the tool with one field answered by another profile. */
export const withFieldsOfProfile = (
  metadata: ToolMetadata,
  key: string,
  fields: OutputOfProfile,
): ToolMetadata => ({
  ...metadata,
  outputs: metadata.outputs.map((output) => {
    if (output.name !== key) return output
    // They are replaced also where the profile has none: those of another profile are not its own.
    const { escalation_llm: _, seen_pages: __, ...ownFields } = output
    return { ...ownFields, ...fields }
  }),
})

function toOutputSettings(settings: AnswerSettings) {
  const { preamble, postamble, grammar, order } = settings.instructions
  return {
    ...toAdapterSettings(settings),
    preamble,
    postamble,
    grammar: grammar.map(({ word, synonyms }) => ({ word, synonyms: [...synonyms] })),
    ...omitUndefined({ document_first: order === 'document-first' ? true : undefined }),
  }
}

const toAdapterSettings = (settings: Omit<AnswerSettings, 'instructions'>) => ({
  llm: settings.llmId,
  embedding: settings.embeddingId,
  'vector-db': settings.vectorDbId,
  x2text_adapter: settings.textExtractorId,
  ...omitUndefined({
    escalation_llm: settings.escalationLlmId,
    seen_pages: toWireSeenPages(settings),
  }),
  'chunk-size': settings.chunkSize,
  'chunk-overlap': settings.chunkOverlap,
})

export const toWireSeenPages = ({ seenPages }: Pick<AnswerSettings, 'seenPages'>) =>
  seenPages && {
    is_text_left_out: seenPages.isTextLeftOut,
    selection: seenPages.selection,
    max_pages: seenPages.maxPages,
  }

const fromWireSeenPages = ({
  seen_pages: seenPages,
}: Pick<z.output<typeof Adapters>, 'seen_pages'>) =>
  seenPages && {
    isTextLeftOut: seenPages.is_text_left_out,
    selection: seenPages.selection,
    maxPages: seenPages.max_pages,
  }

type ToolQuestions = {
  readonly questions: readonly ConfiguredQuestion[]
  /** Outcomes of the fields that cannot be asked: each counts as a question that failed. */
  readonly invalidOutcomes: readonly InvalidOutcome[]
}

type InvalidOutcome = { readonly key: string; readonly isOk: false; readonly error: unknown }

/** Builds the questions of a run, and the outcomes of those that cannot be asked. */
export function buildToolQuestions({ outputs }: Pick<ToolMetadata, 'outputs'>): ToolQuestions {
  const questions: ConfiguredQuestion[] = []
  const invalidOutcomes: InvalidOutcome[] = []
  for (const output of outputs.filter(({ active }) => active)) {
    try {
      questions.push(toQuestion(output))
    } catch (error) {
      invalidOutcomes.push({ key: output.name, isOk: false, error })
    }
  }
  return { questions, invalidOutcomes }
}

/** Settings of a single pass: those of the default profile. */
export function toSinglePassSettings({
  tool_settings,
}: Pick<ToolMetadata, 'tool_settings'>): AnswerSettings {
  return { ...toBaseSettings(tool_settings), strategy: 'simple', isHybrid: false, topK: 0 }
}

const defaultTopK = 3

/**
 * Settings of questions that are no fields of the tool: those of the fields of its default profile.
 */
export function toAdHocSettings({ tool_settings, outputs }: ToolMetadata): AnswerSettings {
  const isDefault = (output: Output) =>
    output.llm === tool_settings.llm && output['chunk-size'] === tool_settings['chunk-size']
  const modelOutput = outputs.find(isDefault) ?? outputs[0]
  const masking = toMaskingRules({ tool_settings })
  return {
    ...toBaseSettings(tool_settings),
    // Chats read the text alone.
    seenPages: undefined,
    ...omitUndefined({ masking }),
    ...toHiddenTextSetting(tool_settings.hidden_text_policy),
    strategy: modelOutput?.['retrieval-strategy'] ?? 'simple',
    isHybrid: modelOutput?.['hybrid-search'] ?? false,
    topK: Math.max(1, modelOutput?.['similarity-top-k'] ?? defaultTopK),
  }
}

/** The plan of an execution of an earlier version may have no rules. */
type MaskedTool = {
  readonly tool_settings: Partial<Pick<ToolMetadata['tool_settings'], 'masking'>>
}

/** Builds the masking rules, before any value is known; `undefined` where nothing is masked. */
export function toMaskingRules({ tool_settings }: MaskedTool): MaskingRules | undefined {
  const { kinds, words, countries, prompts } = tool_settings.masking ?? noMasking
  if (kinds.length + words.length + prompts.length === 0) return undefined
  return {
    kinds,
    words,
    countries,
    ...omitUndefined({ unknown: prompts.length > 0 ? prompts : undefined }),
  }
}

function toBaseSettings(settings: z.output<typeof Adapters> & TextSettings) {
  const { preamble, postamble, grammar, document_first: isDocumentFirst } = settings
  return {
    llmId: settings.llm,
    ...omitUndefined({
      escalationLlmId: settings.escalation_llm,
      seenPages: fromWireSeenPages(settings),
    }),
    embeddingId: settings.embedding,
    vectorDbId: settings['vector-db'],
    textExtractorId: settings.x2text_adapter,
    chunkSize: settings['chunk-size'],
    chunkOverlap: settings['chunk-overlap'],
    instructions: { preamble, postamble, grammar, ...toOrder(isDocumentFirst) },
  }
}

function toQuestion(output: Output): ConfiguredQuestion {
  const { name, prompt } = output
  if (prompt.trim() === '') throw badRequest('The prompt is empty.')
  const type = toFieldType(output.type, name)
  const list = toListSettings({ type, settings: output.table_settings })
  return {
    key: name,
    prompt,
    type,
    ...omitUndefined({ list }),
    settings: withoutChunksForLists(type, {
      ...toBaseSettings(output),
      strategy: output['retrieval-strategy'],
      isHybrid: output['hybrid-search'],
      topK: output['similarity-top-k'],
    }),
  }
}
