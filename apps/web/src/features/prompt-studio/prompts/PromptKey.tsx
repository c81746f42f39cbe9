import { Input, type InputRef } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { SaveIndicator } from './SaveIndicator.tsx'
import { UnsavedText } from './UnsavedText.tsx'
import { useAutosavedText } from './use-autosaved-text.ts'

type Props = {
  readonly prompt: Prompt
  /** Whether the prompt was just created. Its generated key is then focused and selected. */
  readonly isNew: boolean
}

/** Edits the key of a prompt in place: the name of its value in the result. */
export function PromptKey({ prompt, isNew }: Props) {
  const { id, key } = prompt
  const { mutateAsync: patch } = usePatchPrompt()
  const failureId = useId()
  const inputRef = useRef<InputRef>(null)
  // The list may show a new prompt before its creation is acknowledged, so `autoFocus` could come too late.
  useEffect(() => {
    if (isNew) inputRef.current?.focus({ cursor: 'all' })
  }, [isNew])
  const field = useAutosavedText({
    id: `${id}/key`,
    storedText: key,
    fallback: 'Failed to update',
    hasLabel: true,
    isRequired: true,
    save: (text, expectedText) =>
      patch({ id, changes: { key: text }, expected: { key: expectedText } }),
  })

  return (
    <div className="prompt-key">
      <Input
        ref={inputRef}
        variant="borderless"
        className="mono"
        value={field.text}
        placeholder="Enter key"
        aria-label={`Key for ${key}`}
        aria-invalid={field.unsavedDraft !== undefined}
        aria-describedby={field.unsavedDraft ? failureId : undefined}
        onChange={({ target }) => field.change(target.value)}
        onPressEnter={({ currentTarget }) => currentTarget.blur()}
        onBlur={field.flush}
      />
      <SaveIndicator status={field.status} />
      <UnsavedText
        id={failureId}
        field={field}
        fieldName={`the key ${key}`}
        label="Invalid JSON Key"
      />
    </div>
  )
}
