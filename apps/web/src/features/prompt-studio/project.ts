import type { Check } from '@recto/contract/checks'
import type { HiddenTextPolicy } from '@recto/contract/hidden-text'
import type { Masking } from '@recto/contract/masking'
import type {
  ListedProject as WireListedProject,
  Project as WireProject,
} from '@recto/contract/prompt-studio'
import { toWireNames } from '../../shared/api/wire-names.ts'
import { type Prompt, promptFromWire } from './prompt.ts'

/** Documents, and the prompts that are answered from them. The wire calls it a custom tool. */
export type Project = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly author: string
  /** Said to the model before every prompt. */
  readonly preamble: string
  /** Said to the model after every prompt. */
  readonly postamble: string
  /** The document that is selected in the studio, or empty. */
  readonly documentId: string
  /** Words, each with what stands for it in documents. */
  readonly grammar: Readonly<Record<string, readonly string[]>>
  /** Whether all prompts are answered together, by one call of the model where it can be one. */
  readonly isSinglePass: boolean
  /** Whether a summary is made of each document that is indexed. */
  readonly isSummarized: boolean
  /** Whether prompts are answered from the summary alone. */
  readonly isSummarySource: boolean
  /** What a summary is asked for; empty: the usual. */
  readonly summaryPrompt: string
  /** The profile that summarises; absent: the default one. */
  readonly summarizerId: string | undefined
  /** Whether a second model judges each answer. */
  readonly isChallenged: boolean
  /** The adapter of that model. */
  readonly challengerId: string | null
  /** Whether the lines and words under values are kept. */
  readonly isHighlighted: boolean
  /** Whether prompts are answered from data that documents carry, where they have any. */
  readonly usesEmbeddedData: boolean
  /** What is masked where texts go to adapters that are outside. */
  readonly masking: Masking
  /** What becomes of text that nobody sees. */
  readonly hiddenText: HiddenTextPolicy
  /** What is true of the values of every document. */
  readonly checks: readonly Check[]
  /** Under which everybody reads it who has the link. */
  readonly shareId: string | undefined
  readonly createdBy: number | null
  readonly createdByEmail: string | undefined
  readonly modifiedAt: string
  /** In their order; notes are among them. */
  readonly prompts: readonly Prompt[]
}

/** A project in the list, without its prompts. */
export type ListedProject = Omit<Project, 'prompts'> & {
  /** Notes do not count. */
  readonly promptCount: number
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
}

/** What names a project. */
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
  /** What the change replaces, as it was seen: something else, saved elsewhere, is not replaced. */
  readonly expected?: Omit<ProjectEdits, 'documentId'>
}

export const projectChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { tool_id: id },
  body: {
    ...toWireNames(changes, projectNames),
    ...(expected && { expected: toWireNames(expected, projectNames) }),
  },
})
