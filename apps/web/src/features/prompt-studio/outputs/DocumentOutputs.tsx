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
import { useProjectFacts, useRunFacts } from '../state/editor-context.ts'
import { OutputValue } from './OutputValue.tsx'
import { ProfileInfo } from './ProfileInfo.tsx'
import './document-outputs.css'

const PAGE_SIZE = 5
const byDefault = 'default'
const figures = new Intl.NumberFormat('en-US')

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

/** What came of a prompt on every document, under one profile at a time. */
export function DocumentOutputs({ prompt, onClose }: Props) {
  const { profiles } = useRunFacts()
  const { id, isSinglePass } = useProjectFacts()
  const { data, error } = useQuery(outputsOfPrompt(id, prompt.id, isSinglePass))
  const [tab, setTab] = useState(byDefault)
  const go = useNavigate()
  const to = usePaths()
  const profile = profileOf(tab, profiles, prompt)
  const tabs = [
    { key: byDefault, label: 'Default' },
    ...profiles.map(({ id: key, name: label }) => ({ key, label })),
  ]

  return (
    <Modal open width={1000} footer={null} title={prompt.key} onCancel={onClose}>
      <div className="document-outputs-head">
        <Tabs size="small" activeKey={tab} items={tabs} onChange={setTab} />
        <Button onClick={() => void go({ to: to.outputAnalyzer(id) })}>
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

function profileOf(tab: string, profiles: readonly LlmProfile[], { ownProfileId }: Prompt) {
  if (tab !== byDefault) return profiles.find(({ id }) => id === tab)
  return (
    profiles.find(({ id }) => id === ownProfileId) ?? profiles.find(({ isDefault }) => isDefault)
  )
}

type TableProps = {
  readonly prompt: Prompt
  readonly profileId: string | undefined
  readonly outputs: readonly PromptOutput[] | undefined
}

type Row = PromptDocument & { readonly output: PromptOutput | undefined }

function OutputTable({ prompt, profileId, outputs }: TableProps) {
  const { documents } = useRunFacts()
  const { isSinglePass } = useProjectFacts()
  const rows = documents.map((document): Row => {
    const isHere = (it: PromptOutput) => it.documentId === document.id && it.profileId === profileId
    return { ...document, output: outputs?.find(isHere) }
  })
  const columns: TableColumnsType<Row> = [
    { title: 'Document', dataIndex: 'name', width: 260 },
    ...(isSinglePass
      ? []
      : [{ title: 'Token Count', width: 130, render: (_: unknown, row: Row) => tokensOf(row) }]),
    { title: 'Value', render: (_, { output }) => <Value prompt={prompt} output={output} /> },
  ]
  return (
    <Table
      size="small"
      rowKey="id"
      // A wide value scrolls in its cell and leaves the names their room.
      tableLayout="fixed"
      columns={columns}
      dataSource={rows}
      loading={outputs === undefined}
      scroll={{ x: 640 }}
      pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
    />
  )
}

const tokensOf = ({ output }: Row): string => {
  const tokens = output?.usage.totalTokens ?? null
  return tokens === null ? '-' : figures.format(tokens)
}

type ValueProps = { readonly prompt: Prompt; readonly output: PromptOutput | undefined }

function Value({ prompt, output }: ValueProps) {
  if (!output) return <span className="faint">Yet to process</span>
  const isFine = isFilled(output)
  return (
    <span className="document-output" data-filled={isFine}>
      <span className={isFine ? 'good' : 'bad'} role="img" aria-label={isFine ? 'Success' : 'Fail'}>
        {isFine ? '✓' : '✗'}
      </span>
      <span className="document-output-value">
        <OutputValue prompt={prompt} output={output} />
      </span>
    </span>
  )
}
