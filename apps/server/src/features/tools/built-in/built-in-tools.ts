import { unknownBin } from '@recto/extraction/classify'
import { z } from 'zod'
import type { BuiltInToolId, Tool } from '../tool.ts'
import { ToolMetadata } from '../tool-metadata.ts'

/** The field that each tool answers. */
export const outputFields: Readonly<Record<BuiltInToolId, string>> = {
  classify: 'classification',
  text_extractor: 'extracted_text',
}

const buildIcon = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#6b7a8f" stroke-width="1.6" stroke-linejoin="round"><path d="${path}"/></svg>`

const presentations: Readonly<Record<BuiltInToolId, Pick<Tool, 'name' | 'description' | 'icon'>>> =
  {
    classify: {
      name: 'Classify',
      description:
        'Sorts documents into your bins. In a file system, each document is written to a folder named after its bin.',
      icon: buildIcon('M3 7h6l2 2h10v10H3zM3 12h18'),
    },
    text_extractor: {
      name: 'Text Extractor',
      description: 'Extracts the text of a document and preserves its layout.',
      icon: buildIcon('M6 3h8l4 4v14H6zM9 12h6M9 16h6M9 8h2'),
    },
  }

type Settings = Readonly<Record<string, unknown>>

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Builds the tool for a workflow step with these settings; without settings it has no adapters. */
export function buildBuiltInTool(id: BuiltInToolId, settings: Settings = {}): Tool {
  const { name, description, icon } = presentations[id]
  const adapters = {
    llm: toText(settings.llmId),
    embedding: '',
    'vector-db': '',
    x2text_adapter: toText(id === 'classify' ? settings.textExtractorId : settings.extractorId),
  }
  const textSettings = {
    preamble: '',
    postamble: '',
    grammar: [],
    'chunk-size': 0,
    'chunk-overlap': 0,
  }
  const metadata = ToolMetadata.parse({
    name,
    description,
    author: 'Recto',
    tool_id: id,
    tool_settings: {
      ...adapters,
      ...textSettings,
      challenge_llm: '',
      platform_postamble: '',
      hidden_text_policy: id === 'classify' ? 'leave_out' : 'off',
    },
    outputs: [
      {
        ...adapters,
        ...textSettings,
        name: outputFields[id],
        prompt: '',
        type: 'text',
        active: true,
        required: null,
        'retrieval-strategy': 'simple',
        'hybrid-search': false,
        'similarity-top-k': 0,
        section: null,
        reindex: false,
        embedding_suffix: '',
      },
    ],
  })
  return { id, projectId: '', name, description, icon, metadata, builtIn: id }
}

const buildAdapterProperty = (adapterType: 'LLM' | 'X2TEXT', adapterIdKey: string) => {
  const isLlm = adapterType === 'LLM'
  return {
    type: 'string',
    title: isLlm ? 'LLM' : 'Text Extractor',
    description: isLlm
      ? 'The model that classifies the document.'
      : 'The adapter that extracts the text of the document.',
    default: '',
    adapterType,
    adapterIdKey,
  } as const
}

const maxCategories = 100
const maxCategoryLength = 100

/** Builds the JSON Schema of the settings of the tool in one workflow. */
export function buildBuiltInSpec(id: BuiltInToolId) {
  const { name: title, description } = presentations[id]
  if (id === 'text_extractor') {
    return {
      title,
      description,
      type: 'object',
      required: ['X2TEXT-1'],
      properties: { 'X2TEXT-1': buildAdapterProperty('X2TEXT', 'extractorId') },
    }
  }
  return {
    title,
    description,
    type: 'object',
    required: ['classificationBins', 'LLM-1', 'X2TEXT-1'],
    properties: {
      classificationBins: {
        type: 'array',
        title: 'Classification bins',
        minItems: 2,
        maxItems: maxCategories,
        uniqueItems: true,
        default: [],
        items: { type: 'string', minLength: 1, maxLength: maxCategoryLength },
        description: `Enter at least two bins. Documents that fit none of them are classified as “${unknownBin}”.`,
      },
      useCache: {
        type: 'boolean',
        title: 'Use cache',
        default: true,
        description: 'A document that has been classified before keeps its bin, at no extra cost.',
      },
      'LLM-1': buildAdapterProperty('LLM', 'llmId'),
      'X2TEXT-1': buildAdapterProperty('X2TEXT', 'textExtractorId'),
    },
  }
}

const Category = z.string().trim().min(1, 'must all have a name').max(maxCategoryLength)

const Categories = z
  .array(Category)
  .min(2, 'must include at least two names')
  .max(maxCategories, `must include at most ${maxCategories} names`)
  .refine(
    (categories) => new Set(categories.map(toLower)).size === categories.length,
    'must all have different names',
  )

const toLower = (text: string) => text.toLowerCase()

/** Finds the first setting of a step that prevents a run; `undefined` when it can run. */
export function findBuiltInProblem(
  id: BuiltInToolId,
  settings: Settings,
  productId: string,
): { readonly setting: string; readonly problem: string } | undefined {
  if (id === 'classify') {
    const setting = 'classificationBins'
    const categories = Categories.safeParse(settings.classificationBins)
    if (!categories.success) {
      return { setting, problem: categories.error.issues[0]?.message ?? 'cannot be used' }
    }
    const reservedNames = [unknownBin, `__${productId}_failed`]
    const reservedCategory = categories.data.find((category) =>
      reservedNames.includes(toLower(category)),
    )
    if (reservedCategory !== undefined)
      return { setting, problem: `must not include “${reservedCategory}”, which is reserved` }
  }
  return undefined
}

/** Parses the categories of a step whose settings were checked before. */
export const parseCategories = (settings: Settings): readonly string[] =>
  Categories.parse(settings.classificationBins)

/**
 * Whether the step reuses the result of an earlier document with the same content; `undefined`
 * where the tool has no such setting.
 */
export function usesCachedResult(
  { builtIn }: Tool,
  { useCache }: Readonly<Record<string, unknown>>,
): boolean | undefined {
  return builtIn === 'classify' ? useCache !== false : undefined
}
