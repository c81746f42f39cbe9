import type { SyncTarget } from '@recto/contract/review/review-rules'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FormField } from '../../shared/form/FormField.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import type { PanelProps } from './RulesPanel.tsx'
import { noSetting } from './review-rule.ts'
import { settingOf, useSaveSetting } from './review-rules.queries.ts'

const targets: { readonly value: SyncTarget; readonly label: string }[] = [
  { value: 'DB', label: 'Destination DB' },
  { value: 'Queue', label: 'Queue' },
]

const meanings: Readonly<Record<SyncTarget, string>> = {
  DB: 'Approved results are written to the destination of the workflow.',
  Queue: 'Approved results are stored until a program fetches them with a review key.',
}

/**
 * Panel for the target of approved results. A setting that cannot be loaded counts as the queue.
 */
export function SyncPanel({ workflowId, isViewOnly }: PanelProps) {
  const alerts = useAlerts()
  const { data, isPending } = useQuery(settingOf(workflowId))
  const setting = data ?? noSetting
  const save = useSaveSetting({ isNew: setting.id === undefined })
  if (isPending) return <ListSkeleton />
  const handleChange = (syncWith: SyncTarget) =>
    save.mutate(
      { workflowId, setting: { ...setting, syncWith } },
      {
        onSuccess: () => alerts.success('Sync destination updated successfully.'),
        onError: (error) => alerts.showError(error, 'Failed to update sync destination.'),
      },
    )
  return (
    <FormField label="Sync destination" failure={undefined} hint={meanings[setting.syncWith]}>
      {({ id }) => (
        <Select
          id={id}
          style={{ width: 260, maxWidth: '100%' }}
          disabled={isViewOnly}
          loading={save.isPending}
          value={setting.syncWith}
          options={targets}
          onChange={handleChange}
        />
      )}
    </FormField>
  )
}
