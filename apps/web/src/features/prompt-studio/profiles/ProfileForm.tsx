import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { allAdapters } from '../../../shared/session/adapter.queries.ts'
import { AdapterPicker, defaultTriad } from '../../adapters/adapters.port.tsx'
import { ChangedElsewhere } from '../conflicts/ChangedElsewhere.tsx'
import type { LlmProfile } from '../profile.ts'
import { Cutting } from './Cutting.tsx'
import {
  adapterFields,
  initialValues,
  type ProfileSource,
  type ProfileValues,
} from './profile-values.ts'
import { useSaveProfile } from './use-save-profile.ts'

type Props = { readonly profile?: LlmProfile; readonly onClose: () => void }

/** Makes or changes a profile. */
export function ProfileForm({ profile, onClose }: Props) {
  const { data: adapters, error } = useQuery(allAdapters)
  const triad = useQuery({ ...defaultTriad, enabled: !profile })

  if (error) {
    const words = 'Failed to get the dropdown list for LLM Adapters'
    return <Alert type="error" showIcon role="alert" title={explain(error, words)} />
  }
  const isWaiting = !adapters || (!profile && triad.isPending)
  if (isWaiting) return <div className="bone panel-bone" aria-busy="true" />
  return (
    <Fields
      profile={profile}
      from={{ adapters, triad: triad.data ?? {} }}
      triadError={triad.error}
      onClose={onClose}
    />
  )
}

type FieldsProps = {
  readonly profile: LlmProfile | undefined
  readonly from: ProfileSource
  readonly triadError: unknown
  readonly onClose: () => void
}

function Fields({ profile, from, triadError, onClose }: FieldsProps) {
  const [form] = Form.useForm<ProfileValues>()
  // What others save meanwhile changes nothing of what is shown here.
  const [opened] = useState({ profile, initial: initialValues(profile, from) })
  const save = useSaveProfile({ ...opened, form, onSaved: onClose })

  return (
    <Form<ProfileValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={opened.initial}
      onFinish={(values) => void save.run(values)}
    >
      <div className="panel-head">
        <h3>{opened.profile ? `Edit ${opened.profile.name}` : 'New LLM profile'}</h3>
      </div>
      {triadError != null && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="panel-alert"
          title={explain(triadError, 'Failed to fetch adapter information')}
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
      {save.conflict && (
        <ChangedElsewhere
          fields={save.conflict.fields.map((field) => ({
            label: labels[field],
            stored: words(save.conflict?.stored[field]),
            mine: words(shownAs(field, form.getFieldValue(field), from)),
          }))}
          isSaving={save.isPending}
          onUseMine={() => void save.insist()}
          onKeepStored={() => save.giveUp(initialValues(save.conflict?.stored, from))}
        />
      )}
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

const labels: Readonly<Record<keyof ProfileValues, string>> = {
  name: 'Name',
  ...(Object.fromEntries(adapterFields.map(({ field, label }) => [field, label])) as Record<
    (typeof adapterFields)[number]['field'],
    string
  >),
  chunkSize: 'Chunk size',
  chunkOverlap: 'Overlap',
  retrievalStrategy: 'Retrieval strategy',
  matchingChunks: 'Matching chunks per prompt',
  isHybrid: 'Found by words too',
  reindex: 'Read anew on every run',
}

/** An adapter by its name, which is what a stored profile has. */
const shownAs = (field: keyof ProfileValues, value: unknown, { adapters }: ProfileSource) =>
  adapterFields.some((one) => one.field === field)
    ? adapters.find(({ id }) => id === value)?.name
    : value

function words(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}

const nameRules = [
  { required: true, message: 'Please enter the name' },
  { whitespace: true, message: 'Please enter a non-whitespace value' },
]
