import { ArrowLeftOutlined } from '@ant-design/icons'
import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Button, Select, Tabs } from 'antd'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import {
  oneOf,
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { ReviewTabs, reviewableWorkflows } from '../../review-rules/review-rules.port.tsx'
import { KeysPanel } from '../keys/KeysPanel.tsx'
import { AutoApprovePanel } from './AutoApprovePanel.tsx'
import './review-settings.css'

const tabs = ['keys', 'workflows', 'auto'] as const

/**
 * Settings for which files are reviewed, which reviews need no supervisor, and who fetches approved
 * results.
 */
export function ReviewSettingsPage() {
  usePageTitle('Human In The Loop Settings')
  const { history } = useRouter()
  const change = useChangeAddressSearch()
  const tab = oneOf(tabs, useAddressSearch().tab)
  return (
    <div className="page">
      <PageHeader
        title="Human In The Loop Settings"
        description="Choose which files are reviewed before they are delivered, and where approved results go"
      >
        <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={() => history.back()}>
          Back
        </Button>
      </PageHeader>
      <Tabs
        activeKey={tab}
        onChange={(key) => change({ tab: key === tabs[0] ? undefined : key })}
        destroyOnHidden
        items={[
          { key: 'keys', label: 'Review keys', children: <KeysPanel /> },
          { key: 'workflows', label: 'Workflow rules', children: <WorkflowSettings /> },
          { key: 'auto', label: 'Auto-approve', children: <AutoApprovePanel /> },
        ]}
      />
    </div>
  )
}

function WorkflowSettings() {
  const { data: workflows, error, refetch } = useQuery(reviewableWorkflows)
  const requestedWorkflow = textIn(useAddressSearch().workflow)
  const change = useChangeAddressSearch()
  if (error && !workflows) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the workflows" onRetry={retry} />
  }
  if (!workflows) return <ListSkeleton />
  const selectedWorkflow = workflows.find(({ id }) => id === requestedWorkflow)
  return (
    <>
      <Select
        aria-label="Workflow"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="Select a workflow"
        style={{ width: 320, maxWidth: '100%' }}
        {...omitUndefined({ value: selectedWorkflow?.id })}
        options={workflows.map(({ id, name }) => ({ value: id, label: name }))}
        notFoundContent="No matching workflow"
        onChange={(workflow) => change({ workflow })}
      />
      {selectedWorkflow ? (
        <ReviewTabs key={selectedWorkflow.id} workflowId={selectedWorkflow.id} isViewOnly={false} />
      ) : (
        <EmptyState
          title={workflows.length === 0 ? 'There are no workflows yet' : 'No workflow selected'}
          explanation="Each workflow has its own review rules and its own destination for approved results."
        />
      )}
    </>
  )
}
