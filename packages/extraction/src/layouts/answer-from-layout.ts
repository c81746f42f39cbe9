import type { DocumentText } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Answer, Evidence, Question } from '@recto/provider-spec/answer'
import { answerRule, brokenBy, type RuleValue } from './answer-rule.ts'
import type { CompiledLayout } from './layout.ts'
import { type LayoutMatch, likestLayout } from './match-layout.ts'
import { sayPlace, saySpot } from './say-rule.ts'

/** Answers that a layout gives for a document, without a model. */
export type LayoutAnswers<Of> = {
  readonly one: Of
  readonly answers: readonly Answer[]
  /** Keys of the questions for which the layout has a rule that gave no usable value. */
  readonly missed: readonly string[]
}

/**
 * Answers the questions for which the document's layout has a rule, without a model. Returns
 * `undefined` when the document fits none of the layouts, or may fit several. A rule gives no
 * answer when its value breaks the pattern of earlier values or does not add up with other values.
 */
export function answerFromLayout<Of extends { readonly layout: CompiledLayout }>(
  document: DocumentText,
  layouts: readonly Of[],
  questions: readonly Question[],
): LayoutAnswers<Of> | undefined {
  const likest = likestLayout(document, layouts)
  if (!likest) return undefined
  const { one, match } = likest
  const asked = questions
    .map((question) => {
      const rule = one.layout.rules.find(
        ({ key, type, prompt }) =>
          key === question.key && type === question.type && prompt === question.prompt,
      )
      return rule ? { question, rule } : undefined
    })
    .filter((value) => value !== undefined)
  const said = asked
    .map(({ question, rule }) => {
      const value = answerRule(match, rule)
      return value ? { question, rule, value } : undefined
    })
    .filter((value) => value !== undefined)
  // Includes rules without a question in this run: a sum needs all its terms.
  const values = new Map(
    one.layout.rules
      .map((rule) => {
        const value = answerRule(match, rule)
        return value ? ([rule.key, value.value] as const) : undefined
      })
      .filter((value) => value !== undefined),
  )
  const broken = new Set(one.layout.ties.flatMap((tie) => brokenBy(tie, values)))
  const kept = said.filter(({ question }) => !broken.has(question.key))
  const answered = new Set(kept.map(({ question }) => question.key))
  return {
    one,
    answers: kept.map(({ question, rule, value }) =>
      answerOf(match, { key: question.key, documents: rule.documents, value }),
    ),
    missed: asked.map(({ question }) => question.key).filter((key) => !answered.has(key)),
  }
}

type Said = { readonly key: string; readonly documents: number; readonly value: RuleValue }

function answerOf(match: LayoutMatch, { key, documents, value }: Said): Answer {
  const evidence = evidenceOf(match, value)
  // Follows the rule of three for a value that was right every time (Hanley, Lippman-Hand 1983),
  // and is never 1.
  const whole = Math.round((1 - 1 / (documents + 8)) * 1000) / 1000
  return {
    key,
    value: value.value,
    evidence: [evidence],
    confidence: { whole, parts: whole, words: null },
    explanation: {
      found: [{ kind: 'layout', rule: saySpot(value.spot), documents, page: evidence.page }],
    },
  }
}

function evidenceOf({ laid }: LayoutMatch, { page, words, value, spot }: RuleValue): Evidence {
  const { page: source } = laid[page]
  const onPage = words.flatMap(({ at }) => source.words[at] ?? [])
  const rows = Map.groupBy(words, ({ at }) =>
    laid[page].rows.findIndex((row) => row.words.some((word) => word.at === at)),
  )
  const quote = onPage.map(({ text }) => text).join(' ')
  return {
    page: source.number,
    boxes: [...rows.values()].map((row) =>
      uniteBoxes(
        row
          .map(({ at }) => {
            const word = source.words[at]
            return word ? word.box : undefined
          })
          .filter((value) => value !== undefined),
      ),
    ),
    quote,
    match: quote === String(value) ? 'exact' : 'normalised',
    source: `layout rule: ${sayPlace(spot)}`,
  }
}
