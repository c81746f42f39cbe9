import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { allAdapters } from '../../../shared/session/adapter.queries.ts'
import { AdapterPicker, contextWindow, defaultTriad } from '../../adapters/adapters.port.tsx'
import { type LlmProfile, retrievalStrategies } from '../profile.ts'
import {
  adapterFields,
  initialValues,
  type ProfileValues,
  thousandTokens,
} from './profile-values.ts'
import { useSaveProfile } from './use-save-profile.ts'

const strategies = retrievalStrategies.map((value) => ({ value, label: value }))

type Props = { readonly profile?: LlmProfile; readonly onClose: () => void }

/** Makes or changes a profile. */
export function ProfileForm({ profile, onClose }: Props) {
  const { data: adapters, error } = useQuery(allAdapters)
  const triad = useQuery({ ...defaultTriad, enabled: !profile })
  const [form] = Form.useForm<ProfileValues>()
  const save = useSaveProfile(profile, form, onClose)

  if (error) {
    const words = 'Failed to get the dropdown list for LLM Adapters'
    return <Alert type="error" showIcon role="alert" title={explain(error, words)} />
  }
  const isWaiting = !adapters || (!profile && triad.isPending)
  if (isWaiting) return <div className="bone panel-bone" aria-busy="true" />
  return (
    <Form<ProfileValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initialValues(profile, { adapters, triad: triad.data ?? {} })}
      onFinish={save.run}
    >
      <div className="panel-head">
        <h3>{profile ? `Edit ${profile.name}` : 'New LLM profile'}</h3>
      </div>
      {triad.error && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="panel-alert"
          title={explain(triad.error, 'Failed to fetch adapter information')}
        />
      )}
      <Form.Item name="name" label="Name" validateFirst rules={nameRules}>
        <Input autoFocus />
      </Form.Item>
      <div className="profile-grid">
        {adapterFields.map(({ field, type, label, missing }) => (
          <Form.Item
            key={field}
            name={field}
            label={label}
            rules={[{ required: true, message: missing }]}
          >
            <AdapterPicker type={type} />
          </Form.Item>
        ))}
        <Cutting />
      </div>
      {save.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(save.error, 'Failed to save the profile')}
        />
      )}
      <div className="panel-buttons">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          Save
        </Button>
      </div>
    </Form>
  )
}

const nameRules = [
  { required: true, message: 'Please enter the name' },
  { whitespace: true, message: 'Please enter a non-whitespace value' },
]

/** How a long document is cut, and how much of it a prompt gets. */
function Cutting() {
  return (
    <>
      <Form.Item
        name="chunkSize"
        label="Chunk size"
        extra={<SizeOfChunk />}
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
        <Checkbox>Find chunks by their words as well as by their meaning</Checkbox>
      </Form.Item>
      <Form.Item name="reindex" valuePropName="checked">
        <Checkbox>Read the document anew on every run</Checkbox>
      </Form.Item>
    </>
  )
}

/** How much of what the model takes a chunk is. */
function SizeOfChunk() {
  const form = Form.useFormInstance<ProfileValues>()
  const size = Form.useWatch('chunkSize', form) ?? 0
  const llm = Form.useWatch('llm', form)
  const { data: tokens, error } = useQuery({
    ...contextWindow(llm ?? ''),
    enabled: llm !== undefined && llm !== '',
  })
  if (error) return <span role="alert">{noWindow}</span>
  const about =
    size === 0 ? '0: the whole text is the context' : `About ${thousandTokens(size)}K tokens`
  if (!tokens) return about
  return `${about}; the model takes ${(tokens / 1024).toFixed(1)}K tokens`
}

const noWindow =
  'Failed to get chunk size information for the requested LLM. Please proceed with a sane default.'
