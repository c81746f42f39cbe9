import type { Turn } from './conversation.ts'

/** A question on its way to the server, which may not list it yet. */
export type Sending = {
  readonly key: number
  /** None until the conversation is made. */
  readonly conversationId: string | undefined
  readonly text: string
  /** The questions that were there before it. */
  readonly known: ReadonlySet<string>
  /** The question that is asked once more. */
  readonly again?: string
}

/** How much of an answer has been told. */
export type Growing = { readonly questionId: string; readonly text: string }

/** A turn as it is shown. */
export type ShownTurn = Turn & {
  /** How much is there of the answer that is awaited. */
  readonly growing: string
  /** By which the answer can be stopped, once the server has told it. */
  readonly askedId: string | undefined
}

/** What a conversation shows: the questions that the server has listed, and at once those that it has not yet. */
export function shownTurns(
  turns: readonly Turn[],
  sendings: readonly Sending[],
  growing: Growing | undefined,
): readonly ShownTurn[] {
  const again = new Set(sendings.map((it) => it.again))
  const listed = turns.map((turn): ShownTurn => {
    const isAgain = again.has(turn.id)
    const awaited = isAgain ? { ...turn, ...awaitedState } : turn
    const text = growing?.questionId === turn.id ? growing.text : ''
    return { ...awaited, growing: text, askedId: turn.id }
  })
  const unlisted = sendings
    .filter(({ again, known }) => !again && turns.every(({ id }) => known.has(id)))
    .map(({ key, text, known }): ShownTurn => {
      const own = growing && !known.has(growing.questionId) ? growing : undefined
      return {
        ...{ id: `sending ${key}`, question: text, ...awaitedState },
        ...{ growing: own?.text ?? '', askedId: own?.questionId },
      }
    })
  return [...listed, ...unlisted]
}

const awaitedState = { state: 'answering', error: null, answer: undefined } as const
