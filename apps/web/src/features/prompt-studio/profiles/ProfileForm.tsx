import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { allAdapters } from '../../../shared/session/adapter.queries.ts'
import { AdapterPicker } from '../../adapters/adapters.port.tsx'
import { type LlmProfile, retrievalStrategies } from '../profile.ts'
import { adapterFields, initialValues, type ProfileValues } from './profile-values.ts'
import { useSaveProfile } from './use-save-profile.ts'

const strategies = retrievalStrategies.map((value) => ({ value, label: value }))

type Props = { readonly profile?: LlmProfile; readonly onClose: () => void }

/** Makes or changes a profile. */
export function ProfileForm({ profile, onClose }: Props) {
  const { data: adapters, error } = useQuery(allAdapters)
  const [form] = Form.useForm<ProfileValues>()
  const save = useSaveProfile(profile, form, onClose)

  if (error) {
    const words = 'Failed to get the dropdown list for LLM Adapters'
    return <Alert type="error" showIcon role="alert" title={explain(error, words)} />
  }
  if (!adapters) return <div className="bone panel-bone" aria-busy="true" />
  return (
    <Form<ProfileValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initialValues(profile, adapters)}
      onFinish={save.run}
    >
      <div className="panel-head">
        <h3>{profile ? `Edit ${profile.name}` : 'New LLM profile'}</h3>
      </div>
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'Please enter the name' }]}
      >
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

/** How a long document is cut, and how much of it a prompt gets. */
function Cutting() {
  return (
    <>
      <Form.Item
        name="chunkSize"
        label="Chunk size"
        extra="0: the whole text is the context"
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
