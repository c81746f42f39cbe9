import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { nameText } from '../wire/names.ts'
import { CustomData, NullableText } from '../wire/wire.ts'
import { Checks } from './checks.ts'
import { HiddenTextPolicy } from './hidden-text.ts'
import { Masking, noMasking } from './masking.ts'

/** A word and its synonyms, as they may stand in documents. */
export const Grammar = z.record(z.string(), z.array(z.string()))

/**
 * Ways of a project's fields: `file` is a project file, `copy` a clone or backup of the project, `tool` the tool that is
 * exported from it, `audit` the audit log, and `expected` what a change may say that it has seen.
 */
const ways = ['file', 'copy', 'tool', 'audit', 'expected'] as const

const allWays = { file: true, copy: true, tool: true, audit: true, expected: true } as const
const notInTools = { not: 'A run of a tool does not depend on it.' } as const
/** A file names adapters, and a copy has those that its owner may use. */
const adapter = { file: 'mapped', copy: 'mapped', audit: true } as const

/** What a project is called; a file keeps it apart from the settings. */
export const projectHead = defineFields(ways, {
  name: {
    wire: 'tool_name',
    schema: nameText(255),
    ways: {
      ...allWays,
      file: 'mapped',
      copy: { not: 'Names are unique, so that each copy has its own.' },
      tool: 'mapped',
    },
  },
  description: { schema: z.string().trim().min(1), ways: { ...allWays, tool: 'mapped' } },
  author: { schema: nameText(255), ways: { ...allWays, tool: 'mapped' } },
  icon: {
    schema: NullableText,
    default: '',
    ways: { ...allWays, tool: 'mapped', expected: { not: 'No page edits it.' } },
  },
})

export const projectSettings = defineFields(ways, {
  summarizeContext: {
    schema: z.boolean(),
    default: false,
    ways: { ...allWays, tool: { not: 'A tool summarizes where the summary is the source.' } },
  },
  summarizeAsSource: { schema: z.boolean(), default: false, ways: allWays },
  summarizePrompt: { schema: NullableText, default: '', ways: allWays },
  preamble: {
    schema: NullableText,
    isOptional: true,
    ways: { ...allWays, file: { absent: '' }, tool: 'mapped' },
  },
  postamble: {
    schema: NullableText,
    isOptional: true,
    ways: { ...allWays, file: { absent: '' }, tool: 'mapped' },
  },
  grammar: {
    wire: 'prompt_grammer',
    schema: Grammar.nullable(),
    default: null,
    ways: { ...allWays, tool: 'mapped' },
  },
  monitorLlmId: {
    wire: 'monitor_llm',
    schema: z.uuid().nullable(),
    default: null,
    ways: { ...adapter, tool: notInTools, expected: { not: 'No page edits it.' } },
  },
  excludeFailed: {
    schema: z.boolean(),
    default: true,
    ways: { ...allWays, tool: notInTools, expected: { not: 'No page edits it.' } },
  },
  singlePass: {
    wire: 'single_pass_extraction_mode',
    schema: z.boolean(),
    default: false,
    ways: { ...allWays, tool: { as: 'enable_single_pass_extraction' } },
  },
  challengeLlmId: {
    wire: 'challenge_llm',
    schema: z.uuid().nullable(),
    default: null,
    ways: { ...adapter, tool: 'mapped', expected: true },
  },
  enableChallenge: {
    schema: z.boolean(),
    default: false,
    ways: { ...allWays, copy: 'mapped' },
  },
  enableHighlight: { schema: z.boolean(), default: false, ways: allWays },
  /** Ours: whether prompts are answered from data that documents carry, where they have any. */
  enableEmbeddedData: {
    schema: z.boolean(),
    default: true,
    ways: { ...allWays, tool: { absent: false } },
  },
  /**
   * Ours: whether prompts begin with the document, which all questions about it have in common. Files and tools of
   * earlier versions keep their order.
   */
  documentFirst: {
    schema: z.boolean(),
    default: true,
    ways: { ...allWays, file: { absent: false }, tool: { absent: false } },
  },
  /** Ours: what is masked where texts go to adapters that are outside. */
  masking: {
    schema: Masking,
    default: noMasking,
    ways: { ...allWays, tool: { absent: noMasking } },
  },
  /** Ours: what becomes of text that nobody sees. */
  hiddenTextPolicy: {
    schema: HiddenTextPolicy,
    default: 'leave_out',
    ways: { ...allWays, tool: { absent: 'off' } },
  },
  /** Ours: what is true of the values of every document. */
  checks: { schema: Checks, default: [], ways: { ...allWays, tool: { absent: [] } } },
  /** Data that prompts can refer to as `{{custom_data.a.b}}` in the studio. */
  customData: {
    schema: CustomData.nullable(),
    default: null,
    ways: {
      ...allWays,
      tool: { not: 'Each run of a tool brings its own.' },
      expected: { not: 'No page edits it.' },
    },
  },
})

const ofOwner = {
  file: { not: 'It is about this project alone.' },
  copy: { not: 'It is about this project alone.' },
  tool: { not: 'It is about this project alone.' },
  expected: { not: 'Each change replaces it.' },
} as const

/** All that a request can set in the row of a project. */
export const projectFields = {
  ...projectHead,
  ...projectSettings,
  ...defineFields(ways, {
    /** The id of the document that is selected in the studio, or empty. */
    selectedDocument: {
      wire: 'output',
      schema: NullableText,
      default: '',
      ways: { ...ofOwner, audit: { not: 'It says which document is shown, and changes nothing.' } },
    },
    /** Only those who may share the project may change it. */
    sharedToOrg: {
      schema: z.boolean(),
      default: false,
      ways: { ...ofOwner, audit: 'mapped' },
    },
  }),
}
