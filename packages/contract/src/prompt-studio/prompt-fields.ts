import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { visibleText } from '../wire/names.ts'
import { NullableText, SentNumber } from '../wire/wire.ts'
import { MatchTo } from './match-to.ts'
import { defaultTableSettings, StoredTableSettings, TableChanges } from './table-settings.ts'

const PromptType = z.enum(['PROMPT', 'NOTES'])

/** The last three are lists: `table` has column headers and rows, the others are rows alone. */
export const EnforceType = z.enum([
  'text',
  'number',
  'email',
  'date',
  'boolean',
  'json',
  'line-item',
  'table',
  'record',
])
export type EnforceType = z.output<typeof EnforceType>

/** A place in the order; those that move aside stay within what can be stored. */
export const PromptPlace = SentNumber.pipe(z.number().int().min(-1_000_000_000).max(1_000_000_000))

export const PromptKey = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .check(visibleText)
  // A result object would lose a key of this name.
  .refine((key) => key !== '__proto__', 'This name cannot be used.')

/**
 * Ways of a prompt's fields: `file` is a project file, `copy` a clone or backup of the project, `tool` the tool that is
 * exported from it, and `expected` what a change may say that it has seen. Prompts are a draft, which is not audited.
 */
const ways = ['file', 'copy', 'tool', 'expected'] as const

const noExpectation = { not: 'No page edits it.' } as const
const allWays = { file: true, copy: true, tool: true, expected: true } as const
/** The ways of a setting for a review or another client; a run of a tool does not depend on it. */
const reviewWays = {
  file: true,
  copy: true,
  tool: { not: 'A run of a tool does not depend on it.' },
  expected: noExpectation,
} as const

/** The switches of the evaluation, which are stored together; a missing one is on. */
const switchOn = {
  schema: z.boolean(),
  default: true,
  isDerived: true,
  ways: { ...reviewWays, file: 'mapped', copy: 'mapped' },
} as const

export const promptSwitches = defineFields(ways, {
  evaluate: switchOn,
  evalQualityFaithfulness: switchOn,
  evalQualityCorrectness: switchOn,
  evalQualityRelevance: switchOn,
  evalSecurityPii: switchOn,
  evalGuidanceToxicity: switchOn,
  evalGuidanceCompleteness: switchOn,
})

/** All that a request can set of a prompt, or of a note between prompts. */
export const promptFields = defineFields(ways, {
  /** The key of the value in the result; unique in its project. */
  key: { wire: 'prompt_key', schema: PromptKey, ways: { ...allWays, tool: { as: 'name' } } },
  prompt: { schema: NullableText, default: '', ways: allWays },
  promptType: {
    schema: PromptType,
    default: 'PROMPT',
    ways: { ...reviewWays, tool: { not: 'Notes are not exported.' } },
  },
  sequenceNumber: {
    schema: PromptPlace.nullable(),
    isOptional: true,
    ways: {
      ...reviewWays,
      file: { absent: null },
      tool: { not: 'It is the order of the fields.' },
    },
  },
  enforceType: { schema: EnforceType, default: 'text', ways: { ...allWays, tool: 'mapped' } },
  /** Checked when a result is reviewed; it has no effect on the extraction. */
  required: { schema: z.enum(['all', 'any']).nullable(), default: null, ways: allWays },
  active: { schema: z.boolean(), default: true, ways: allWays },
  /**
   * The prompt's own profile, or null: it follows the project's default one. A reply has the profile that it runs with.
   */
  profileId: {
    wire: 'profile_manager',
    schema: z.uuid().nullable(),
    default: null,
    ways: { file: 'mapped', copy: 'mapped', tool: 'mapped', expected: true },
  },
  /** Sent as `false`, it keeps the default profile of today as the prompt's own. */
  followsDefault: {
    wire: 'follows_default_profile',
    schema: z.boolean(),
    isOptional: true,
    isDerived: true,
    ways: {
      file: 'mapped',
      copy: 'mapped',
      tool: { not: 'A tool names the profile of each field.' },
      expected: true,
    },
  },
  /** Ours: the lookup table that its value is matched to; null where it is not. */
  matchTo: { schema: MatchTo.nullable(), default: null, ways: allWays },
  output: {
    schema: NullableText,
    default: '',
    ways: {
      ...reviewWays,
      file: { not: 'Answers are not copied.' },
      copy: { not: 'Answers are not copied.' },
    },
  },
  isAssert: { schema: z.boolean(), default: false, ways: reviewWays },
  assertPrompt: { schema: z.string().nullable(), default: null, ways: reviewWays },
  assertionFailurePrompt: { schema: z.string().nullable(), default: null, ways: reviewWays },
})

const withDefaults = (settings: TableChanges) =>
  ({ ...defaultTableSettings, ...settings }) as z.input<typeof StoredTableSettings>

/** What is stored with a prompt and set by other requests, or by several fields of one. */
export const promptParts = defineFields(ways, {
  /** The switches of the evaluation, by their names; absent means on. */
  evaluation: { schema: z.record(z.string().max(64), z.boolean()), default: {}, ways: reviewWays },
  /** Null if not set. */
  tableSettings: {
    schema: TableChanges.transform(withDefaults).pipe(StoredTableSettings).nullable(),
    default: null,
    ways: { ...reviewWays, tool: 'mapped' },
  },
})
