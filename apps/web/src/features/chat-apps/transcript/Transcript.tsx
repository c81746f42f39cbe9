import { MessageOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { CitedPart } from '../conversation/conversation.ts'
import type { ShownTurn } from '../conversation/sending.ts'
import type { Chat } from '../conversation/use-conversation.ts'
import { TurnView } from './TurnView.tsx'

type Props = {
  readonly chat: Chat
  /** Shown instead of turns until a question can be asked. */
  readonly children?: ReactNode
  onCite(place: CitedPart): void
}

/** The questions and answers, newest at the bottom. */
export function Transcript({ chat, children, onCite }: Props) {
  const { turns, isLoading, isAwaited, askAgain } = chat
  const frame = useKeptAtEnd(turns)
  return (
    <section ref={frame} className="chat-transcript" aria-label="Conversation">
      <Spoken turns={turns} />
      {isLoading && <LoadingTurns />}
      {!isLoading && turns.length === 0 && (
        <EmptyState
          icon={<MessageOutlined className="chat-mark-of-empty" aria-hidden="true" />}
          title="Recto Chat"
          explanation="Chat with multiple documents: every answer names the places that it was taken from."
        >
          {children}
        </EmptyState>
      )}
      <ol className="chat-turns">
        {turns.map((turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
            canAsk={!isAwaited}
            onCite={onCite}
            onAskAgain={() => askAgain(turn)}
          />
        ))}
      </ol>
    </section>
  )
}

function LoadingTurns() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the conversation
      </span>
      <div className="bone" style={{ width: '50%', height: 36, margin: '8px 0 8px auto' }} />
      <div className="bone" style={{ width: '80%', height: 88 }} />
    </div>
  )
}

/** Distance in pixels within which the transcript counts as scrolled to the bottom. */
const NEAR = 80

/** Keeps the transcript scrolled to the bottom as it grows, while the user is at the bottom. */
function useKeptAtEnd(turns: readonly ShownTurn[]) {
  const frame = useRef<HTMLElement>(null)
  const isNear = useRef(true)
  const last = turns.at(-1)
  const height = `${turns.length} ${last?.id} ${last?.state} ${last?.partialAnswer.length}`
  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    const look = () => {
      isNear.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    }
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the content has grown.
  useEffect(() => {
    const box = frame.current
    if (box && isNear.current) box.scrollTop = box.scrollHeight
  }, [height])
  return frame
}

/**
 * Announces to screen readers that an answer is awaited, and then the complete answer instead of
 * each word.
 */
function Spoken({ turns }: { readonly turns: readonly ShownTurn[] }) {
  const [heardId, setHeardId] = useState<string>()
  const last = turns.at(-1)
  const openTurn = last?.state === 'answering' ? last : undefined
  if (openTurn && openTurn.askedId !== undefined && openTurn.askedId !== heardId) {
    setHeardId(openTurn.askedId)
  }
  const finishedText = last?.id === heardId ? last?.answer?.text : undefined
  const words = openTurn
    ? openTurn.partialAnswer
      ? 'The answer is coming.'
      : 'Looking…'
    : finishedText
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}
