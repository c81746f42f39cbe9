import type { DocumentText } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Answer, Evidence, Question } from '@recto/provider-spec/answer'
import { answerRule, findViolatedKeys, type RuleValue } from './answer-rule.ts'
import { describePosition, describeSpot } from './describe-rule.ts'
import type { CompiledLayout } from './layout.ts'
import { findBestLayout, type LayoutMatch } from './match-layout.ts'

/** Answers that a layout gives for a document, without a model. */
export type LayoutAnswers<T> = {
  readonly candidate: T
  readonly answers: readonly Answer[]
  /** Keys of the questions for which the layout has a rule that gave no usable value. */
  readonly missed: readonly string[]
}

/**
 * Answers the questions for which the document's layout has a rule, without a model. Returns
 * `undefined` when the document fits none of the layouts, or may fit several. A rule gives no
 * answer when its value breaks the pattern of earlier values or does not add up with other values.
 */
export function answerFromLayout<T extends { readonly layout: CompiledLayout }>(
  document: DocumentText,
  layouts: readonly T[],
  questions: readonly Question[],
): LayoutAnswers<T> | undefined {
  const bestMatch = findBestLayout(document, layouts)
  if (!bestMatch) return undefined
  const { candidate, match } = bestMatch
  const questionRules = questions
    .map((question) => {
      const rule = candidate.layout.rules.find(
        ({ key, type, prompt }) =>
          key === question.key && type === question.type && prompt === question.prompt,
      )
      return rule ? { question, rule } : undefined
    })
    .filter((value) => value !== undefined)
  const ruleAnswers = questionRules
    .map(({ question, rule }) => {
      const value = answerRule(match, rule)
      return value ? { question, rule, value } : undefined
    })
    .filter((value) => value !== undefined)
  // Rules without a question in this run are read as well, because a sum needs all its terms.
  const values = new Map(
    candidate.layout.rules
      .map((rule) => {
        const value = answerRule(match, rule)
        return value ? ([rule.key, value.value] as const) : undefined
      })
      .filter((value) => value !== undefined),
  )
  const violatedKeys = new Set(
    candidate.layout.ties.flatMap((tie) => findViolatedKeys(tie, values)),
  )
  const validAnswers = ruleAnswers.filter(({ question }) => !violatedKeys.has(question.key))
  const answeredKeys = new Set(validAnswers.map(({ question }) => question.key))
  return {
    candidate,
    answers: validAnswers.map(({ question, rule, value }) =>
      toAnswer(match, { key: question.key, documents: rule.documents, value }),
    ),
    missed: questionRules
      .map(({ question }) => question.key)
      .filter((key) => !answeredKeys.has(key)),
  }
}

type RuleAnswer = { readonly key: string; readonly documents: number; readonly value: RuleValue }

function toAnswer(match: LayoutMatch, { key, documents, value }: RuleAnswer): Answer {
  const evidence = toLayoutEvidence(match, value)
  // Follows the rule of three for a value that was right every time (Hanley, Lippman-Hand 1983),
  // and is never 1.
  const whole = Math.round((1 - 1 / (documents + 8)) * 1000) / 1000
  return {
    key,
    value: value.value,
    evidence: [evidence],
    confidence: { whole, parts: whole, words: null },
    explanation: {
      found: [{ kind: 'layout', rule: describeSpot(value.spot), documents, page: evidence.page }],
    },
  }
}

function toLayoutEvidence(
  { pages }: LayoutMatch,
  { page, words, value, spot }: RuleValue,
): Evidence {
  const { page: source } = pages[page]
  const onPage = words.flatMap(({ index }) => source.words[index] ?? [])
  const rows = Map.groupBy(words, ({ index }) =>
    pages[page].rows.findIndex((row) => row.words.some((word) => word.index === index)),
  )
  const quote = onPage.map(({ text }) => text).join(' ')
  return {
    page: source.number,
    boxes: [...rows.values()].map((row) =>
      uniteBoxes(
        row
          .map(({ index }) => {
            const word = source.words[index]
            return word ? word.box : undefined
          })
          .filter((value) => value !== undefined),
      ),
    ),
    quote,
    match: quote === String(value) ? 'exact' : 'normalised',
    source: `layout rule: ${describePosition(spot)}`,
  }
}
