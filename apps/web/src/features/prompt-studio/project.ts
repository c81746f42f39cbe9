import type { Check } from '@recto/contract/prompt-studio/checks'
import type { HiddenTextPolicy } from '@recto/contract/prompt-studio/hidden-text'
import type { Masking } from '@recto/contract/prompt-studio/masking'
import type {
  ListedProject as WireListedProject,
  Project as WireProject,
} from '@recto/contract/prompt-studio/prompt-studio'
import { omitUndefined } from '@recto/omit-undefined'
import { toWireNames } from '../../shared/api/wire-names.ts'
import { type Prompt, promptFromWire } from './prompt.ts'

/**
 * A project: documents and the prompts that are answered from them. The wire calls it a custom
 * tool.
 */
export type Project = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly author: string
  /** Text sent to the model before every prompt. */
  readonly preamble: string
  /** Text sent to the model after every prompt. */
  readonly postamble: string
  /** Id of the document selected in the studio, or empty. */
  readonly documentId: string
  /** Words, each with its synonyms in documents. */
  readonly grammar: Readonly<Record<string, readonly string[]>>
  /** Whether one model call answers all prompts that can be asked together. */
  readonly isSinglePass: boolean
  /** Whether each indexed document is summarized. */
  readonly isSummarized: boolean
  /** Whether prompts are answered from the summary alone. */
  readonly isSummarySource: boolean
  /** The prompt for the summary; empty means the default prompt. */
  readonly summaryPrompt: string
  /** The profile used for the summary; undefined means the default profile. */
  readonly summarizerId: string | undefined
  /** Whether a second model judges each answer. */
  readonly isChallenged: boolean
  /** The adapter of the second model. */
  readonly challengerId: string | null
  /** Whether the lines and words of values are stored. */
  readonly isHighlighted: boolean
  /** Whether prompts are answered from data embedded in documents, if there is any. */
  readonly usesEmbeddedData: boolean
  /** Masking of texts sent to external adapters. */
  readonly masking: Masking
  /** Handling of text that is not visible on the page. */
  readonly hiddenText: HiddenTextPolicy
  /** Checks that the values of every document should satisfy. */
  readonly checks: readonly Check[]
  /** Id in the public link of the project; undefined if it is not shared publicly. */
  readonly shareId: string | undefined
  readonly createdBy: number | null
  readonly createdByEmail: string | undefined
  readonly modifiedAt: string
  /** Prompts and notes in display order. */
  readonly prompts: readonly Prompt[]
}

/** A project in the list, without its prompts. */
export type ListedProject = Omit<Project, 'prompts'> & {
  /** Number of prompts without notes. */
  readonly promptCount: number
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
}

/** Name, author and description of a project. */
export type ProjectValues = Pick<Project, 'name' | 'author' | 'description'>

export type ProjectEdits = Partial<
  ProjectValues &
    Pick<
      Project,
      | 'preamble'
      | 'postamble'
      | 'documentId'
      | 'isSinglePass'
      | 'isSummarized'
      | 'isSummarySource'
      | 'summaryPrompt'
      | 'isChallenged'
      | 'challengerId'
      | 'isHighlighted'
      | 'usesEmbeddedData'
      | 'masking'
      | 'hiddenText'
    > & {
      readonly grammar: Record<string, string[]>
      readonly checks: Check[]
      readonly summarizerId: string | null
    }
>

export const projectNames = {
  name: 'tool_name',
  author: 'author',
  description: 'description',
  preamble: 'preamble',
  postamble: 'postamble',
  documentId: 'output',
  grammar: 'prompt_grammer',
  isSinglePass: 'single_pass_extraction_mode',
  isSummarized: 'summarize_context',
  isSummarySource: 'summarize_as_source',
  summaryPrompt: 'summarize_prompt',
  summarizerId: 'summarize_llm_profile',
  isChallenged: 'enable_challenge',
  challengerId: 'challenge_llm',
  isHighlighted: 'enable_highlight',
  usesEmbeddedData: 'enable_embedded_data',
  masking: 'masking',
  hiddenText: 'hidden_text_policy',
  checks: 'checks',
} as const

export const projectFromWire = (wire: WireProject): Project => ({
  ...factsFromWire(wire),
  prompts: wire.prompts.map(promptFromWire),
})

export const listedProjectFromWire = (wire: WireListedProject): ListedProject => ({
  ...factsFromWire(wire),
  promptCount: wire.prompt_count,
  isOwner: wire.is_owner ?? false,
})

const factsFromWire = (wire: Omit<WireProject, 'prompts'>): Omit<Project, 'prompts'> => ({
  id: wire.tool_id,
  name: wire.tool_name,
  description: wire.description,
  author: wire.author,
  preamble: wire.preamble,
  postamble: wire.postamble,
  documentId: wire.output,
  grammar: wire.prompt_grammer ?? {},
  isSinglePass: wire.single_pass_extraction_mode,
  isSummarized: wire.summarize_context,
  isSummarySource: wire.summarize_as_source,
  summaryPrompt: wire.summarize_prompt,
  summarizerId: wire.summarize_llm_profile,
  isChallenged: wire.enable_challenge,
  challengerId: wire.challenge_llm,
  isHighlighted: wire.enable_highlight,
  usesEmbeddedData: wire.enable_embedded_data,
  masking: wire.masking,
  hiddenText: wire.hidden_text_policy,
  checks: wire.checks,
  shareId: wire.share_id,
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  modifiedAt: wire.modified_at,
})

export const newProjectToWire = (values: ProjectValues) => ({
  body: toWireNames(values, projectNames),
})

type Change = {
  readonly id: string
  readonly changes: ProjectEdits
  /**
   * The values that the user saw and the change replaces: values that others have saved since are
   * not overwritten.
   */
  readonly expected?: Omit<ProjectEdits, 'documentId'>
}

export const projectChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { tool_id: id },
  body: {
    ...toWireNames(changes, projectNames),
    ...omitUndefined({ expected: expected && toWireNames(expected, projectNames) }),
  },
})
