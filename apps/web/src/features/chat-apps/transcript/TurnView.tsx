import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { CitedPart, QuestionAnswer } from '../conversation/conversation.ts'
import type { DisplayedTurn } from '../conversation/pending-question.ts'
import { AnswerText } from './AnswerText.tsx'
import { CitationList } from './CitationList.tsx'

type Props = {
  readonly turn: DisplayedTurn
  /** Whether another question can be asked at the moment. */
  readonly canAsk: boolean
  onCite(citation: CitedPart): void
  onAskAgain(): void
}

const defaultReason = 'The question could not be answered.'

/** A question with its answer or failure. */
export function TurnView({ turn, canAsk, onCite, onAskAgain }: Props) {
  const { question, state, error, answer, partialAnswer } = turn
  const isOver = state === 'failed' || state === 'stopped'
  return (
    <li className="chat-turn">
      <div className="chat-question">
        <span className="visually-hidden">You: </span>
        {question}
      </div>
      {state === 'answering' && (
        <div className="chat-answer" aria-busy="true">
          {partialAnswer ? (
            <AnswerText
              text={partialAnswer}
              hasQuotes={false}
              citations={undefined}
              onCite={onCite}
            />
          ) : (
            <p className="faint">Searching the documents…</p>
          )}
        </div>
      )}
      {answer && <AnswerView answer={answer} isComplete={state === 'answered'} onCite={onCite} />}
      {isOver && (
        <div className="chat-over">
          <small>
            {state === 'stopped' ? 'The answer was stopped.' : (error ?? defaultReason)}
          </small>
          <Button
            size="small"
            icon={<ReloadOutlined aria-hidden="true" />}
            disabled={!canAsk}
            onClick={onAskAgain}
          >
            Try again
          </Button>
        </div>
      )}
    </li>
  )
}

type AnswerProps = {
  readonly answer: QuestionAnswer
  readonly isComplete: boolean
  onCite(citation: CitedPart): void
}

function AnswerView({ answer, isComplete, onCite }: AnswerProps) {
  const { kind, text, citations, unread } = answer
  return (
    <div className="chat-answer" data-kind={kind}>
      <span className="visually-hidden">Answer: </span>
      <AnswerText
        text={text}
        hasQuotes={kind === 'passages'}
        citations={citations}
        onCite={onCite}
      />
      {citations.length > 0 && <CitationList citations={citations} onCite={onCite} />}
      {kind === 'answer' && isComplete && citations.length === 0 && (
        <small>This answer does not cite any sources.</small>
      )}
      {unread.map(({ fileName, reason }) => (
        <small key={fileName}>
          Answered without {fileName}: {reason}
        </small>
      ))}
    </div>
  )
}
