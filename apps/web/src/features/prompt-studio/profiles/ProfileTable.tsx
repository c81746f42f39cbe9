import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Radio, Tooltip } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { useSetDefaultProfile } from '../profile.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { useEditor } from '../state/editor-context.ts'

type Props = {
  readonly profiles: readonly LlmProfile[]
  onEdit(profile: LlmProfile): void
  onDelete(profile: LlmProfile): void
}

export function ProfileTable({ profiles, onEdit, onDelete }: Props) {
  const setDefault = useSetDefault()
  const getRefusal = useRefusalOf()
  const getEditRefusal = ({ createdBy }: LlmProfile) =>
    getRefusal('profile/open', { created_by: createdBy })
  const columns: Column<LlmProfile>[] = [
    {
      key: 'default',
      title: 'Default',
      width: 72,
      render: (profile) => (
        <Radio
          checked={profile.isDefault}
          aria-label={`Make ${profile.name} the default`}
          onChange={() => setDefault(profile)}
        />
      ),
    },
    { key: 'name', title: 'Name', render: ({ name }) => name },
    { key: 'llm', title: 'LLM', render: ({ llm }) => llm },
    { key: 'x2text', title: 'Text extractor', render: ({ textExtractor }) => textExtractor },
    { key: 'chunk', title: 'Chunk size', width: 96, render: ({ chunkSize }) => chunkSize ?? 0 },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 84,
      align: 'right',
      render: (profile) => (
        <span className="row-actions">
          <Tooltip title={getEditRefusal(profile)}>
            <Button
              type="text"
              size="small"
              aria-label={`Edit ${profile.name}`}
              disabled={getEditRefusal(profile) !== undefined}
              icon={<EditOutlined />}
              onClick={() => onEdit(profile)}
            />
          </Tooltip>
          <Tooltip title={getEditRefusal(profile)}>
            <Button
              type="text"
              size="small"
              aria-label={`Delete ${profile.name}`}
              disabled={getEditRefusal(profile) !== undefined}
              icon={<DeleteOutlined />}
              onClick={() => onDelete(profile)}
            />
          </Tooltip>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label="LLM Profiles"
      columns={columns}
      rows={profiles}
      keyOf={({ id }) => id}
      emptyText="No profiles yet. Add one to run prompts."
    />
  )
}

function useSetDefault(): (profile: LlmProfile) => void {
  const { id: projectId } = useEditor().project
  const { mutate } = useSetDefaultProfile()
  const alerts = useAlerts()
  return ({ id: profileId }) =>
    mutate(
      { projectId, profileId },
      {
        onSuccess: () => alerts.success('Default LLM Profile updated successfully'),
        onError: (refusal) => alerts.showError(refusal, 'Failed to set default LLM Profile'),
      },
    )
}
