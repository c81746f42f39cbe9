import { Radio, Select } from 'antd'
import { useId } from 'react'
import type { ExportShare, MemberName } from '../tool.ts'

type Props = {
  readonly share: ExportShare
  readonly members: readonly MemberName[]
  /** Users who work on the project, and therefore always have the tool. */
  readonly projectUserIds: readonly number[]
  onChange(share: ExportShare): void
}

/** Form field for the users who may use the tool, in addition to those who work on the project. */
export function ExportShares({ share, members, projectUserIds, onChange }: Props) {
  const label = useId()
  const otherMembers = members.filter(({ id }) => !projectUserIds.includes(id))
  const selectedIds = share.userIds.filter((id) => otherMembers.some((member) => member.id === id))
  return (
    <fieldset className="export-shares">
      <legend id={label}>Who can use the tool in workflows?</legend>
      <Radio.Group
        aria-labelledby={label}
        value={share.isForAll}
        onChange={({ target }) => onChange({ ...share, isForAll: target.value })}
        options={[
          { value: true, label: 'Everyone in the organization' },
          { value: false, label: 'People who work on the project, plus:' },
        ]}
      />
      {!share.isForAll && (
        <Select
          mode="multiple"
          aria-label="Other people who can use the tool"
          placeholder="No one else"
          style={{ width: '100%', marginTop: 8 }}
          showSearch={{ optionFilterProp: 'label' }}
          value={selectedIds}
          options={otherMembers.map(({ id, email }) => ({ value: id, label: email }))}
          onChange={(userIds) => onChange({ ...share, userIds })}
        />
      )}
    </fieldset>
  )
}
