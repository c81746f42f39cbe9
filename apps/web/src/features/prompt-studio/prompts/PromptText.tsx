import type { CoveredPrompt } from '@recto/contract/prompts'
import { Input } from 'antd'
import { useId } from 'react'
import { usePatchPrompt } from '../prompt-studio.queries.ts'
import { SaveMark } from './SaveMark.tsx'
import { useSavedField } from './use-saved-field.ts'

/** What is asked of the document, or what a note says. */
export function PromptText({ prompt }: { readonly prompt: CoveredPrompt }) {
  const { prompt_id, prompt_key } = prompt
  const isNote = prompt.prompt_type === 'NOTES'
  const { mutateAsync: patch } = usePatchPrompt()
  const failureId = useId()
  const field = useSavedField({
    stored: prompt.prompt,
    fallback: 'Failed to update',
    save: (text) => patch({ params: { prompt_id }, body: { prompt: text } }),
  })

  return (
    <div className="prompt-text">
      <Input.TextArea
        variant="borderless"
        autoSize={{ minRows: 1, maxRows: 12 }}
        value={field.text}
        placeholder={isNote ? 'Enter notes' : 'Enter prompt'}
        aria-label={`${isNote ? 'Text' : 'Prompt'} of ${prompt_key}`}
        aria-invalid={field.failure !== undefined}
        aria-describedby={field.failure ? failureId : undefined}
        onChange={({ target }) => field.change(target.value)}
        onBlur={field.flush}
      />
      <SaveMark status={field.status} />
      {field.failure && (
        <p id={failureId} className="prompt-failure" role="alert">
          {field.failure}
        </p>
      )}
    </div>
  )
}
