import { MessageOutlined } from '@ant-design/icons'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { CitedPart } from '../conversation/conversation.ts'
import type { DisplayedTurn } from '../conversation/pending-question.ts'
import type { Chat } from '../conversation/use-conversation.ts'
import { TurnView } from './TurnView.tsx'

type Props = {
  readonly chat: Chat
  /** Shown instead of turns until a question can be asked. */
  readonly children?: ReactNode
  onCite(citation: CitedPart): void
}

/** The questions and answers, newest at the bottom. */
export function Transcript({ chat, children, onCite }: Props) {
  const { turns, isLoading, isAnswerPending, askAgain } = chat
  const frame = useScrollToLatestQuestion(turns)
  return (
    <section ref={frame} className="chat-transcript" aria-label="Conversation">
      <AnswerAnnouncer turns={turns} />
      {isLoading && <LoadingTurns />}
      {!isLoading && turns.length === 0 && (
        <EmptyState
          icon={<MessageOutlined className="chat-mark-of-empty" aria-hidden="true" />}
          title="Recto Chat"
          explanation="Chat with multiple documents. Every answer cites its sources."
        >
          {children}
        </EmptyState>
      )}
      <ol className="chat-turns">
        {turns.map((turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
            canAsk={!isAnswerPending}
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

/** Space in pixels above the latest question. */
const SPACE_ABOVE_PX = 16

/**
 * Scrolls to the latest question when it is asked and when a conversation is opened, and keeps it there while its answer
 * grows, so that a long answer is read from its beginning; not after somebody has scrolled elsewhere.
 */
function useScrollToLatestQuestion(turns: readonly DisplayedTurn[]) {
  const frame = useRef<HTMLElement>(null)
  const place = useRef({ key: '', top: 0 })
  const key = `${turns[0]?.id} ${turns.length}`
  useLayoutEffect(() => {
    const box = frame.current
    const question = box?.querySelector<HTMLElement>('.chat-turn:last-child')
    const isElsewhere = place.current.key === key && box?.scrollTop !== place.current.top
    if (!box || !question || isElsewhere) return
    box.scrollTop = question.offsetTop - SPACE_ABOVE_PX
    place.current = { key, top: box.scrollTop }
  })
  return frame
}

/**
 * Announces to screen readers that an answer is awaited, and then the complete answer instead of
 * each word.
 */
function AnswerAnnouncer({ turns }: { readonly turns: readonly DisplayedTurn[] }) {
  const [announcedId, setAnnouncedId] = useState<string>()
  const last = turns.at(-1)
  const openTurn = last?.state === 'answering' ? last : undefined
  if (openTurn && openTurn.askedId !== undefined && openTurn.askedId !== announcedId) {
    setAnnouncedId(openTurn.askedId)
  }
  const finishedText = last?.id === announcedId ? last?.answer?.text : undefined
  const announcement = openTurn
    ? openTurn.partialAnswer
      ? 'Writing the answer…'
      : 'Searching…'
    : finishedText
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  )
}
