import { builtInExtractorId } from '../kit/built-in-ids.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedWithMiniLm } from '../mini-lm/embed-with-mini-lm.ts'

const embed = async (texts: readonly string[]) => (await embedWithMiniLm(texts)).vectors

/** Fills the place of a language model without one: it reads labels, values and types off the page. */
export const builtInExtractor = defineProvider({
  id: builtInExtractorId,
  kind: 'llm',
  name: 'Built-in extractor',
  description: 'Finds labeled values on the page. It needs no model, no key and no network.',
  icon: '/api/v1/static/icons/adapter-icons/built-in-extractor.svg',
  settings: defineSettings({
    title: 'Built-in extractor',
    description:
      'Reads labeled values from the page, and always returns the same result. It cannot summarize, reason or fill tables. Use a language model for that.',
    fields: {},
  }),

  open: () => ({
    model: 'built-in-extractor',
    contextWindow: 0,
    builtInExtractor: { embed },
    async answer(document, questions) {
      const { answerWithoutModel } = await import('@recto/extraction/answer-without-model')
      return answerWithoutModel(document, questions, { embed })
    },
  }),
  check: () => embedWithMiniLm(['A test of the model.']),
})
