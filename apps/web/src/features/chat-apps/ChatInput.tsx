import { SendOutlined, StopOutlined } from '@ant-design/icons'
import { lettersOfQuestion } from '@recto/contract/chat-apps/chat-apps'
import { Button, Input, Spin } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Chat } from './conversation/use-conversation.ts'

type Props = {
  readonly chat: Pick<Chat, 'isAnswerPending' | 'canStop' | 'stop'>
  readonly text: string
  onChange(text: string): void
  onSend(): void
}

/** The input for a question: Enter sends it, Shift+Enter starts a new line. */
export function ChatInput({ chat, text, onChange, onSend }: Props) {
  const { isAnswerPending, canStop, stop } = chat
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Disabling the field removed the focus. Restore it unless the user has moved the focus
    // elsewhere.
    if (!isAnswerPending && document.activeElement === document.body) box.current?.focus()
  }, [isAnswerPending])
  const isTooLong = text.trim().length > lettersOfQuestion

  function handleKey(event: KeyboardEvent) {
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isSend) return
    event.preventDefault()
    if (!isTooLong) onSend()
  }

  return (
    <div className="chat-input">
      <Input.TextArea
        ref={(area) => {
          box.current = area?.resizableTextArea?.textArea ?? null
        }}
        aria-label="Your question"
        aria-invalid={isTooLong}
        aria-describedby="chat-input-below"
        placeholder="Ask about the documents"
        autoSize={{ minRows: 2, maxRows: 8 }}
        disabled={isAnswerPending}
        value={text}
        status={isTooLong ? 'error' : ''}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={handleKey}
      />
      {isAnswerPending ? (
        <div className="chat-awaited">
          <span role="img" aria-label="Waiting for an answer">
            <Spin size="small" />
          </span>
          <Button icon={<StopOutlined aria-hidden="true" />} disabled={!canStop} onClick={stop}>
            Stop
          </Button>
        </div>
      ) : (
        <Button
          type="primary"
          aria-label="Send"
          title="Send"
          icon={<SendOutlined />}
          disabled={text.trim() === '' || isTooLong}
          onClick={onSend}
        />
      )}
      <small id="chat-input-below" role={isTooLong ? 'alert' : undefined}>
        {isTooLong
          ? `A question can have at most ${lettersOfQuestion.toLocaleString('en')} characters.`
          : 'Press Enter to send, Shift+Enter for a new line.'}
      </small>
    </div>
  )
}
