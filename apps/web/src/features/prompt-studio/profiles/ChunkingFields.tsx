import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, InputNumber, Select } from 'antd'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import { modelInfo } from '../../adapters/adapters.port.tsx'
import { retrievalStrategies } from '../profile.ts'
import { formatThousandTokens, type ProfileValues } from './profile-values.ts'

const strategies = retrievalStrategies.map((value) => ({ value, label: labelOfWord(value) }))

const unknownWindowMessage =
  'Failed to get chunk size information for the requested LLM. Please proceed with a sane default.'

/** Form fields for how a long document is chunked and how many chunks a prompt gets. */
export function ChunkingFields() {
  return (
    <>
      <Form.Item
        name="chunkSize"
        label="Chunk size"
        extra={<ChunkSizeHint />}
        rules={[{ required: true, message: 'Please enter the chunk size' }]}
      >
        <InputNumber min={0} precision={0} className="wide" />
      </Form.Item>
      <Form.Item
        name="chunkOverlap"
        label="Overlap"
        rules={[{ required: true, message: 'Please enter the overlap' }]}
      >
        <InputNumber min={0} precision={0} className="wide" />
      </Form.Item>
      <Form.Item name="retrievalStrategy" label="Retrieval strategy">
        <Select options={strategies} />
      </Form.Item>
      <Form.Item name="matchingChunks" label="Matching chunks per prompt">
        <InputNumber min={1} precision={0} className="wide" />
      </Form.Item>
      <Form.Item name="isHybrid" valuePropName="checked">
        <Checkbox>Search chunks by keywords as well as by meaning</Checkbox>
      </Form.Item>
      <Form.Item name="reindex" valuePropName="checked">
        <Checkbox>Re-index the document on every run</Checkbox>
      </Form.Item>
    </>
  )
}

/** Relates the chunk size to the context window of the model. */
function ChunkSizeHint() {
  const form = Form.useFormInstance<ProfileValues>()
  const size = Form.useWatch('chunkSize', form) ?? 0
  const llm = Form.useWatch('llm', form)
  const { data, error } = useQuery({
    ...modelInfo(llm ?? ''),
    enabled: llm !== undefined && llm !== '',
  })
  const contextWindowTokens = data?.contextWindow
  if (error) return <span role="alert">{unknownWindowMessage}</span>
  const description =
    size === 0
      ? '0: the whole text is used as context'
      : `About ${formatThousandTokens(size)}K tokens`
  if (!contextWindowTokens) return description
  return `${description}; the model accepts ${(contextWindowTokens / 1024).toFixed(1)}K tokens`
}
