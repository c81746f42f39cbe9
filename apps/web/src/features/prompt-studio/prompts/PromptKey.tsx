import { Input } from 'antd'
import { useId } from 'react'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { SaveMark } from './SaveMark.tsx'
import { UnsavedText } from './UnsavedText.tsx'
import { useSavedField } from './use-saved-field.ts'

type Props = {
  readonly prompt: Prompt
  /** The text that is being written should be replaced: the prompt was just made. */
  readonly isNew: boolean
}

/** The name of the value in the result, changed in its place. */
export function PromptKey({ prompt, isNew }: Props) {
  const { id, key } = prompt
  const { mutateAsync: patch } = usePatchPrompt()
  const failureId = useId()
  const field = useSavedField({
    id: `${id}/key`,
    stored: key,
    fallback: 'Failed to update',
    isNeeded: true,
    save: (text, before) => patch({ id, changes: { key: text }, expected: { key: before } }),
  })

  return (
    <div className="prompt-key">
      <Input
        variant="borderless"
        className="mono"
        value={field.text}
        placeholder="Enter key"
        aria-label={`Key of ${key}`}
        aria-invalid={field.unsaved !== undefined}
        aria-describedby={field.unsaved ? failureId : undefined}
        autoFocus={isNew}
        onFocus={({ target }) => isNew && target.select()}
        onChange={({ target }) => field.change(target.value)}
        onPressEnter={({ currentTarget }) => currentTarget.blur()}
        onBlur={field.flush}
      />
      <SaveMark status={field.status} />
      <UnsavedText id={failureId} field={field} what={`the key ${key}`} label="Invalid JSON Key" />
    </div>
  )
}
