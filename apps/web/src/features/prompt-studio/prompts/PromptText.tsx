import { Input } from 'antd'
import { useId } from 'react'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { SaveMark } from './SaveMark.tsx'
import { UnsavedText } from './UnsavedText.tsx'
import { useSavedField } from './use-saved-field.ts'

/** Else antd copies the text into a hidden field and measures that one, several times for a key. */
const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false
const autoSize = growsByItself ? false : { minRows: 1, maxRows: 12 }

/** What is asked of the document, or what a note says. */
export function PromptText({ prompt }: { readonly prompt: Prompt }) {
  const { id, key, isNote } = prompt
  const { mutateAsync: patch } = usePatchPrompt()
  const failureId = useId()
  const field = useSavedField({
    id: `${id}/text`,
    stored: prompt.text,
    fallback: 'Failed to update',
    save: (text, before) => patch({ id, changes: { text }, expected: { text: before } }),
  })

  return (
    <div className="prompt-text">
      <Input.TextArea
        variant="borderless"
        rows={1}
        autoSize={autoSize}
        value={field.text}
        placeholder={isNote ? 'Enter notes' : 'Enter prompt'}
        aria-label={`${isNote ? 'Text' : 'Prompt'} of ${key}`}
        aria-invalid={field.unsaved !== undefined}
        aria-describedby={field.unsaved ? failureId : undefined}
        onChange={({ target }) => field.change(target.value)}
        onBlur={field.flush}
      />
      <SaveMark status={field.status} />
      <UnsavedText id={failureId} field={field} what={key} />
    </div>
  )
}
