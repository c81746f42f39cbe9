import { Checkbox, Form } from 'antd'
import { useId } from 'react'

type Props = { readonly value: boolean; onChange(value: boolean): void }

/** Whether the model calls of a pipeline may wait in batches, which cost less. */
export function CheaperChoice({ value, onChange }: Props) {
  const id = useId()
  return (
    <Form.Item
      help={
        <span id={id}>
          Model calls wait in batches, which OpenAI, Azure OpenAI, Anthropic, Gemini and Mistral
          answer at about half the price. What has no answer after 24 hours is called at the usual
          price. Other models are called at once.
        </span>
      }
    >
      <Checkbox
        checked={value}
        aria-describedby={id}
        onChange={({ target }) => onChange(target.checked)}
      >
        Cheaper, within 24 hours
      </Checkbox>
    </Form.Item>
  )
}
