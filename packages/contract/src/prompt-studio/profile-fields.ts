import { z } from 'zod'
import { defineFields } from '../wire/fields.ts'
import { nameText } from '../wire/names.ts'

export const RetrievalStrategy = z.enum([
  'simple',
  'subquestion',
  'fusion',
  'recursive',
  'router',
  'keyword_table',
  'automerging',
])
export type RetrievalStrategy = z.output<typeof RetrievalStrategy>

/** Says what the model gets of a document. */
export const ModelSees = z.enum(['text', 'text_and_pages', 'pages'])
export type ModelSees = z.output<typeof ModelSees>

/** Says whose images it gets: those of the pages of retrieved chunks, of the first pages, or of all pages. */
export const SeenPagesSelection = z.enum(['retrieved', 'first', 'all'])
export type SeenPagesSelection = z.output<typeof SeenPagesSelection>

/** More pages are not shown with one prompt. */
export const maxSeenPages = 20

const Whole = z.number().int().min(0).max(999_999_999)

/** Forms send whole numbers as text once they were edited. */
const Count = z
  .union([
    Whole,
    z
      .string()
      .regex(/^\d{1,9}$/, 'A valid integer is required.')
      .transform(Number),
  ])
  .pipe(Whole)
  .nullable()

/** Forms send it as text too. */
const SeenCount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/, 'A valid integer is required.')
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(maxSeenPages))

/**
 * Ways of a profile's fields: `file` is a project file, `copy` a clone or backup of the project, `tool` the tool that is
 * exported from it, and `expected` what a change may say that it has seen. Profiles are a draft, which is not audited.
 */
const ways = ['file', 'copy', 'tool', 'expected'] as const

/** What a tool has of a profile is what it answers with, which differs for lists. */
const allWays = { file: true, copy: true, tool: 'mapped', expected: true } as const
const notExpected = { not: 'Another change moves it, or no page edits it.' } as const

/**
 * The id of an adapter; its name is understood too, because that is what a reply has. A file has the name.
 */
const adapter = {
  schema: z.string().min(1).max(128),
  ways: { ...allWays, file: 'mapped', copy: 'mapped' },
} as const

export const profileAdapters = defineFields(ways, {
  llmId: { wire: 'llm', ...adapter },
  vectorDbId: { wire: 'vector_store', ...adapter },
  embeddingId: { wire: 'embedding_model', ...adapter },
  textExtractorId: { wire: 'x2text', ...adapter },
})

/** Our extension: the larger model that is asked if an answer of the profile's own has a problem. */
export const profileEscalation = defineFields(ways, {
  escalationLlmId: {
    wire: 'escalation_llm',
    schema: z.string().min(1).max(128).nullable(),
    default: null,
    ways: { ...allWays, file: 'mapped', copy: 'mapped' },
  },
})

export const profileSettings = defineFields(ways, {
  name: { wire: 'profile_name', schema: nameText(255), ways: allWays },
  /** 0: the document is not split, the whole text is the context. */
  chunkSize: { schema: Count, default: 0, ways: allWays },
  chunkOverlap: { schema: Count, default: 0, ways: allWays },
  reindex: { schema: z.boolean(), default: false, ways: { ...allWays, tool: true } },
  retrievalStrategy: { schema: RetrievalStrategy, default: 'simple', ways: allWays },
  similarityTopK: { schema: Count, default: 3, ways: allWays },
  /** Ours: whether chunks are searched by their words as well as by their meaning. */
  hybridSearch: { schema: z.boolean(), default: true, ways: allWays },
  /** Ours: whether the model gets images of pages beside the text or in place of it. */
  modelSees: { schema: ModelSees, default: 'text', ways: allWays },
  seenPages: { schema: SeenPagesSelection, default: 'first', ways: allWays },
  /** How many pages at most; a longer document is refused if all are to be shown. */
  maxSeenPages: { schema: SeenCount, default: 5, ways: allWays },
  section: {
    schema: z.string().nullable(),
    default: 'Default',
    ways: { ...allWays, tool: true, expected: notExpected },
  },
})

const flag = {
  schema: z.boolean(),
  default: false,
  ways: { file: true, copy: true, tool: 'mapped', expected: notExpected },
} as const

/** Each is set for one profile of a project at most. */
export const profileFlags = defineFields(ways, {
  isDefault: flag,
  isSummarizer: { wire: 'is_summarize_llm', ...flag },
})

/** All that a request can set of a profile. */
export const profileFields = {
  ...profileAdapters,
  ...profileEscalation,
  ...profileSettings,
  ...profileFlags,
}
