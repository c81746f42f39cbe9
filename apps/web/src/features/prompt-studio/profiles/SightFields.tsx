import { maxSeenPages } from '@recto/contract/prompt-studio/profile-fields'
import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Select } from 'antd'
import { type ModelInfo, modelInfo } from '../../adapters/adapters.port.tsx'
import type { ProfileValues } from './profile-values.ts'

const views = [
  { value: 'text', label: 'Text' },
  { value: 'text_and_pages', label: 'Text and images of pages' },
  { value: 'pages', label: 'Images of pages only' },
] as const satisfies readonly {
  readonly value: ProfileValues['modelSees']
  readonly label: string
}[]

const selections = [
  { value: 'first', label: 'The first pages' },
  { value: 'retrieved', label: 'Pages of the retrieved chunks' },
  { value: 'all', label: 'All pages' },
] as const satisfies readonly {
  readonly value: ProfileValues['seenPages']
  readonly label: string
}[]

type Props = { readonly labels: Readonly<Record<keyof ProfileValues, string>> }

/**
 * Form fields for the images of pages that a model gets. They are only there for a model that accepts images, or while a profile
 * has them turned on.
 */
export function SightFields({ labels }: Props) {
  const form = Form.useFormInstance<ProfileValues>()
  const llm = Form.useWatch('llm', form)
  const modelSees = Form.useWatch('modelSees', { form, preserve: true })
  const chunkSize = Form.useWatch('chunkSize', form) ?? 0
  const { data } = useQuery({ ...modelInfo(llm ?? ''), enabled: llm !== undefined && llm !== '' })
  const imageInput = data?.imageInput
  if (!imageInput && (modelSees ?? 'text') === 'text') return null
  return (
    <>
      <Form.Item
        name="modelSees"
        label={labels.modelSees}
        tooltip="A model that sees the pages also finds what the text does not say, such as a signature, a stamp or a crossed-out line. A value that is not in the text has no evidence. Lists are always read from the text, and so are the challenge and summaries."
        extra={describeCost(imageInput)}
      >
        <Select options={[...views]} />
      </Form.Item>
      {modelSees !== undefined && modelSees !== 'text' && (
        <>
          <Form.Item name="seenPages" label={labels.seenPages}>
            <Select
              options={selections.map((option) => ({
                ...option,
                disabled: option.value === 'retrieved' && chunkSize === 0,
              }))}
            />
          </Form.Item>
          <Form.Item
            name="maxSeenPages"
            label={labels.maxSeenPages}
            rules={[{ required: true, message: 'Please enter the number of pages' }]}
            extra="For each prompt. A longer document is refused if the model is to see all pages."
          >
            <InputNumber
              min={1}
              max={Math.min(maxSeenPages, imageInput?.maxCount ?? maxSeenPages)}
              precision={0}
              className="wide"
            />
          </Form.Item>
        </>
      )}
    </>
  )
}

function describeCost(imageInput: ModelInfo['imageInput']): string {
  if (!imageInput) return 'This model is not known to accept images.'
  const { tokensPerPage } = imageInput
  return tokensPerPage === undefined
    ? 'How many tokens a page takes is not known for this model.'
    : `Up to ${tokensPerPage.toLocaleString('en')} tokens for each page.`
}
