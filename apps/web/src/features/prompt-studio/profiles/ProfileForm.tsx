import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { explain, explainFailure } from '../../../shared/api/refusal.ts'
import { allAdapters } from '../../../shared/session/adapter.queries.ts'
import { AdapterPicker, defaultTriad } from '../../adapters/adapters.port.tsx'
import { FormConflict } from '../conflicts/FormConflict.tsx'
import type { LlmProfile } from '../profile.ts'
import { ChunkingFields } from './ChunkingFields.tsx'
import {
  adapterFields,
  computeInitialValues,
  type ProfileSource,
  type ProfileValues,
} from './profile-values.ts'
import { SightFields } from './SightFields.tsx'
import { useSaveProfile } from './use-save-profile.ts'

const labels: Readonly<Record<keyof ProfileValues, string>> = {
  name: 'Name',
  ...(Object.fromEntries(adapterFields.map(({ field, label }) => [field, label])) as Record<
    (typeof adapterFields)[number]['field'],
    string
  >),
  escalationLlm: 'Larger LLM (optional)',
  chunkSize: 'Chunk size',
  chunkOverlap: 'Overlap',
  retrievalStrategy: 'Retrieval strategy',
  matchingChunks: 'Matching chunks per prompt',
  isHybrid: 'Keyword search',
  modelSees: 'What the model sees',
  seenPages: 'Pages that it sees',
  maxSeenPages: 'Maximum number of pages',
  reindex: 'Re-index on every run',
}

const nameRules = [
  { required: true, message: 'Please enter the name' },
  { whitespace: true, message: 'Please enter a non-whitespace value' },
]

type Props = { readonly profile?: LlmProfile; readonly onClose: () => void }

/** Creates or edits a profile. */
export function ProfileForm({ profile, onClose }: Props) {
  const { data: adapters, error } = useQuery(allAdapters)
  const defaultsQuery = useQuery({ ...defaultTriad, enabled: !profile })

  if (error) {
    const message = 'Failed to get the dropdown list for LLM Adapters'
    return <Alert type="error" showIcon role="alert" title={explainFailure(error, message)} />
  }
  const isLoading = !adapters || (!profile && defaultsQuery.isPending)
  if (isLoading) return <div className="bone panel-bone" aria-busy="true" />
  return (
    <Fields
      profile={profile}
      source={{ adapters, defaultAdapters: defaultsQuery.data ?? {} }}
      defaultsError={defaultsQuery.error}
      onClose={onClose}
    />
  )
}

type FieldsProps = {
  readonly profile: LlmProfile | undefined
  readonly source: ProfileSource
  readonly defaultsError: unknown
  readonly onClose: () => void
}

function Fields({ profile, source, defaultsError, onClose }: FieldsProps) {
  const [form] = Form.useForm<ProfileValues>()
  // Changes saved by others must not change the form while it is open.
  const [openedForm] = useState({ profile, initial: computeInitialValues(profile, source) })
  const save = useSaveProfile({ ...openedForm, form, onSaved: onClose })

  return (
    <Form<ProfileValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={openedForm.initial}
      // Fields that are not shown keep their values.
      onFinish={(values) => void save.run({ ...openedForm.initial, ...values })}
    >
      <div className="panel-head">
        <h3>{openedForm.profile ? `Edit ${openedForm.profile.name}` : 'New LLM profile'}</h3>
      </div>
      {defaultsError != null && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="panel-alert"
          title={explain(defaultsError, 'Failed to fetch adapter information')}
        />
      )}
      <Form.Item name="name" label="Name" validateFirst rules={nameRules}>
        <Input autoFocus />
      </Form.Item>
      <div className="profile-grid">
        {adapterFields.map(({ field, type, label, requiredMessage }) => (
          <Form.Item
            key={field}
            name={field}
            label={label}
            rules={[{ required: true, message: requiredMessage }]}
          >
            <AdapterPicker type={type} />
          </Form.Item>
        ))}
        <Form.Item
          name="escalationLlm"
          label={labels.escalationLlm}
          tooltip="Asked again for a value that is on no page, has the wrong type, contradicts a check or is probably wrong. The model above then can be a small, cheap one."
          normalize={(id?: string) => id ?? null}
        >
          <AdapterPicker type="LLM" placeholder="None" allowClear />
        </Form.Item>
        <ChunkingFields />
        <SightFields labels={labels} />
      </div>
      {save.conflict && (
        <FormConflict
          fields={save.conflict.fields.map((field) => ({
            label: labels[field],
            storedValue: formatValue(save.conflict?.storedProfile[field]),
            ownValue: formatValue(toDisplayValue(field, form.getFieldValue(field), source)),
          }))}
          isSaving={save.isPending}
          onOverwrite={() => void save.overwrite()}
          onKeepStored={() =>
            save.discard(computeInitialValues(save.conflict?.storedProfile, source))
          }
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

/** Converts an adapter id to its name, as stored profiles contain adapter names. */
const toDisplayValue = (field: keyof ProfileValues, value: unknown, { adapters }: ProfileSource) =>
  field === 'escalationLlm' || adapterFields.some((adapterField) => adapterField.field === field)
    ? adapters.find(({ id }) => id === value)?.name
    : value

function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}
