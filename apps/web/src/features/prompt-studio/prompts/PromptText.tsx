import { Input } from 'antd'
import { useId } from 'react'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { SaveIndicator } from './SaveIndicator.tsx'
import { UnsavedText } from './UnsavedText.tsx'
import { useAutosavedText } from './use-autosaved-text.ts'

/** If CSS cannot size the field, antd measures a hidden copy of the text on every keystroke. */
const supportsFieldSizing = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false
const autoSize = supportsFieldSizing ? false : { minRows: 1, maxRows: 12 }

/** Edits the text of a prompt or a note. */
export function PromptText({ prompt }: { readonly prompt: Prompt }) {
  const { id, key, isNote } = prompt
  const { mutateAsync: patch } = usePatchPrompt()
  const failureId = useId()
  const field = useAutosavedText({
    id: `${id}/text`,
    storedText: prompt.text,
    fallback: 'Failed to update',
    save: (text, expectedText) =>
      patch({ id, changes: { text }, expected: { text: expectedText } }),
  })

  return (
    <div className="prompt-text">
      <Input.TextArea
        variant="borderless"
        rows={1}
        autoSize={autoSize}
        value={field.text}
        placeholder={isNote ? 'Enter notes' : 'Enter prompt'}
        aria-label={`${isNote ? 'Text of' : 'Prompt for'} ${key}`}
        aria-invalid={field.unsavedDraft !== undefined}
        aria-describedby={field.unsavedDraft ? failureId : undefined}
        onChange={({ target }) => field.change(target.value)}
        onBlur={field.flush}
      />
      <SaveIndicator status={field.status} />
      <UnsavedText id={failureId} field={field} fieldName={key} />
    </div>
  )
}
