import { MessageOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { CitedPart } from '../conversation/conversation.ts'
import type { ShownTurn } from '../conversation/sending.ts'
import type { Chat } from '../conversation/use-conversation.ts'
import { TurnView } from './TurnView.tsx'

type Props = {
  readonly chat: Chat
  /** What is to be done before anything can be asked. */
  readonly children?: ReactNode
  onCite(place: CitedPart): void
}

/** What was asked and answered, the newest at the end. */
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

/** How near to the end somebody is who reads the end. */
const NEAR = 80

/** Follows what grows for as long as its end is looked at. */
function useKeptAtEnd(turns: readonly ShownTurn[]) {
  const frame = useRef<HTMLElement>(null)
  const isNear = useRef(true)
  const last = turns.at(-1)
  const height = `${turns.length} ${last?.id} ${last?.state} ${last?.growing.length}`
  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    const look = () => {
      isNear.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    }
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is to run when what is shown has grown.
  useEffect(() => {
    const box = frame.current
    if (box && isNear.current) box.scrollTop = box.scrollHeight
  }, [height])
  return frame
}

/** Says to those who listen that an answer is awaited, and then the answer: not every word as it comes. */
function Spoken({ turns }: { readonly turns: readonly ShownTurn[] }) {
  const [heardId, setHeardId] = useState<string>()
  const last = turns.at(-1)
  const awaited = last?.state === 'answering' ? last : undefined
  if (awaited && awaited.askedId !== undefined && awaited.askedId !== heardId) {
    setHeardId(awaited.askedId)
  }
  const answered = last?.id === heardId ? last?.answer?.text : undefined
  const words = awaited ? (awaited.growing ? 'The answer is coming.' : 'Looking…') : answered
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}
