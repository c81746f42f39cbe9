import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Modal, Table, type TableColumnsType, Tabs } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import type { PromptDocument } from '../document.ts'
import { outputsOfPrompt } from '../output.queries.ts'
import { isFilled, type PromptOutput } from '../output.ts'
import type { LlmProfile } from '../profile.ts'
import type { Prompt } from '../prompt.ts'
import { useProjectMode, useRunInputs } from '../state/editor-context.ts'
import { OutputValue } from './OutputValue.tsx'
import { ProfileInfo } from './ProfileInfo.tsx'
import './document-outputs.css'

const PAGE_SIZE = 5
const defaultTab = 'default'
const numberFormat = new Intl.NumberFormat('en-US')

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

/** Shows the outputs of a prompt on every document, for one profile at a time. */
export function DocumentOutputs({ prompt, onClose }: Props) {
  const { profiles } = useRunInputs()
  const { id, isSinglePass } = useProjectMode()
  const { data, error } = useQuery(outputsOfPrompt(id, prompt.id, isSinglePass))
  const [tab, setTab] = useState(defaultTab)
  const navigate = useNavigate()
  const paths = usePaths()
  const profile = findProfile(tab, profiles, prompt)
  const tabs = [
    { key: defaultTab, label: 'Default' },
    ...profiles.map(({ id: key, name: label }) => ({ key, label })),
  ]

  return (
    <Modal open width={1000} footer={null} title={prompt.key} onCancel={onClose}>
      <div className="document-outputs-head">
        <Tabs size="small" activeKey={tab} items={tabs} onChange={setTab} />
        <Button onClick={() => void navigate({ to: paths.outputAnalyzer(id) })}>
          View in Output Analyzer
        </Button>
      </div>
      {profile && <ProfileInfo profile={profile} />}
      {error && (
        <Alert
          showIcon
          type="error"
          role="alert"
          title={explain(error, 'Failed to fetch prompt outputs')}
        />
      )}
      <OutputTable prompt={prompt} profileId={profile?.id} outputs={data} />
    </Modal>
  )
}

function findProfile(tab: string, profiles: readonly LlmProfile[], { ownProfileId }: Prompt) {
  if (tab !== defaultTab) return profiles.find(({ id }) => id === tab)
  return (
    profiles.find(({ id }) => id === ownProfileId) ?? profiles.find(({ isDefault }) => isDefault)
  )
}

type TableProps = {
  readonly prompt: Prompt
  readonly profileId: string | undefined
  readonly outputs: readonly PromptOutput[] | undefined
}

type OutputRow = PromptDocument & { readonly output: PromptOutput | undefined }

function OutputTable({ prompt, profileId, outputs }: TableProps) {
  const { documents } = useRunInputs()
  const { isSinglePass } = useProjectMode()
  const rows = documents.map((document): OutputRow => {
    const isOfRow = (candidate: PromptOutput) =>
      candidate.documentId === document.id && candidate.profileId === profileId
    return { ...document, output: outputs?.find(isOfRow) }
  })
  const columns: TableColumnsType<OutputRow> = [
    { title: 'Document', dataIndex: 'name', width: 260 },
    ...(isSinglePass
      ? []
      : [
          {
            title: 'Token Count',
            width: 130,
            render: (_: unknown, row: OutputRow) => formatTokens(row),
          },
        ]),
    { title: 'Value', render: (_, { output }) => <ValueCell prompt={prompt} output={output} /> },
  ]
  return (
    <Table
      size="small"
      rowKey="id"
      // A wide value scrolls within its cell, so that it does not squeeze the names.
      tableLayout="fixed"
      columns={columns}
      dataSource={rows}
      loading={outputs === undefined}
      scroll={{ x: 640 }}
      pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
    />
  )
}

const formatTokens = ({ output }: OutputRow): string => {
  const tokens = output?.usage.totalTokens ?? null
  return tokens === null ? '-' : numberFormat.format(tokens)
}

type ValueCellProps = { readonly prompt: Prompt; readonly output: PromptOutput | undefined }

function ValueCell({ prompt, output }: ValueCellProps) {
  if (!output) return <span className="faint">Yet to process</span>
  const hasValue = isFilled(output)
  return (
    <span className="document-output" data-filled={hasValue}>
      <span
        className={hasValue ? 'good' : 'bad'}
        role="img"
        aria-label={hasValue ? 'Success' : 'Fail'}
      >
        {hasValue ? '✓' : '✗'}
      </span>
      <span className="document-output-value">
        <OutputValue prompt={prompt} output={output} />
      </span>
    </span>
  )
}
