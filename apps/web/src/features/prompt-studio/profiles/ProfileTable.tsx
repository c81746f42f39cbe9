import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { LlmProfile } from '@recto/contract/profiles'
import { Button, Radio } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { useSetDefaultProfile } from '../prompt-studio.queries.ts'
import { useEditor } from '../state/editor-context.ts'

type Props = {
  readonly profiles: readonly LlmProfile[]
  onEdit(profile: LlmProfile): void
  onDelete(profile: LlmProfile): void
}

export function ProfileTable({ profiles, onEdit, onDelete }: Props) {
  const choose = useChooseDefault()
  const columns: Column<LlmProfile>[] = [
    {
      key: 'default',
      title: 'Default',
      width: 72,
      render: (profile) => (
        <Radio
          checked={profile.is_default}
          aria-label={`Make ${profile.profile_name} the default`}
          onChange={() => choose(profile)}
        />
      ),
    },
    { key: 'name', title: 'Name', render: ({ profile_name }) => profile_name },
    { key: 'llm', title: 'LLM', render: ({ llm }) => llm },
    { key: 'x2text', title: 'Text extractor', render: ({ x2text }) => x2text },
    { key: 'chunk', title: 'Chunk size', width: 96, render: ({ chunk_size }) => chunk_size ?? 0 },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 84,
      align: 'right',
      render: (profile) => (
        <span className="row-actions">
          <Button
            type="text"
            size="small"
            aria-label={`Edit ${profile.profile_name}`}
            icon={<EditOutlined />}
            onClick={() => onEdit(profile)}
          />
          <Button
            type="text"
            size="small"
            aria-label={`Delete ${profile.profile_name}`}
            icon={<DeleteOutlined />}
            onClick={() => onDelete(profile)}
          />
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label="LLM Profiles"
      columns={columns}
      rows={profiles}
      keyOf={({ profile_id }) => profile_id}
      emptyText="No profile yet. Prompts can be run once there is one."
    />
  )
}

function useChooseDefault(): (profile: LlmProfile) => void {
  const { tool_id } = useEditor().project
  const { mutate } = useSetDefaultProfile()
  const alerts = useAlerts()
  return ({ profile_id }) =>
    mutate(
      { params: { tool_id }, body: { default_profile: profile_id } },
      {
        onSuccess: () => alerts.success('Default LLM Profile updated successfully'),
        onError: (refusal) => alerts.failed(refusal, 'Failed to set default LLM Profile'),
      },
    )
}
