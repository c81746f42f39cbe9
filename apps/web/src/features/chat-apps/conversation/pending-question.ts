import type { Turn } from './conversation.ts'

/** A question being sent, which the server may not list yet. */
export type PendingQuestion = {
  readonly key: number
  /** Undefined until the conversation has been created. */
  readonly conversationId: string | undefined
  readonly text: string
  /** Ids of the questions asked before it. */
  readonly knownTurnIds: ReadonlySet<string>
  /** Id of the question that is asked again. */
  readonly repeatedTurnId?: string
}

/** The part of an answer that has been received. */
export type PartialAnswer = { readonly questionId: string; readonly text: string }

/** A turn with what is needed to display it. */
export type DisplayedTurn = Turn & {
  /** The part of the awaited answer that has been received. */
  readonly partialAnswer: string
  /** Id with which the answer can be stopped; undefined until the server has sent it. */
  readonly askedId: string | undefined
}

const awaitedState = { state: 'answering', error: null, answer: undefined } as const

/** Returns the turns to display: the questions listed by the server, and those being sent. */
export function displayedTurns(
  turns: readonly Turn[],
  pendingQuestions: readonly PendingQuestion[],
  partialAnswer: PartialAnswer | undefined,
): readonly DisplayedTurn[] {
  const repeatedIds = new Set(pendingQuestions.map((question) => question.repeatedTurnId))
  const listedTurns = turns.map((turn): DisplayedTurn => {
    const isAgain = repeatedIds.has(turn.id)
    const displayedTurn = isAgain ? { ...turn, ...awaitedState } : turn
    const text = partialAnswer?.questionId === turn.id ? partialAnswer.text : ''
    return { ...displayedTurn, partialAnswer: text, askedId: turn.id }
  })
  const unlistedTurns = pendingQuestions
    .filter(
      ({ repeatedTurnId, knownTurnIds }) =>
        !repeatedTurnId && turns.every(({ id }) => knownTurnIds.has(id)),
    )
    .map(({ key, text, knownTurnIds }): DisplayedTurn => {
      const ownAnswer =
        partialAnswer && !knownTurnIds.has(partialAnswer.questionId) ? partialAnswer : undefined
      return {
        id: `sending ${key}`,
        question: text,
        ...awaitedState,
        partialAnswer: ownAnswer?.text ?? '',
        askedId: ownAnswer?.questionId,
      }
    })
  return [...listedTurns, ...unlistedTurns]
}
