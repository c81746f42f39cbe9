import { noMasking } from '@recto/contract/masking'
import { unknownBin } from '@recto/extraction/classify'
import { z } from 'zod'
import type { BuiltInTool } from '../built-in-names.ts'
import type { Tool } from '../tool.ts'
import type { ToolMetadata } from '../tool-metadata.ts'

/** The field that each of them answers. */
export const fieldOf: Readonly<Record<BuiltInTool, string>> = {
  classify: 'classification',
  text_extractor: 'extracted_text',
}

const iconOf = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#6b7a8f" stroke-width="1.6" stroke-linejoin="round"><path d="${path}"/></svg>`

const faces: Readonly<Record<BuiltInTool, Pick<Tool, 'name' | 'description' | 'icon'>>> = {
  classify: {
    name: 'Classify',
    description:
      'Says to which of your bins a document belongs; a folder gets the document in one of that name.',
    icon: iconOf('M3 7h6l2 2h10v10H3zM3 12h18'),
  },
  text_extractor: {
    name: 'Text Extractor',
    description: 'Reads the text of a document, laid out as it is on the page.',
    icon: iconOf('M6 3h8l4 4v14H6zM9 12h6M9 16h6M9 8h2'),
  },
}

type Settings = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The tool as a step with these settings runs it: without them it has no adapters yet. */
export function builtInTool(id: BuiltInTool, settings: Settings = {}): Tool {
  const { name, description, icon } = faces[id]
  const adapters = {
    llm: textOf(settings.llmId),
    embedding: '',
    'vector-db': '',
    x2text_adapter: textOf(id === 'classify' ? settings.textExtractorId : settings.extractorId),
  }
  const words = {
    ...{ preamble: '', postamble: '', grammar: [], 'chunk-size': 0, 'chunk-overlap': 0 },
  }
  const metadata: ToolMetadata = {
    ...{ name, description, author: 'Recto', tool_id: id },
    tool_settings: {
      ...{ ...adapters, ...words, summarize_prompt: '', summarize_as_source: false },
      ...{ enable_challenge: false, challenge_llm: '', enable_single_pass_extraction: false },
      ...{ enable_highlight: false, enable_embedded_data: false, platform_postamble: '' },
      masking: noMasking,
      checks: [],
      hidden_text_policy: id === 'classify' ? 'leave_out' : 'off',
    },
    outputs: [
      {
        ...{ ...adapters, ...words, name: fieldOf[id], prompt: '', type: 'text', active: true },
        ...{ required: null, 'retrieval-strategy': 'simple', 'hybrid-search': false },
        ...{ 'similarity-top-k': 0, section: null, reindex: false, embedding_suffix: '' },
      },
    ],
  }
  return { id, projectId: '', name, description, icon, metadata, builtIn: id }
}

const adapter = (adapterType: 'LLM' | 'X2TEXT', adapterIdKey: string) => {
  const isLlm = adapterType === 'LLM'
  return {
    type: 'string',
    title: isLlm ? 'LLM' : 'Text Extractor',
    description: isLlm ? 'The model that is asked.' : 'What reads the document.',
    default: '',
    ...{ adapterType, adapterIdKey },
  } as const
}

const mostBins = 100
const mostLetters = 100

/** The JSON Schema of what can be set for the tool in one workflow. */
export function builtInSpec(id: BuiltInTool) {
  const { name: title, description } = faces[id]
  if (id === 'text_extractor') {
    return {
      ...{ title, description, type: 'object', required: ['X2TEXT-1'] },
      properties: { 'X2TEXT-1': adapter('X2TEXT', 'extractorId') },
    }
  }
  return {
    ...{ title, description, type: 'object' },
    required: ['classificationBins', 'LLM-1', 'X2TEXT-1'],
    properties: {
      classificationBins: {
        ...{ type: 'array', title: 'Classification bins', minItems: 2, maxItems: mostBins },
        ...{ uniqueItems: true, default: [] },
        items: { type: 'string', minLength: 1, maxLength: mostLetters },
        description: `At least two. What fits none of them is “${unknownBin}”.`,
      },
      useCache: {
        ...{ type: 'boolean', title: 'Use cache', default: true },
        description:
          'A document that was classified before keeps its bin, and nothing is paid again.',
      },
      'LLM-1': adapter('LLM', 'llmId'),
      'X2TEXT-1': adapter('X2TEXT', 'textExtractorId'),
    },
  }
}

const Bin = z.string().trim().min(1, 'must not be empty').max(mostLetters)

const Bins = z
  .array(Bin)
  .min(2, 'must be at least two')
  .max(mostBins, `must be at most ${mostBins}`)
  .refine((bins) => new Set(bins.map(lower)).size === bins.length, 'must differ from each other')

const lower = (text: string) => text.toLowerCase()

/** What is wrong with the settings of a step, with the name of the setting; `undefined` where it can run. */
export function builtInProblem(
  id: BuiltInTool,
  settings: Settings,
  productId: string,
): { readonly setting: string; readonly problem: string } | undefined {
  if (id === 'classify') {
    const setting = 'classificationBins'
    const parsed = Bins.safeParse(settings.classificationBins)
    if (!parsed.success) {
      return { setting, problem: parsed.error.issues[0]?.message ?? 'cannot be used' }
    }
    const reserved = [unknownBin, `__${productId}_failed`]
    const taken = parsed.data.find((bin) => reserved.includes(lower(bin)))
    if (taken !== undefined)
      return { setting, problem: `must not have “${taken}”, which is reserved` }
  }
  return undefined
}

/** The bins of a step that was checked. */
export const binsOf = (settings: Settings): readonly string[] =>
  Bins.parse(settings.classificationBins)
